package tutti.protocol.termination;

import java.util.Set;
import java.util.TreeSet;
import tutti.protocol.commit.Timer;

/**
 * The memory of an outcome that is in this member's log, until all other members have it in theirs.
 */
public final class CleanUp {
  private final MemberState member;

  /** The members that are known to have the outcome in their logs. */
  private final Set<Integer> heard = new TreeSet<>();

  private long wait;

  CleanUp(MemberState member) {
    this.member = member;
    this.wait = member.self().timing().retryNanos();
  }

  /** Remembers the outcome until all others have it. */
  public void keep() {
    wait = member.self().timing().retryNanos();
    if (!forgetIfAllHaveHeard()) {
      member.start(Timer.RETRY, wait);
    }
  }

  /** Remembers the outcome as {@link #keep} does, and tells the others at once. */
  public void keepSaying() {
    wait = member.self().timing().retryNanos();
    if (!forgetIfAllHaveHeard()) {
      sayAgain();
    }
  }

  /** Says the outcome again to the members that are not known to have it. */
  public void sayAgain() {
    member.send(missing(), outcome());
    member.start(Timer.RETRY, wait);
  }

  /** The outcome of a member that has ended. */
  Message outcome() {
    return new Message.Global(member.state() == State.COMMIT, member.members(), true);
  }

  /** Asks the others how the transaction ended; after twice the wait the member asks again. */
  void inquire() {
    member.send(member.others(), new Message.Ask(false));
    member.start(Timer.INQUIRE, wait);
    waitLonger();
  }

  void waitLonger() {
    wait = member.self().timing().after(wait);
  }

  /** Notes that the sender of an outcome has it in its log. */
  public void heard(int from) {
    heard.add(from);
  }

  /** Handles the report of another member that it has the outcome in its log. */
  void heard(int from, boolean commit) {
    boolean knows = member.state() == (commit ? State.COMMIT : State.ABORT);
    if (knows || member.state() == (commit ? State.TRANSMIT_C : State.TRANSMIT_A)) {
      heard.add(from);
    }
    if (knows) {
      forgetIfAllHaveHeard();
    }
  }

  private boolean forgetIfAllHaveHeard() {
    boolean all = allHaveHeard();
    if (all) {
      member.end();
    }
    return all;
  }

  /** Whether all others are known to have the outcome in their logs. */
  public boolean allHaveHeard() {
    return heard.containsAll(member.others());
  }

  /** The members that are known to have the outcome in their logs. */
  public Set<Integer> heard() {
    return heard;
  }

  /** The other members that are not known to have the outcome in their logs. A copy. */
  public Set<Integer> missing() {
    return member.othersBut(heard);
  }
}
