package tutti.protocol.termination;

import java.util.ArrayList;
import java.util.List;
import tutti.protocol.commit.Timer;

/**
 * The members that may decide, in the order of their turns: the coordinator, then the participants,
 * lowest first.
 */
final class Candidates {
  private final MemberState member;

  /** The number of candidates that this member has waited for in vain. */
  private int stage;

  Candidates(MemberState member) {
    this.member = member;
  }

  private List<Integer> inOrder() {
    List<Integer> candidates = new ArrayList<>(member.members());
    candidates.removeIf(node -> node == member.coordinator());
    candidates.addFirst(member.coordinator());
    return candidates;
  }

  /** The candidate whose turn it is. */
  int current() {
    return stage == 0 ? member.coordinator() : inOrder().get(stage);
  }

  /**
   * Waits for the candidate whose turn it is. The wait is longer at every stage, since the times at
   * which two members begin to wait can differ by six bounds more after each. It is long enough for
   * a decision to pass through all other members, each of which tells one more and crashes.
   */
  void await() {
    long bounds = 6L * (stage + 2) + member.members().size();
    member.start(Timer.SILENCE, bounds * member.self().timing().delayBoundNanos());
  }

  /** Waits for the coordinator, and then for one candidate after the other. */
  void awaitAnew() {
    stage = 0;
    await();
  }

  /** Waits for that node: its word counts from now on. */
  void follow(int node) {
    stage = inOrder().indexOf(node);
    await();
  }

  /** Waits for a leader that asks, unless its turn is over; a member that votes does not wait. */
  void adopt(int leader) {
    int rank = inOrder().indexOf(leader);
    if (rank >= stage && !member.coordinates()) {
      stage = rank;
      if (member.state() != State.VOTING) {
        await();
      }
    }
  }

  /** Goes on to the next candidate. Returns whether this member is that one. */
  boolean next() {
    stage++;
    List<Integer> candidates = inOrder();
    return stage == candidates.size() || candidates.get(stage) == member.self().node();
  }

  /** Moves on to this member's own turn. */
  void takeTurn() {
    stage = inOrder().indexOf(member.self().node());
  }
}
