package tutti.embedded;

import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tutti.engine.concurrency.TransactionId;
import tutti.engine.node.Node;
import tutti.engine.node.Node.ReadResult;
import tutti.engine.runtime.TaskContext;
import tutti.engine.runtime.Uninterruptibly;
import tutti.engine.runtime.VirtualThreads;
import tutti.engine.transaction.submission.Outcome;
import tutti.engine.transaction.submission.TransactionRequest;
import tutti.engine.transaction.submission.TransactionStatus;
import tutti.model.ActorId;

/** A node in this process, used by its own threads. */
final class NodeConnection implements Connection {
  private final Node node;

  NodeConnection(Node node) {
    this.node = node;
  }

  @Override
  public long usualTimeoutNanos() {
    return node.deployment().transactionTimeout().toNanos();
  }

  @Override
  public void submit(TransactionRequest request, Consumer<Outcome> onOutcome) {
    node.submit(request, onOutcome);
  }

  @Override
  public void read(ActorId actor, long timeoutNanos, Consumer<ReadResult> onSeen) {
    node.read(actor, timeoutNanos, onSeen);
  }

  @Override
  public void status(TransactionId id, Consumer<TransactionStatus> onStatus) {
    node.status(id, onStatus);
  }

  @Override
  public <T> T await(Consumer<Consumer<T>> question) {
    if (TaskContext.current() != null) {
      throw new IllegalStateException(
          "a procedure must not wait for a transaction of its own: call the other actor through"
              + " the actor that the procedure is given, as in actor(Account.class, key).call(…)");
    }
    AtomicReference<@Nullable T> answer = new AtomicReference<>(null);
    CountDownLatch answered = new CountDownLatch(1);
    question.accept(
        given -> {
          answer.set(given);
          answered.countDown();
        });
    // The request takes effect anyway, and within its deadline, so the caller waits for the answer.
    Uninterruptibly.await(answered);
    return Objects.requireNonNull(answer.get());
  }

  @Override
  public void later(Runnable continuation) {
    // The calling thread may be a task's, and the client's continuation is no part of that task.
    VirtualThreads.onUsualCarriers().name("tutti-client").start(continuation);
  }
}
