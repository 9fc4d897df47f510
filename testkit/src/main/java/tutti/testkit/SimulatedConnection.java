package tutti.testkit;

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
import tutti.engine.transaction.submission.TransactionRequest;
import tutti.engine.transaction.submission.TransactionStatus;
import tutti.model.ActorId;

/** One client of a {@link SimulatedHost}: each of its requests has a key, and takes effect once. */
final class SimulatedConnection implements Connection {
  private final SimulatedHost host;
  private final TaskExecutor executor;
  private final String name;
  private final @Nullable CallLog log;
  private int requests;

  /**
   * @param executor on which this client's tasks run
   * @param log gets the requests and answers, or is null
   */
  SimulatedConnection(
      SimulatedHost host, TaskExecutor executor, String name, @Nullable CallLog log) {
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
    CallLog.Entry entry = log == null ? null : log.begin(name, request.calls());
    long ask = host.trace().asked(name, request);
    host.<Outcome>ask(
        (node, answer) -> node.submit(request, answer),
        outcome -> {
          if (entry != null) {
            entry.end(outcome);
          }
          host.trace().answered(ask, name, outcome);
          onOutcome.accept(outcome);
        });
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
    long ask = host.trace().asked(name, actor);
    host.<ReadResult>ask(
        (node, answer) -> node.read(actor, timeoutNanos, answer),
        seen -> {
          host.trace().answered(ask, name, seen);
          onSeen.accept(seen);
        });
  }

  @Override
  public void status(TransactionId id, Consumer<TransactionStatus> onStatus) {
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

  @Override
  public String ownKey() {
    return name + "-" + requests++;
  }
}
