package tutti.embedded;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tutti.engine.concurrency.TransactionId;
import tutti.engine.node.RunningBatch;
import tutti.engine.runtime.Durations;
import tutti.engine.transaction.submission.Outcome;
import tutti.engine.transaction.submission.RequestFingerprint;
import tutti.engine.transaction.submission.TransactionRequest;
import tutti.engine.transaction.submission.TransactionRequest.Idempotency;
import tutti.engine.transaction.submission.TransactionStatus;
import tutti.model.Application;
import tutti.model.Call;
import tutti.model.Caller;
import tutti.model.Refusal;
import tutti.model.actor.Actor;
import tutti.model.text.NameText;

/**
 * The interface of a node, or of a service, for a program that uses an application: every call is a
 * transaction, and a {@link #request()} makes one transaction of several calls. Thread-safe,
 * immutable: {@link #once}, {@link #within} and {@link #snapshot} give other clients of the same
 * node.
 */
public class Client {
  private final Names names;
  private final Connection connection;
  private final @Nullable String key;
  private final long timeoutNanos;
  private final long stalenessNanos;
  private final Caller caller;

  private Client(
      Names names,
      Connection connection,
      @Nullable String key,
      long timeoutNanos,
      long stalenessNanos,
      Caller caller) {
    this.names = names;
    this.connection = connection;
    this.key = key;
    this.timeoutNanos = timeoutNanos;
    this.stalenessNanos = stalenessNanos;
    this.caller = caller;
  }

  /** A client that owns its connection, and that programs therefore close. */
  protected Client(Application application, Connection connection) {
    this(
        new Names(application),
        connection,
        null,
        connection.usualTimeoutNanos(),
        TransactionRequest.NOW,
        Caller.NOBODY);
  }

  /** A client of a node that another program runs, such as a test kit. */
  public static Client of(Application application, Connection connection) {
    return new Client(application, connection);
  }

  /**
   * An actor whose procedures can be called. Actors need not be created: every key names one.
   *
   * @throws IllegalArgumentException if the application has no such type; the message names those
   *     that the application has
   */
  public final <A extends Actor> ActorHandle<A> actor(Class<A> type, String key) {
    return new ActorHandle<>(this, type, names.actor(type, key));
  }

  /**
   * An instance of a Rebel specification.
   *
   * @throws IllegalArgumentException if there is no such specification, or the key cannot be one of
   *     its keys
   */
  public final InstanceHandle instance(String specification, String key) {
    return new InstanceHandle(this, names.instance(specification, key));
  }

  /** An empty request, to be filled with calls that take effect all together or not at all. */
  public final Request request() {
    return new Request(this);
  }

  /**
   * A client whose request takes effect at most once, however often the request is made under this
   * key, also after a restart: a repeated request returns the first one's result. A different
   * request under a used key is aborted with the code {@code idempotency-key-reused}.
   *
   * @param idempotencyKey of one request; kept as long as the deployment's {@code
   *     idempotency.keep}. It has 1 to 255 bytes in UTF-8; a service over HTTP takes visible ASCII
   *     characters alone
   * @throws IllegalArgumentException if it is empty, longer, has half of a surrogate pair, or
   *     begins with U+0000
   */
  public final Client once(String idempotencyKey) {
    String once = Objects.requireNonNull(idempotencyKey, "the idempotency key is null");
    String fault = NameText.fault(once, Idempotency.MOST_KEY_BYTES);
    if (fault != null) {
      throw new IllegalArgumentException("an idempotency key " + fault);
    }
    if (Idempotency.isOfItem(once)) {
      throw new IllegalArgumentException(
          "an idempotency key begins with U+0000, as those of a batch's items do");
    }
    return new Client(names, connection, once, timeoutNanos, stalenessNanos, caller);
  }

  /** A client whose requests come from a caller, for subclasses that know their callers. */
  protected final Client by(Caller other) {
    Objects.requireNonNull(other, "the caller is null");
    return new Client(names, connection, key, timeoutNanos, stalenessNanos, other);
  }

  /**
   * A client whose requests are aborted with the code {@code deadline} when they have not ended in
   * time. Without a timeout, the deployment's {@code transaction-timeout} applies.
   *
   * @param timeout at least a nanosecond; what exceeds 100 years is 100 years
   */
  public final Client within(Duration timeout) {
    Objects.requireNonNull(timeout, "the timeout is null");
    if (timeout.isZero() || timeout.isNegative()) {
      throw new IllegalArgumentException("a deadline lies ahead, but this is " + timeout);
    }
    return new Client(names, connection, key, Durations.nanos(timeout), stalenessNanos, caller);
  }

  /**
   * A client whose queries read a snapshot: the state of all actors at one moment, on all nodes,
   * without locks and without conflicts with other transactions. A query on a snapshot sees all or
   * nothing of every transaction, but perhaps not the newest transactions; any other request sees
   * all transactions that were acknowledged before it. {@link Committed#age()} says how old the
   * snapshot was. A procedure that is no {@code Query} is refused with the code {@code
   * not-a-query}.
   *
   * @param staleness how old the snapshot may be when the query is made: queries share a snapshot
   *     that is young enough. At 0 the snapshot has all transactions that were acknowledged before
   */
  public final Client snapshot(Duration staleness) {
    Objects.requireNonNull(staleness, "the staleness is null");
    if (staleness.isNegative()) {
      throw new IllegalArgumentException("a snapshot has an age, but this is " + staleness);
    }
    return new Client(names, connection, key, timeoutNanos, Durations.nanos(staleness), caller);
  }

  /**
   * Runs independent requests, and waits until all have ended. A batch is not a transaction: each
   * request happens, or not, by itself, and none knows of the others, which may run before it,
   * after it or at the same time. It saves the cost of a question for each: to a service it is one.
   *
   * <pre>{@code
   * List<Request> deposits = new ArrayList<>();
   * for (Payment each : payments) {
   *   Request deposit = tutti.request();
   *   deposit.call(Account.class, each.to(), new Deposit(each.amount()));
   *   deposits.add(deposit);
   * }
   * for (BatchEnd end : tutti.once("payments-2026-11-30").batch(deposits)) {
   *   if (!end.isCommitted()) {
   *     log(end.failure());
   *   }
   * }
   * }</pre>
   *
   * <p>A key of {@link #once} is that of the whole batch: each request takes effect at most once
   * under the key and its place in the list. The same batch made again gets the results that it
   * had, and what has not happened happens, also if the list is longer now; a different request at
   * a place is aborted by itself with the code {@code idempotency-key-reused}. The time of {@link
   * #within} is each request's own, from when the node begins it, which is at most 256 of a batch
   * at a time; so the call takes at most that time for every 128 requests, and three seconds.
   *
   * @param requests 1 to 8,192, of clients of the same node, in any order; a service takes 8 MiB of
   *     them as JSON, and otherwise each ends with a {@link FailedException}
   * @return their ends, in the order of the requests; one that may have happened, since no answer
   *     has told, ends with an {@link InDoubtException}
   * @throws IllegalArgumentException if there are none or more than 8,192, or one is of another
   *     node's client
   * @throws IllegalStateException if one has no calls
   * @throws RefusedException with the code {@code internal} if this is a client of a caller, and
   *     one has a call that no caller may make; then nothing of the batch happens
   */
  public final List<BatchEnd> batch(List<Request> requests) {
    List<Request> all = List.copyOf(requests);
    if (all.isEmpty() || all.size() > RunningBatch.MOST) {
      throw new IllegalArgumentException(
          "a batch has 1 to %s requests, but this has %s".formatted(RunningBatch.MOST, all.size()));
    }
    String batchKey = key == null ? connection.ownKey() : key;
    List<TransactionRequest> made = new ArrayList<>(all.size());
    for (Request request : all) {
      if (request.client().names != names) {
        throw new IllegalArgumentException("a request of the batch is of another node's client");
      }
      made.add(
          made(
              request.checked(),
              batchKey == null ? null : Idempotency.keyOfItem(batchKey, made.size())));
    }
    AtomicReferenceArray<@Nullable Outcome> outcomes = new AtomicReferenceArray<>(made.size());
    AtomicInteger left = new AtomicInteger(made.size());
    connection.<Boolean>await(
        Connection.longest(timeoutNanos, made.size()),
        () -> false,
        ended ->
            connection.submitAll(
                made,
                batchKey,
                (outcome, place) -> {
                  outcomes.set(place, outcome);
                  if (left.decrementAndGet() == 0) {
                    ended.accept(true);
                  }
                }));
    List<BatchEnd> ends = new ArrayList<>(made.size());
    for (int i = 0; i < made.size(); i++) {
      Outcome outcome = outcomes.get(i);
      ends.add(Answers.end(outcome == null ? unanswered() : outcome, made.get(i), batchKey));
    }
    return ends;
  }

  /**
   * Returns the status of a transaction, also of one that ran before the last restart. Waits if
   * another node must be asked.
   *
   * @param transaction as {@link TransactionException#transaction()} gave it
   */
  public final Status ask(String transaction) {
    TransactionId id =
        TransactionId.parse(
            Objects.requireNonNull(transaction, "the name of the transaction is null"));
    if (id == null) {
      return new Status.Unknown();
    }
    TransactionStatus status =
        connection.<TransactionStatus>await(
            timeoutNanos,
            () -> new TransactionStatus.Waiting("the node has not said in time how it stands"),
            answer -> connection.status(id, timeoutNanos, answer));
    return switch (status) {
      case TransactionStatus.Running() -> new Status.Open("it runs");
      case TransactionStatus.Waiting(String why) -> new Status.Open(why);
      case TransactionStatus.Ended(Outcome outcome) -> Answers.status(outcome);
      case TransactionStatus.Expired() -> new Status.Expired();
      case TransactionStatus.Unknown() -> new Status.Unknown();
    };
  }

  final Names names() {
    return names;
  }

  final Connection connection() {
    return connection;
  }

  final long timeoutNanos() {
    return timeoutNanos;
  }

  /** Runs a request, and waits. */
  final Committed run(Request request) {
    TransactionRequest made = made(request);
    Outcome outcome =
        connection.await(timeoutNanos, this::unanswered, answer -> connection.submit(made, answer));
    return Answers.committed(outcome, made);
  }

  /** The outcome of a transaction that no answer has named, and that may have happened. */
  final Outcome unanswered() {
    return new Outcome.InDoubt(
        Connection.UNNAMED,
        "there was no answer by three seconds after the deadline of "
            + timeoutNanos / 1_000_000
            + " ms, so it may have happened");
  }

  /** Runs a request; the future completes with its result. */
  final CompletableFuture<Committed> submit(Request request) {
    CompletableFuture<Committed> future = new CompletableFuture<>();
    TransactionRequest made;
    try {
      made = made(request);
    } catch (RefusedException internal) {
      return CompletableFuture.failedFuture(internal);
    }
    Consumer<Outcome> onOutcome =
        outcome -> connection.later(() -> Answers.complete(future, outcome, made));
    connection.expects(
        future,
        () ->
            onOutcome.accept(
                new Outcome.InDoubt(
                    Connection.UNNAMED,
                    "the node was closed before the transaction had ended, so it may have"
                        + " happened")));
    connection.submit(made, onOutcome);
    return future;
  }

  private TransactionRequest made(Request request) {
    return made(request, key == null ? connection.ownKey() : key);
  }

  private TransactionRequest made(Request request, @Nullable String once) {
    if (!caller.isNobody()) {
      request.calls().forEach(Client::requireForCallers);
    }
    return new TransactionRequest(
        request.calls(),
        once == null
            ? null
            : RequestFingerprint.of(
                caller.isNobody() ? once : Idempotency.keyOfTenant(caller.tenant(), once),
                request.calls(),
                false,
                names.application().codec(),
                request.written()),
        timeoutNanos,
        stalenessNanos,
        caller);
  }

  /** Refuses a call that only the application itself makes, as a service does. */
  private static void requireForCallers(Call call) {
    if (call.action().internal()) {
      String actor = call.target().toString();
      String action = call.action().name();
      throw new RefusedException(
          "",
          "internal",
          actor,
          action,
          Refusal.of(
              "internal",
              "%s.%s is internal: it happens only with what calls it in the application"
                  .formatted(actor, action)));
    }
  }
}
