package tutti.engine.transaction;

import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tutti.engine.concurrency.BranchKey;
import tutti.engine.transaction.LogRecord.BranchWork;
import tutti.model.ActorId;

/**
 * A member that recovery found in doubt: it has voted Yes, and how it ended is not in the log.
 *
 * @param nonce tells it from others of the same key that late messages may make; of a coordinator 0
 * @param voteLsn where its newest vote stands in the log
 * @param own if this node coordinates it; else null
 */
public record PreparedBranch(
    BranchKey key,
    Written written,
    long nonce,
    long voteLsn,
    BranchWork work,
    @Nullable OwnPart own) {

  /** When its transaction began. */
  public Instant began() {
    return work.seen().now();
  }

  /** What it has changed and looked at. */
  public List<ActorId> actors() {
    Stream<ActorId> acted = work.effects().stream().map(effect -> effect.call().target());
    Stream<ActorId> looked = work.looks().stream().map(look -> look.actor());
    return Stream.concat(acted, looked).distinct().toList();
  }

  /** After a note. */
  public PreparedBranch with(Written newer) {
    return new PreparedBranch(key, newer, nonce, voteLsn, work, own);
  }
}
