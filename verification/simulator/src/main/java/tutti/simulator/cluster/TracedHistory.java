package tutti.simulator.cluster;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tutti.engine.concurrency.BranchKey;
import tutti.engine.concurrency.Claim;
import tutti.engine.concurrency.TransactionId;
import tutti.engine.history.ForwardingHistory;
import tutti.engine.history.History;
import tutti.model.ActorId;
import tutti.model.Call;
import tutti.simulator.trace.TraceEvent;
import tutti.simulator.world.SimulatedScheduler;

/** A history that keeps a node's events for a reader, and passes them on. */
record TracedHistory(History history, SimulatedScheduler world, int node)
    implements ForwardingHistory {
  private static List<Call> acts(List<Claim> claims) {
    List<Call> acts = new ArrayList<>();
    for (Claim claim : claims) {
      Call call = claim.call();
      if (call != null) {
        acts.add(call);
      }
    }
    return acts;
  }

  // The event is kept before others are told, since one of them may crash the node now.

  @Override
  public void decided(
      BranchKey attempt,
      @Nullable String key,
      long lsn,
      List<Claim> claims,
      List<@Nullable Object> results) {
    world.record(new TraceEvent.Decided(node, attempt.id(), key, lsn, acts(claims)));
    history.decided(attempt, key, lsn, claims, results);
  }

  @Override
  public void prepared(BranchKey branch, long lsn, List<Claim> claims) {
    world.record(new TraceEvent.Voted(node, branch, lsn, acts(claims)));
    history.prepared(branch, lsn, claims);
  }

  @Override
  public void promised(BranchKey attempt, long lsn, List<Claim> claims) {
    world.record(new TraceEvent.Voted(node, attempt, lsn, acts(claims)));
    history.promised(attempt, lsn, claims);
  }

  @Override
  public void branchEnded(BranchKey branch, boolean committed, long lsn) {
    world.record(new TraceEvent.Ended(node, branch, committed, lsn));
    history.branchEnded(branch, committed, lsn);
  }

  @Override
  public void undone(BranchKey attempt) {
    world.record(new TraceEvent.Ended(node, attempt, false, 0));
    history.undone(attempt);
  }

  @Override
  public void wrote(TransactionId transaction, ActorId actor, long version, Call call) {
    world.record(new TraceEvent.Took(node, transaction, actor, version, call));
    history.wrote(transaction, actor, version, call);
  }

  @Override
  public void read(TransactionId transaction, ActorId actor, long version) {
    world.record(new TraceEvent.Saw(node, transaction, actor, version));
    history.read(transaction, actor, version);
  }
}
