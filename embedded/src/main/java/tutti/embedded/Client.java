package tutti.embedded;

import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tutti.engine.concurrency.TransactionId;
import tutti.engine.transaction.Outcome;
import tutti.engine.transaction.RequestFingerprint;
import tutti.engine.transaction.TransactionRequest;
import tutti.engine.transaction.TransactionRequest.Idempotency;
import tutti.engine.transaction.TransactionStatus;
import tutti.model.Application;
import tutti.model.actor.Actor;

/**
 * Whom an application's user talks to: every call is a transaction, and a {@link #request()} makes
 * one of several. Thread-safe, immutable: {@link #once}, {@link #within} and {@link #snapshot} give
 * other clients of the same node.
 */
public sealed class Client permits Tutti, Client.Narrowed {
  private final Names names;
  private final Connection connection;
  private final @Nullable String key;
  private final long timeoutNanos;
  private final long stalenessNanos;

  Client(
      Names names,
      Connection connection,
      @Nullable String key,
      long timeoutNanos,
      long stalenessNanos) {
    this.names = names;
    this.connection = connection;
    this.key = key;
    this.timeoutNanos = timeoutNanos;
    this.stalenessNanos = stalenessNanos;
  }

  /** The same node, asked with a key, a deadline, or for a snapshot. */
  static final class Narrowed extends Client {
    Narrowed(
        Names names,
        Connection connection,
        @Nullable String key,
        long timeoutNanos,
        long stalenessNanos) {
      super(names, connection, key, timeoutNanos, stalenessNanos);
    }
  }

  /** A client of a node that somebody else runs, such as a test kit. */
  public static Client of(Application application, Connection connection) {
    return new Narrowed(
        new Names(application),
        connection,
        null,
        connection.usualTimeoutNanos(),
        TransactionRequest.NOW);
  }

  /**
   * An actor to call procedures of. It need not be made: every key names one.
   *
   * @throws IllegalArgumentException if the application has no such type; it names those it has
   */
  public final <A extends Actor> ActorHandle<A> actor(Class<A> type, String key) {
    return new ActorHandle<>(this, type, names.actor(type, key));
  }

  /**
   * An instance of a Rebel specification.
   *
   * @throws IllegalArgumentException if there is no such specification, or that cannot be its key
   */
  public final InstanceHandle instance(String specification, String key) {
    return new InstanceHandle(this, names.instance(specification, key));
  }

  /** An empty request, to be filled with calls that happen all together or not at all. */
  public final Request request() {
    return new Request(this);
  }

  /**
   * A client whose request happens at most once, however often it is made under this key, also
   * after a restart: a repeat gives the first one's result. Another request under a key that was
   * used is aborted with the code {@code idempotency-key-reused}.
   *
   * @param idempotencyKey of one request; kept as long as the deployment's {@code idempotency.keep}
   */
  public final Client once(String idempotencyKey) {
    String once = Objects.requireNonNull(idempotencyKey);
    return new Narrowed(names, connection, once, timeoutNanos, stalenessNanos);
  }

  /**
   * A client whose requests are aborted with the code {@code deadline} when they are not done in
   * time. Without it, {@code transaction-timeout} of the deployment counts.
   *
   * @param timeout at least a nanosecond
   */
  public final Client within(Duration timeout) {
    if (timeout.isZero() || timeout.isNegative()) {
      throw new IllegalArgumentException("a deadline lies ahead, but this is " + timeout);
    }
    return new Narrowed(names, connection, key, timeout.toNanos(), stalenessNanos);
  }

  /**
   * A client whose queries read a snapshot: how everything was at one moment, on all nodes, without
   * holding or meeting anybody. What is asked this way sees all or nothing of every transaction,
   * but perhaps not the newest: other than any other request, which sees whatever was acknowledged
   * before it. {@link Committed#age()} says how old it was. A procedure that is no {@code Query} is
   * refused with the code {@code not-a-query}.
   *
   * @param staleness how old the snapshot may be when it is asked for: a young one is shared. At 0
   *     it has all that was acknowledged before
   */
  public final Client snapshot(Duration staleness) {
    if (staleness.isNegative()) {
      throw new IllegalArgumentException("a snapshot has an age, but this is " + staleness);
    }
    return new Narrowed(names, connection, key, timeoutNanos, staleness.toNanos());
  }

  /**
   * What became of a transaction, also of one that ran before the last restart. Waits if another
   * node must be asked.
   *
   * @param transaction as {@link TransactionException#transaction()} gave it
   */
  public final Status ask(String transaction) {
    TransactionId id = TransactionId.parse(transaction);
    if (id == null) {
      return new Status.Unknown();
    }
    TransactionStatus status = connection.await(answer -> connection.status(id, answer));
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
    return Answers.committed(connection.<Outcome>await(answer -> connection.submit(made, answer)));
  }

  /** Runs a request. */
  final CompletableFuture<Committed> submit(Request request) {
    CompletableFuture<Committed> future = new CompletableFuture<>();
    Consumer<Outcome> onOutcome =
        outcome -> connection.later(() -> Answers.complete(future, outcome));
    connection.submit(made(request), onOutcome);
    return future;
  }

  private TransactionRequest made(Request request) {
    String once = key == null ? connection.ownKey() : key;
    return new TransactionRequest(
        request.calls(),
        once == null
            ? null
            : new Idempotency(
                once, RequestFingerprint.of(request.calls(), false, names.application().codec())),
        timeoutNanos,
        stalenessNanos);
  }
}
