package tutti.engine.recovery;

import java.io.IOException;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;
import tutti.engine.commit.CommitKinds;
import tutti.engine.concurrency.BranchKey;
import tutti.engine.transaction.record.LogRecord.Part;
import tutti.engine.transaction.record.OwnPart;
import tutti.engine.transaction.record.PersistedState;
import tutti.engine.transaction.record.PreparedBranch;
import tutti.engine.transaction.record.Unfinished;
import tutti.model.Encoder;
import tutti.protocol.commit.CommitProtocol;
import tutti.protocol.commit.DurableState;
import tutti.protocol.commit.RecordKind;

/** The records that recovery tests write under the usual commit protocol. */
final class Usual {
  static final CommitProtocol PROTOCOL = CommitKinds.usual().protocol();
  static final Part PART = new Part(PROTOCOL, DurableState.NONE);
  static final PersistedState VOTED =
      PersistedState.nothing(PROTOCOL).with(RecordKind.VOTE, DurableState.NONE);
  static final PersistedState DECIDED =
      PersistedState.nothing(PROTOCOL).with(RecordKind.DECISION, DurableState.NONE);

  private Usual() {}

  static Unfinished unfinished(BranchKey key, long lsn, SortedMap<Integer, Long> branches) {
    return new Unfinished(key, false, DECIDED, 0, lsn, branches);
  }

  /** Writes how a branch ended that is in doubt; gives the record's position. */
  static long decide(DataFolder folder, BranchKey key, boolean commit, long decisionLsn)
      throws IOException {
    @Nullable PreparedBranch member =
        folder.inDoubt().stream().filter(it -> it.key().equals(key)).findAny().orElse(null);
    if (member == null) {
      folder.decided(new PreparedBranch(key, VOTED, 0, 0, null, null), commit, 0, 0);
      throw new AssertionError(key + " is not in doubt, and was decided");
    }
    OwnPart own = member.own();
    if (own != null) {
      throw new AssertionError("a coordinator of two-phase commit does not vote");
    }
    Encoder record =
        commit
            ? folder.records().branchCommitted(key, PART, 0, member.work(), decisionLsn)
            : folder.records().branchAborted(key, PART, 0);
    long lsn = folder.journal().append(record.array(), 0, record.size());
    folder.decided(member, commit, decisionLsn, lsn);
    return lsn;
  }
}
