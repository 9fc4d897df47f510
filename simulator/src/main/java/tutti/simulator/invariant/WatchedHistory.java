package tutti.simulator.invariant;

import java.util.List;
import org.jspecify.annotations.Nullable;
import tutti.engine.concurrency.BranchKey;
import tutti.engine.concurrency.Claim;
import tutti.engine.concurrency.TransactionId;
import tutti.engine.history.ForwardingHistory;
import tutti.engine.history.History;
import tutti.model.ActorId;
import tutti.model.Call;
import tutti.simulator.invariant.step.NodeLife;

/** A node's history, which the inspector follows and which is passed on. */
final class WatchedHistory implements ForwardingHistory {
  private final History next;
  private final NodeLife life;
  private final Inspector inspector;

  WatchedHistory(History next, NodeLife life, Inspector inspector) {
    this.next = next;
    this.life = life;
    this.inspector = inspector;
  }

  @Override
  public History history() {
    return next;
  }

  // The inspector hears before the others, since they may crash the node now.

  @Override
  public void decided(
      BranchKey attempt,
      @Nullable String key,
      long lsn,
      List<Claim> claims,
      List<@Nullable Object> results) {
    inspector.decided(life, attempt, lsn, claims);
    next.decided(attempt, key, lsn, claims, results);
  }

  @Override
  public void prepared(BranchKey branch, long lsn, List<Claim> claims) {
    inspector.voted(life, branch, lsn, claims);
    next.prepared(branch, lsn, claims);
  }

  @Override
  public void promised(BranchKey attempt, long lsn, List<Claim> claims) {
    inspector.promised(life, attempt, lsn, claims);
    next.promised(attempt, lsn, claims);
  }

  @Override
  public void branchEnded(BranchKey branch, boolean committed, long lsn) {
    inspector.ended(life, branch, committed, lsn);
    next.branchEnded(branch, committed, lsn);
  }

  @Override
  public void aborting(BranchKey attempt) {
    inspector.forget(life, attempt);
    next.aborting(attempt);
  }

  @Override
  public void undone(BranchKey attempt) {
    inspector.undone(life, attempt);
    next.undone(attempt);
  }

  @Override
  public void wrote(TransactionId transaction, ActorId actor, long version, Call call) {
    inspector.applied(life, transaction, actor, version);
    next.wrote(transaction, actor, version, call);
  }

  @Override
  public void withdrawn(Claim claim) {
    life.withdrawn(claim);
    next.withdrawn(claim);
  }
}
