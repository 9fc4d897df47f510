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
 * @param phase the machine's phase, as its protocol names it
 * @param began when the transaction began; null if that is not known any more
 * @param since when the machine came into its phase; null if that was before its node started
 * @param inDoubt whether the machine has voted Yes and does not know the outcome
 * @param byHand whether a person has ended the transaction here, and the machine goes on only to
 *     learn how the other members ended
 * @param actors the actors that the transaction holds, or has executed at, on this node
 * @param others the machine's knowledge of the other nodes of the transaction
 * @param ending the event that will end the machine
 * @param endsAlone whether that event comes without a person's help, as things stand
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
