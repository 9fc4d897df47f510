package tutti.client;

import java.net.URLEncoder;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.ObjIntConsumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
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

  static final String UNAVAILABLE = "node-unavailable";
  private static final String STOPPING = "stopping";

  /** The end of a try of a batch for an item of which the answer says nothing. */
  private static final TryEnd UNTOLD =
      new TryEnd.Foreign("the answer to the batch has nothing of this request");

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
    String key = checked(Objects.requireNonNull(request.idempotency()).key());
    byte[] body = writer.body(request.calls());
    boolean isGiven = !fresh.remove(key);
    start(
        () -> run(request, key, isGiven, body),
        (code, why) -> without(code, why, isGiven),
        onOutcome);
  }

  private static String checked(String key) {
    if (!key.matches("[!-~]{1,255}")) {
      throw new IllegalArgumentException(
          "an idempotency key has 1 to 255 visible ASCII characters, but this is '" + key + "'");
    }
    return key;
  }

  /** Returns the outcome of a call that cannot be made. */
  private static Outcome without(String code, String why, boolean isGiven) {
    return code.equals(STOPPING) && !isGiven
        ? KeyedCall.aborted(new Reason.Unavailable(code, why))
        : new Outcome.InDoubt(UNNAMED, why);
  }

  private Outcome run(TransactionRequest request, String key, boolean isGiven, byte[] body) {
    String path = path(request, "/transactions");
    Function<HttpRequest.Builder, HttpRequest.Builder> post = builder -> post(builder, key, body);
    Tries tries = new Tries(service, request.timeoutNanos());
    KeyedCall call = new KeyedCall(request, key, isGiven);
    do {
      call.tried(tries.send(path, post));
    } while (!call.isOver() && tries.again());
    return call.end();
  }

  /**
   * @throws IllegalArgumentException if the batch's key is not one that HTTP can carry
   */
  @Override
  public void submitAll(
      List<TransactionRequest> requests, @Nullable String key, ObjIntConsumer<Outcome> onOutcome) {
    String own = checked(Objects.requireNonNull(key));
    List<byte[]> bodies = requests.stream().map(each -> writer.body(each.calls())).toList();
    boolean isGiven = !fresh.remove(own);
    List<KeyedCall> calls = new ArrayList<>(requests.size());
    for (TransactionRequest request : requests) {
      calls.add(
          new KeyedCall(request, Objects.requireNonNull(request.idempotency()).key(), isGiven));
    }
    start(
        () -> runAll(calls, bodies, own),
        (code, why) -> Collections.nCopies(calls.size(), without(code, why, isGiven)),
        outcomes -> {
          for (int i = 0; i < outcomes.size(); i++) {
            onOutcome.accept(outcomes.get(i), i);
          }
        });
  }

  private static String path(TransactionRequest request, String path) {
    return request.readsSnapshot()
        ? path
            + "?staleness="
            + Math.min(request.stalenessNanos(), MOST_STALENESS_NANOS) / 1_000_000
            + "ms"
        : path;
  }

  private static HttpRequest.Builder post(HttpRequest.Builder builder, String key, byte[] body) {
    return builder
        .header("Content-Type", "application/json")
        .header("Idempotency-Key", key)
        .POST(BodyPublishers.ofByteArray(body));
  }

  private List<Outcome> runAll(List<KeyedCall> calls, List<byte[]> bodies, String key) {
    TransactionRequest any = calls.getFirst().request();
    Tries tries = new Tries(service, Connection.longest(any.timeoutNanos(), calls.size()));
    do {
      byte[] body = RequestWriter.batch(bodies, place -> !calls.get(place).isOver());
      TryEnd reply =
          tries.send(
              path(any, "/transactions/batch"),
              any.timeoutNanos(),
              builder -> post(builder, key, body));
      Map<Integer, TryEnd> items = AnswerReader.items(reply);
      for (int i = 0; i < calls.size(); i++) {
        if (!calls.get(i).isOver()) {
          calls.get(i).tried(items == null ? reply : items.getOrDefault(i, UNTOLD));
        }
      }
    } while (!calls.stream().allMatch(KeyedCall::isOver) && tries.again());
    return calls.stream().map(KeyedCall::end).toList();
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
      case TryEnd.Document document when KeyedCall.isMistaken(document) ->
          new ReadResult.Failed(NOT_UNDERSTOOD, KeyedCall.mistake(document));
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
