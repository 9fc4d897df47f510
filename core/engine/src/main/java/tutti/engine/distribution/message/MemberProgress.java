package tutti.engine.distribution.message;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tutti.engine.concurrency.BranchKey;
import tutti.protocol.commit.Role;

/**
 * One machine of a commit protocol, at one moment, for people. Immutable.
 *
 * @param protocol the commit protocol's name
 * @param phase where it is, in the protocol's word
 * @param began when its transaction began; null if that is not known any more
 * @param since when it came into its phase; null if before its node started
 * @param inDoubt whether it has voted Yes and does not know how it ends
 * @param byHand whether a person has ended it here, and it goes on only to learn how the other
 *     members ended
 * @param actors the actors that it holds, or has executed at, here
 * @param others what is known of the other nodes of the transaction
 * @param ending the event that will end it
 * @param endsAlone whether that comes by itself, as things stand
 */
public record MemberProgress(
    BranchKey key,
    Role role,
    String protocol,
    String phase,
    @Nullable Instant began,
    @Nullable Instant since,
    boolean inDoubt,
    boolean byHand,
    List<String> actors,
    List<Other> others,
    String ending,
    boolean endsAlone) {
  public MemberProgress {
    actors = List.copyOf(actors);
    others = List.copyOf(others);
  }

  /**
   * A node of the transaction, as this node sees it.
   *
   * @param known in a few words
   */
  public record Other(String node, String known, boolean waitedFor, boolean reachable) {}
}
