package tutti.protocol.commit.easycommit;

import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import tutti.protocol.commit.Entry;
import tutti.protocol.commit.Found;
import tutti.protocol.commit.Self;
import tutti.protocol.termination.Member;
import tutti.protocol.termination.Message;
import tutti.protocol.termination.Standing;
import tutti.protocol.termination.State;

/**
 * A member of a transaction under EasyCommit: who hears the decision writes it down, passes it on
 * to all, and only then does it. Its transitions are in the package's card. Confined to one thread
 * at a time.
 */
public final class EasyMember extends Member {
  private final Variant variant;

  EasyMember(Self self, int coordinator, Variant variant) {
    super(self, coordinator, variant == Variant.PAPER);
    this.variant = variant;
  }

  EasyMember(Self self, Found found, Variant variant) {
    super(self, found, variant == Variant.PAPER);
    this.variant = variant;
  }

  /** {@code global-commit-decision-reached}, with the coordinator's own part. */
  @Override
  protected void allAgreed() {
    agree();
    become(State.AGREED);
    persist(Entry.VOTE, true);
  }

  @Override
  protected void notAgreed() {
    if (wrote()) {
      decided(false);
    } else {
      transmit(false);
    }
  }

  @Override
  protected void learn(int from, Message.Global global) {
    if (!global.commit() && global.members().isEmpty()) {
      persistLast(Entry.ABORTED, false);
      undo();
    } else if (!global.commit() || state() != State.VOTING) {
      name(global.members());
      heard().add(from);
      if (global.commit() && passesOnAtOnce()) {
        passOnAtOnce();
      } else if (!global.commit() && allHaveHeard()) {
        concludeForGood(false);
      } else {
        decided(global.commit());
      }
    }
  }

  /** {@code global-commit-received} or {@code global-abort-received}. */
  private void decided(boolean commit) {
    if (commit) {
      agree();
    }
    conclude(commit, commit ? Entry.NOTE : Entry.ABORTED);
  }

  /** The basic variant does if its one fellow is the coordinator: it has nobody to tell. */
  private boolean passesOnAtOnce() {
    return variant == Variant.OPTIMISED || variant == Variant.MENDED && allHaveHeard();
  }

  /**
   * Nothing that it would write first could bind it after a crash: it would ask anyway. So it
   * passes the commit on and does it, and says to the coordinator that it has it when that is true.
   * Until then the coordinator remembers it, and so that is the last record here.
   */
  private void passOnAtOnce() {
    agree();
    Set<Integer> to = othersBut(heard());
    to.remove(coordinator());
    send(to, new Message.Global(true, members(), false));
    concludeForGood(true);
    decide(true);
  }

  /** Whatever the answers: had anybody committed, this node would have heard of it by now. */
  @Override
  protected void judge(Map<Integer, Standing> answers) {
    decided(false);
  }

  @Override
  protected void logged(Entry entry) {
    boolean commit = state() != State.TRANSMIT_A;
    if (wasDown()) {
      become(commit ? State.COMMIT : State.ABORT);
      keepSaying();
    } else if (entry == Entry.COMMITTED) {
      become(State.COMMIT);
      send(coordinator(), new Message.Heard(true));
      keep();
    } else {
      transmit(commit);
    }
  }

  /** First transmit, then commit (§3). */
  private void transmit(boolean commit) {
    Set<Integer> to = others();
    if (variant == Variant.OPTIMISED) {
      to = othersBut(heard());
      if (heard().contains(coordinator())) {
        send(coordinator(), new Message.Heard(commit));
      }
    }
    send(to, new Message.Global(commit, members(), false));
    if (commit) {
      persist(Entry.COMMITTED, false);
    }
    decide(commit);
    if (hasClient()) {
      tell(commit);
    }
    become(commit ? State.COMMIT : State.ABORT);
    keep();
  }

  /**
   * What §7 calls early clean-up: the coordinator remembers the commit for those that were down.
   */
  @Override
  protected void retry() {
    if (variant == Variant.OPTIMISED && state() == State.COMMIT && !coordinates() && !wasDown()) {
      end();
    } else {
      super.retry();
    }
  }

  @Override
  protected void undoAndSay(Message.Global abort) {
    Set<Integer> to = new TreeSet<>(abort.members());
    to.remove(self().node());
    send(to, new Message.Global(false, abort.members(), false));
    undo();
  }

  @Override
  protected void goOn() {
    if (agreed()) {
      transmit(true);
    } else {
      become(State.READY);
      awaitAnew();
    }
  }

  /** It told its client as soon as it had told all others. */
  @Override
  protected boolean outcomeIfAllWereDown() {
    return true;
  }

  /** Whoever aborts remembers it until this node has it in its log, too. */
  @Override
  protected boolean outcomeIfForgotten() {
    return agreed();
  }

  @Override
  protected Standing standing() {
    return Standing.READY;
  }

  @Override
  protected void middle(int from, Message message) {}

  @Override
  protected void middleIsOver() {}

  @Override
  protected Set<Integer> missingInTheMiddle() {
    return Set.of();
  }
}
