package tutti.embedded;

import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import tutti.engine.concurrency.TransactionId;
import tutti.engine.node.Node;
import tutti.engine.node.Node.ReadResult;
import tutti.engine.transaction.submission.Outcome;
import tutti.engine.transaction.submission.Reason;
import tutti.engine.transaction.submission.TransactionRequest;
import tutti.engine.transaction.submission.TransactionStatus;
import tutti.model.ActorId;

/** A node in this process, used by its own threads. */
final class NodeConnection implements Connection {
  private final Node node;

  /** The ends of the results that are not there yet. */
  private final Set<Runnable> expected = ConcurrentHashMap.newKeySet();

  NodeConnection(Node node) {
    this.node = node;
  }

  @Override
  public long usualTimeoutNanos() {
    return node.deployment().transactionTimeout().toNanos();
  }

  @Override
  public void submit(TransactionRequest request, Consumer<Outcome> onOutcome) {
    node.submit(
        request,
        request.idempotency() == null
            ? onOutcome
            : outcome -> onOutcome.accept(underGivenKey(outcome)));
  }

  /**
   * Returns the outcome of a request whose key the caller has chosen. If the node that knows the
   * key was not asked, or any node may run an earlier request under the key, that earlier request
   * may have happened, so the outcome is in doubt.
   */
  private Outcome underGivenKey(Outcome outcome) {
    return outcome instanceof Outcome.Aborted(_, Reason why)
            && !why.isAboutKey(node.deployment().integrated())
        ? Connection.ofOneTry(outcome)
        : outcome;
  }

  @Override
  public void expects(CompletableFuture<?> result, Runnable end) {
    expected.add(end);
    result.whenComplete((_, _) -> expected.remove(end));
  }

  /** Ends the results that the node, which is closed, has not given, and gives no more. */
  void end() {
    expected.forEach(Runnable::run);
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
