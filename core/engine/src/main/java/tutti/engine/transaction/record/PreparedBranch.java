package tutti.engine.transaction.record;

import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tutti.engine.concurrency.BranchKey;
import tutti.engine.transaction.record.LogRecord.BranchWork;
import tutti.model.ActorId;

/**
 * A member that recovery found in doubt: it has voted Yes, and the log does not contain the
 * outcome.
 *
 * @param nonce distinguishes the member from others with the same key that late messages may make;
 *     0 for a coordinator
 * @param voteLsn the position of its newest vote in the log
 * @param own the coordinator's own part if this node coordinates the transaction; else null
 */
public record PreparedBranch(
    BranchKey key,
    PersistedState written,
    long nonce,
    long voteLsn,
    BranchWork work,
    @Nullable OwnPart own) {

  /** Returns when the member's transaction began. */
  public Instant began() {
    return work.seen().now();
  }

  /** Returns the actors that the member has changed and looked at. */
  public List<ActorId> actors() {
    Stream<ActorId> acted = work.effects().stream().map(effect -> effect.call().target());
    Stream<ActorId> looked = work.looks().stream().map(look -> look.actor());
    return Stream.concat(acted, looked).distinct().toList();
  }

  /** Returns the member after a note. */
  public PreparedBranch with(PersistedState newer) {
    return new PreparedBranch(key, newer, nonce, voteLsn, work, own);
  }
}
