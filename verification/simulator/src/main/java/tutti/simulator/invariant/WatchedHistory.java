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
record WatchedHistory(History history, NodeLife life, Inspector inspector)
    implements ForwardingHistory {

  // The inspector hears before the others, since they may crash the node now.

  @Override
  public void decided(
      BranchKey attempt,
      @Nullable String key,
      long lsn,
      List<Claim> claims,
      List<@Nullable Object> results) {
    inspector.decided(life, attempt, lsn, claims);
    history.decided(attempt, key, lsn, claims, results);
  }

  @Override
  public void prepared(BranchKey branch, long lsn, List<Claim> claims) {
    inspector.voted(life, branch, lsn, claims);
    history.prepared(branch, lsn, claims);
  }

  @Override
  public void promised(BranchKey attempt, long lsn, List<Claim> claims) {
    inspector.promised(life, attempt, lsn, claims);
    history.promised(attempt, lsn, claims);
  }

  @Override
  public void branchEnded(BranchKey branch, boolean committed, long lsn) {
    inspector.ended(life, branch, committed, lsn);
    history.branchEnded(branch, committed, lsn);
  }

  @Override
  public void ending(BranchKey attempt) {
    inspector.ending(life, attempt);
    history.ending(attempt);
  }

  @Override
  public void undone(BranchKey attempt) {
    inspector.undone(life, attempt);
    history.undone(attempt);
  }

  @Override
  public void wrote(TransactionId transaction, ActorId actor, long version, Call call) {
    inspector.applied(life, transaction, actor, version);
    history.wrote(transaction, actor, version, call);
  }

  @Override
  public void withdrawn(Claim claim) {
    life.withdrawn(claim);
    history.withdrawn(claim);
  }
}
