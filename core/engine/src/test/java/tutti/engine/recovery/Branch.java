package tutti.engine.recovery;

import java.util.List;
import tutti.engine.concurrency.BranchKey;
import tutti.engine.concurrency.Claim;
import tutti.engine.transaction.record.InProgress.Prepared;
import tutti.engine.transaction.record.Observations;
import tutti.engine.transaction.record.RecordFormat;

/** The part on this node of another node's transaction. */
public final class Branch extends Holder {
  static final long NONCE = 7;

  /** Whether there is a vote in the log, and whether it is for all that this holds. */
  boolean voted;

  boolean votedForAll;

  Branch(RecoveredNode node, BranchKey key, Observations seen) {
    super(node, key, seen);
  }

  private RecordFormat format() {
    return new RecordFormat(node.directory.application());
  }

  /** Votes Yes, for all that it holds by now; gives the record's position. */
  long vote() throws Exception {
    List<Claim> held = List.copyOf(claims);
    Observations then = seen;
    voted = true;
    votedForAll = true;
    long lsn = append(format().vote(key, Usual.PART, NONCE, held, then, null));
    then(
        () -> {
          status = Status.PREPARED;
          node.prepared.put(key, new Prepared(key, Usual.VOTED, NONCE, lsn, then, held, null));
        });
    return lsn;
  }

  long commit(long decisionLsn) throws Exception {
    long lsn =
        append(
            format()
                .branchCommitted(key, Usual.PART, NONCE, List.copyOf(claims), seen, decisionLsn));
    status = Status.COMMITTED;
    then(() -> node.folder.rely(key.id().coordinator(), decisionLsn));
    thenEndAllClaims(true, lsn);
    then(() -> node.prepared.remove(key));
    return lsn;
  }

  long abort() throws Exception {
    long lsn = append(format().branchAborted(key, Usual.PART, NONCE));
    status = Status.ABORTED;
    thenEndAllClaims(false, 0);
    then(() -> node.prepared.remove(key));
    return lsn;
  }
}
