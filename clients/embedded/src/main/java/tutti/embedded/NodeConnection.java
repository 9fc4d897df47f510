package tutti.embedded;

import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.ObjIntConsumer;
import org.jspecify.annotations.Nullable;
import tutti.engine.concurrency.TransactionId;
import tutti.engine.node.Node;
import tutti.engine.node.Node.ReadResult;
import tutti.engine.node.RunningBatch;
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

  @Override
  public void submitAll(
      List<TransactionRequest> requests, @Nullable String key, ObjIntConsumer<Outcome> onOutcome) {
    Ends ends = new Ends(requests, key != null, onOutcome);
    RunningBatch<Boolean> batch =
        new RunningBatch<>(
            node::submitAll,
            ends,
            requests.size(),
            true,
            RunningBatch.WINDOW,
            new RunningBatch.Threads(this::later, this::later, node::delayNanos),
            () -> {});
    batch.submit();
    takeAll(batch);
  }

  /** Takes the ends that are there, and more when they are. */
  private static void takeAll(RunningBatch<Boolean> batch) {
    while (batch.hasNext() && batch.isThereOr(() -> takeAll(batch))) {
      batch.take();
    }
  }

  /** The ends of the requests of a batch, which are told as they are taken. */
  private final class Ends implements RunningBatch.Transactions<Boolean> {
    private final List<TransactionRequest> requests;
    private final boolean keyed;
    private final ObjIntConsumer<Outcome> onOutcome;

    /**
     * @param keyed whether the caller has chosen a key
     */
    Ends(List<TransactionRequest> requests, boolean keyed, ObjIntConsumer<Outcome> onOutcome) {
      this.requests = requests;
      this.keyed = keyed;
      this.onOutcome = onOutcome;
    }

    @Override
    public TransactionRequest request(int index) {
      return requests.get(index);
    }

    @Override
    public Boolean answer(int index, @Nullable Outcome outcome, boolean crowded) {
      Outcome its = Objects.requireNonNull(outcome);
      onOutcome.accept(keyed ? underGivenKey(its) : its, index);
      return true;
    }

    @Override
    public boolean isLong(Outcome outcome) {
      return false;
    }

    @Override
    public long bytes(Boolean answer) {
      return 1;
    }
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
