package tutti.testkit;

import java.time.Instant;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tutti.embedded.Connection;
import tutti.engine.concurrency.TransactionId;
import tutti.engine.node.Node.ReadResult;
import tutti.engine.runtime.Promise;
import tutti.engine.runtime.TaskExecutor;
import tutti.engine.transaction.submission.ClientBlock;
import tutti.engine.transaction.submission.Outcome;
import tutti.engine.transaction.submission.Reason;
import tutti.engine.transaction.submission.TransactionRequest;
import tutti.engine.transaction.submission.TransactionStatus;
import tutti.model.ActorId;

/** One client of {@link SimulatedHosts}: each of its requests has a key, and takes effect once. */
final class SimulatedConnection implements Connection {
  /** The tries of a request on several nodes: a leader is found, and a node starts, by then. */
  private static final int MOST_TRIES = 500;

  private final SimulatedHosts host;
  private final TaskExecutor executor;
  private final String name;
  private final @Nullable CallLog log;
  private int requests;

  /**
   * @param executor on which this client's tasks run
   * @param log gets the requests and answers, or is null
   */
  SimulatedConnection(
      SimulatedHosts host, TaskExecutor executor, String name, @Nullable CallLog log) {
    this.host = host;
    this.executor = executor;
    this.name = name;
    this.log = log;
  }

  @Override
  public long usualTimeoutNanos() {
    return host.deployment().transactionTimeout().toNanos();
  }

  @Override
  public void submit(TransactionRequest request, Consumer<Outcome> onOutcome) {
    CallLog.Entry entry = log == null ? null : log.begin(name, request);
    long ask = host.trace().asked(name, request);
    submit(
        request,
        MOST_TRIES,
        outcome -> {
          if (entry != null) {
            entry.end(outcome);
          }
          host.trace().answered(ask, name, outcome);
          onOutcome.accept(outcome);
        });
  }

  private void submit(TransactionRequest request, int tries, Consumer<Outcome> onOutcome) {
    host.<Outcome>ask(
        (node, answer) -> node.submit(request, answer),
        outcome -> {
          if (host.several() && tries > 1 && goesOn(request, outcome)) {
            host.later(() -> submit(request, tries - 1, onOutcome));
          } else {
            onOutcome.accept(outcome);
          }
        });
  }

  /**
   * Whether a request on several nodes is made again, under its key: a crash of another node has
   * stopped it, or left its outcome open.
   */
  private static boolean goesOn(TransactionRequest request, Outcome outcome) {
    return request.idempotency() != null
        && switch (outcome) {
          case Outcome.Committed _ -> false;
          case Outcome.Aborted(_, Reason reason) -> reason.retryable();
          case Outcome.InDoubt _ -> true;
        };
  }

  /** Runs a block of this client, whose first step is there. */
  void run(ClientBlock block) {
    CallLog.Entry entry = log == null ? null : log.begin(name, block);
    long ask = host.trace().asked(name, block);
    host.run(
        block,
        outcome -> {
          if (entry != null) {
            entry.end(outcome);
          }
          host.trace().answered(ask, name, outcome);
        });
  }

  @Override
  public void read(ActorId actor, long timeoutNanos, Consumer<ReadResult> onSeen) {
    count();
    long ask = host.trace().asked(name, actor);
    read(
        actor,
        timeoutNanos,
        MOST_TRIES,
        seen -> {
          host.trace().answered(ask, name, seen);
          onSeen.accept(seen);
        });
  }

  private void count() {
    if (log != null) {
      log.count();
    }
  }

  private void read(ActorId actor, long timeoutNanos, int tries, Consumer<ReadResult> onSeen) {
    host.<ReadResult>ask(
        (node, answer) -> node.read(actor, timeoutNanos, answer),
        seen -> {
          if (host.several() && tries > 1 && seen instanceof ReadResult.Failed) {
            host.later(() -> read(actor, timeoutNanos, tries - 1, onSeen));
          } else {
            onSeen.accept(seen);
          }
        });
  }

  @Override
  public void status(TransactionId id, Consumer<TransactionStatus> onStatus) {
    count();
    host.<TransactionStatus>ask((node, answer) -> node.status(id, answer), onStatus);
  }

  @Override
  public <T> T await(long timeoutNanos, Supplier<T> late, Consumer<Consumer<T>> question) {
    Promise<T> promise = new Promise<>();
    question.accept(promise::complete);
    return promise.await();
  }

  @Override
  public void later(Runnable continuation) {
    executor.start(continuation);
  }

  /** The wall clock of all nodes. */
  Instant now() {
    return host.now();
  }

  /** Advances the wall clocks of all nodes. */
  void advance(long nanos) {
    host.advance(nanos);
  }

  @Override
  public String ownKey() {
    return name + "-" + requests++;
  }
}
