package tutti.engine.integrated;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tutti.engine.concurrency.TransactionId;
import tutti.engine.transaction.seam.DryCall;
import tutti.engine.transaction.seam.SnapshotCall;
import tutti.engine.transaction.seam.SnapshotSource;
import tutti.engine.transaction.submission.Reason;
import tutti.model.ActorId;
import tutti.model.ActorState;

/** The snapshots of an integrated protocol, which has none, and no other nodes to ask. */
enum NoSnapshots implements SnapshotSource {
  INSTANCE;

  static final Reason.Unavailable NONE =
      new Reason.Unavailable(
          "no-snapshots",
          "this deployment's protocol keeps no snapshots: ask without a staleness, or deploy"
              + " integrated = janus, or concurrency-control = optimistic, no-wait, wait-die or"
              + " wound-wait in its place");

  @Override
  public void take(
      TransactionId query, long stalenessNanos, long timeoutNanos, Consumer<Result> done) {
    done.accept(new None(NONE));
  }

  @Override
  public void giveBack(TransactionId query, long number, boolean lost) {}

  @Override
  public void call(int node, SnapshotCall call, Consumer<SnapshotEnd> done) {
    done.accept(SnapshotEnd.failed(NONE));
  }

  @Override
  public void read(ActorId actor, long timeoutNanos, Consumer<@Nullable ActorState> done) {
    done.accept(null);
  }

  @Override
  public void dryRun(int node, DryCall call, Consumer<DryCall.End> done) {
    done.accept(DryCall.End.failed(NONE));
  }
}
