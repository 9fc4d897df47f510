package tutti.embedded;

import java.util.function.Consumer;
import tutti.engine.concurrency.TransactionId;
import tutti.engine.node.Node;
import tutti.engine.node.Node.ReadResult;
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
}
