package tutti.client;

import java.net.URLEncoder;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import tutti.embedded.Connection;
import tutti.engine.concurrency.TransactionId;
import tutti.engine.node.Node.ReadResult;
import tutti.engine.runtime.VirtualThreads;
import tutti.engine.transaction.submission.Outcome;
import tutti.engine.transaction.submission.Reason;
import tutti.engine.transaction.submission.TransactionRequest;
import tutti.engine.transaction.submission.TransactionStatus;
import tutti.model.ActorId;
import tutti.model.Application;
import tutti.model.form.BadValue;
import tutti.rebel.compile.RebelType;

/**
 * The calls of a client to a service over HTTP. Each call has a thread of its own, which makes the
 * tries one after the other, all under one idempotency key.
 *
 * <p>A request is <em>open</em> as long as one of its tries may have taken effect, or may still do
 * so: a try without an answer, or in doubt. The answers 409 and 503 close the request, since they
 * are definite for all tries that a node has received (docs/api.md#at-most-once). Two kinds of
 * answers do not close it: answers that are definite for one try only, and answers of a node that
 * could not ask the node that knows the key ({@link Reason#isAboutKey}). At the deadline an open
 * request is in doubt, and any other request has aborted.
 *
 * <p>A key that the caller has chosen may be that of an earlier call, perhaps of another process. A
 * request under such a key is open from the start: that no node could be reached does not show how
 * the earlier call ended. Thread-safe.
 */
final class HttpConnection implements Connection, AutoCloseable {
  /** A service takes an hour at most; a snapshot that is younger than it may be is as good. */
  private static final long MOST_STALENESS_NANOS = TransactionRequest.LONGEST.toNanos();

  private static final String UNAVAILABLE = "node-unavailable";
  private static final String STOPPING = "stopping";

  private final Application application;
  private final ServiceAddresses service;
  private final long usualTimeoutNanos;
  private final RequestWriter writer = new RequestWriter();

  /** The keys of requests that have not begun; a caller has none of them. */
  private final Set<String> fresh = ConcurrentHashMap.newKeySet();

  /** Keys whose requests were never made would gather; one that is forgotten counts as given. */
  private static final int MOST_FRESH = 10_000;

  private int running;
  private boolean closed;

  HttpConnection(Application application, ServiceAddresses service, long usualTimeoutNanos) {
    this.application = application;
    this.service = service;
    this.usualTimeoutNanos = usualTimeoutNanos;
  }

  @Override
  public long usualTimeoutNanos() {
    return usualTimeoutNanos;
  }

  @Override
  public String ownKey() {
    String key = UUID.randomUUID().toString();
    if (fresh.size() >= MOST_FRESH) {
      fresh.clear();
    }
    fresh.add(key);
    return key;
  }

  /**
   * @throws IllegalArgumentException if the idempotency key is not one that HTTP can carry
   */
  @Override
  public void submit(TransactionRequest request, Consumer<Outcome> onOutcome) {
    String key = Objects.requireNonNull(request.idempotency()).key();
    if (!key.matches("[!-~]{1,255}")) {
      throw new IllegalArgumentException(
          "an idempotency key has 1 to 255 visible ASCII characters, but this is '" + key + "'");
    }
    byte[] body = writer.body(request.calls());
    boolean isGiven = !fresh.remove(key);
    start(
        () -> run(request, key, isGiven, body),
        (code, why) ->
            code.equals(STOPPING) && !isGiven
                ? aborted(new Reason.Unavailable(code, why))
                : new Outcome.InDoubt(UNNAMED, why),
        onOutcome);
  }

  private Outcome run(TransactionRequest request, String key, boolean isGiven, byte[] body) {
    String path =
        request.readsSnapshot()
            ? "/transactions?staleness="
                + Math.min(request.stalenessNanos(), MOST_STALENESS_NANOS) / 1_000_000
                + "ms"
            : "/transactions";
    Function<HttpRequest.Builder, HttpRequest.Builder> post =
        builder ->
            builder
                .header("Content-Type", "application/json")
                .header("Idempotency-Key", key)
                .POST(BodyPublishers.ofByteArray(body));
    Tries tries = new Tries(service, request.timeoutNanos());
    Outcome.InDoubt open = null;
    Outcome.Aborted last = null;
    boolean mayHaveRun = isGiven && !request.readsSnapshot();
    do {
      TryEnd reply = tries.send(path, post);
      Outcome told = told(reply, request, key);
      switch (told) {
        case Outcome.Committed committed -> {
          return committed;
        }
        case Outcome.InDoubt doubt ->
            // A transaction that an answer has named can be asked for.
            open = open == null || !doubt.transaction().equals(UNNAMED) ? doubt : open;
        case Outcome.Aborted aborted -> {
          last = aborted;
          if (isAboutKey(reply, aborted)) {
            open = null;
            mayHaveRun = false;
          }
          if (!isRepeated(aborted.reason())) {
            return open == null ? ended(aborted, mayHaveRun) : open;
          }
        }
      }
    } while (tries.again());
    return open == null ? ended(Objects.requireNonNull(last), mayHaveRun) : open;
  }

  /**
   * Returns the end of a call of which no try is in doubt.
   *
   * @param mayHaveRun whether an earlier call under its key may have taken effect
   */
  private static Outcome ended(Outcome.Aborted last, boolean mayHaveRun) {
    return mayHaveRun ? Connection.ofOneTry(last) : last;
  }

  /**
   * The outcome as a try's end tells it: in doubt if the try may have taken effect, or may still.
   */
  private static Outcome told(TryEnd reply, TransactionRequest request, String key) {
    return switch (reply) {
      case TryEnd.NotSent(String why) -> aborted(new Reason.Unavailable(UNAVAILABLE, why));
      case TryEnd.Lost(String why) -> new Outcome.InDoubt(UNNAMED, why);
      case TryEnd.Foreign(String why) -> new Outcome.InDoubt(UNNAMED, why);
      case TryEnd.Document document -> {
        TransactionId id = AnswerReader.transaction(document.tree());
        yield switch (document.text("outcome")) {
          case "committed" -> AnswerReader.committed(document, request.calls());
          case "aborted" -> new Outcome.Aborted(id, AnswerReader.reason(document.tree(), key));
          default ->
              isTurnedAway(document)
                  ? aborted(AnswerReader.reason(document.tree(), key))
                  : isMistaken(document)
                      ? aborted(new Reason.Unavailable(NOT_UNDERSTOOD, mistake(document)))
                      : new Outcome.InDoubt(id, document.detail());
        };
      }
    };
  }

  private static Outcome aborted(Reason reason) {
    return new Outcome.Aborted(UNNAMED, reason);
  }

  /** Whether a problem says that the request is wrong, whatever the state of the service. */
  private static boolean isMistaken(TryEnd.Document document) {
    return document.status() >= 400 && document.status() < 500;
  }

  private static String mistake(TryEnd.Document document) {
    if (document.status() == 413) {
      return "the request is too large for the service: "
          + document.text("detail")
          + "; make several of it";
    }
    return "the service does not understand the request, so that its application, or its version,"
        + " differs from the client's: %s (%s %s)"
            .formatted(document.text("detail"), document.status(), document.text("code"));
  }

  /**
   * Returns whether a service has answered that it has not begun this try, since the service was
   * overloaded, the try came too late, or no client, or not this one, may call what it names.
   */
  private static boolean isTurnedAway(TryEnd.Document document) {
    String code = document.text("code");
    return document.isProblem()
        && document.text("transaction").isEmpty()
        && (document.status() == 503 && (code.equals("overloaded") || code.equals("deadline"))
            || document.status() == 401 && code.equals("unauthenticated")
            || document.status() == 403
                && (code.equals("internal") || code.equals("not-permitted")));
  }

  /** Whether an end is definite for all tries of its key; one without a name is of a try alone. */
  private static boolean isAboutKey(TryEnd reply, Outcome.Aborted aborted) {
    boolean ofOneTry =
        reply instanceof TryEnd.Document document
            && document.text("definiteFor").equals("this-try");
    return !ofOneTry
        && aborted.reason().isAboutKey()
        && !aborted.transaction().equals(UNNAMED)
        && !aborted.reason().code().equals(NOT_UNDERSTOOD);
  }

  private static boolean isRepeated(Reason reason) {
    // The node had as much time as the call has.
    return reason.retryable()
        && !reason.code().equals("deadline")
        && !reason.code().equals(NOT_UNDERSTOOD);
  }

  @Override
  public void read(ActorId actor, long timeoutNanos, Consumer<ReadResult> onSeen) {
    RebelType type = (RebelType) Objects.requireNonNull(application.type(actor.type()));
    // A dot alone would be a step in the path.
    String key =
        URLEncoder.encode(actor.key(), StandardCharsets.UTF_8)
            .replace("+", "%20")
            .replace(".", "%2E");
    start(
        () -> {
          Tries tries = new Tries(service, timeoutNanos);
          ReadResult.Failed failed;
          do {
            ReadResult seen =
                seen(
                    tries.send("/" + actor.type() + "/" + key, HttpRequest.Builder::GET),
                    type,
                    actor);
            if (!(seen instanceof ReadResult.Failed(String code, _))
                || code.equals(NOT_UNDERSTOOD)) {
              return seen;
            }
            failed = (ReadResult.Failed) seen;
          } while (tries.again());
          return failed;
        },
        ReadResult.Failed::new,
        onSeen);
  }

  private static ReadResult seen(TryEnd reply, RebelType type, ActorId actor) {
    return switch (reply) {
      case TryEnd.NotSent(String why) -> new ReadResult.Failed(UNAVAILABLE, why);
      case TryEnd.Lost(String why) -> new ReadResult.Failed(UNAVAILABLE, why);
      case TryEnd.Foreign(String why) -> new ReadResult.Failed(UNAVAILABLE, why);
      case TryEnd.Document document when document.text("code").equals("no-such-instance") ->
          new ReadResult.Missing();
      case TryEnd.Document document when isMistaken(document) ->
          new ReadResult.Failed(NOT_UNDERSTOOD, mistake(document));
      case TryEnd.Document document when document.isProblem() ->
          new ReadResult.Failed(document.text("code"), document.text("detail"));
      case TryEnd.Document document -> {
        try {
          yield new ReadResult.Found(AnswerReader.instance(type, actor, document.tree()));
        } catch (BadValue bad) {
          yield new ReadResult.Failed(
              NOT_UNDERSTOOD,
              "%s has, in the service, another form than in the client: expected %s, found %s"
                  .formatted(actor, bad.expected(), bad.found()));
        }
      }
    };
  }

  @Override
  public void status(TransactionId id, Consumer<TransactionStatus> onStatus) {
    status(id, usualTimeoutNanos, onStatus);
  }

  @Override
  public void status(TransactionId id, long timeoutNanos, Consumer<TransactionStatus> onStatus) {
    start(
        () -> {
          Tries tries = new Tries(service, timeoutNanos);
          TransactionStatus status;
          do {
            TryEnd reply = tries.send("/transactions/" + id, HttpRequest.Builder::GET);
            status = status(reply, id);
            if (reply instanceof TryEnd.Document) {
              return status;
            }
          } while (tries.again());
          return status;
        },
        (code, why) -> new TransactionStatus.Waiting(why),
        onStatus);
  }

  private static TransactionStatus status(TryEnd reply, TransactionId id) {
    return switch (reply) {
      case TryEnd.NotSent(String why) -> new TransactionStatus.Waiting(why);
      case TryEnd.Lost(String why) -> new TransactionStatus.Waiting(why);
      case TryEnd.Foreign(String why) -> new TransactionStatus.Waiting(why);
      case TryEnd.Document document ->
          switch (document.text("outcome") + document.text("code")) {
            case "committed" -> new TransactionStatus.Ended(new Outcome.Committed(id, List.of()));
            case "aborted" ->
                new TransactionStatus.Ended(
                    new Outcome.Aborted(
                        id, AnswerReader.reason(JsonTree.object(document.tree(), "reason"), "")));
            case "running" -> new TransactionStatus.Running();
            case "expired" -> new TransactionStatus.Expired();
            case "unknown-transaction" -> new TransactionStatus.Unknown();
            default -> new TransactionStatus.Waiting(document.detail());
          };
    };
  }

  /**
   * Starts a call.
   *
   * @param without makes the result of a call that cannot be made, from a code and the reason
   */
  private <T> void start(
      Supplier<T> call, BiFunction<String, String, T> without, Consumer<T> onAnswer) {
    if (!begin()) {
      onAnswer.accept(without.apply(STOPPING, "the client is closed"));
      return;
    }
    VirtualThreads.onUsualCarriers()
        .name("tutti-client")
        .start(
            () -> {
              T answer;
              try {
                answer = call.get();
              } catch (RuntimeException | Error mistake) {
                // Also after an error of the virtual machine: a future without an end waits for
                // ever.
                answer = without.apply(Reason.INTERNAL_ERROR, "the client failed: " + mistake);
              } finally {
                end();
              }
              onAnswer.accept(answer);
            });
  }

  private synchronized boolean begin() {
    running += closed ? 0 : 1;
    return !closed;
  }

  private synchronized void end() {
    running--;
    notifyAll();
  }

  /** Refuses new calls, and waits for the running ones. */
  @Override
  public void close() {
    boolean interrupted = false;
    synchronized (this) {
      closed = true;
      while (running > 0) {
        try {
          wait();
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
    }
    service.close();
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
