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
 * A member of a transaction under EasyCommit: a member that hears the decision writes it down,
 * passes it on to all, and only then carries it out. Its transitions are in the package's card.
 * Confined to one thread at a time.
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

  /**
   * Whether the member passes a commit on before it has written it. The basic variant does so if
   * the only other member is the coordinator: then no other member needs to be told.
   */
  private boolean passesOnAtOnce() {
    return variant == Variant.OPTIMISED || variant == Variant.MENDED && allHaveHeard();
  }

  /**
   * Passes the commit on, carries it out, and tells the coordinator that it is in the log when that
   * is true. A record written first could not bind this member after a crash: it would ask anyway.
   * Until it has the commit in its log the coordinator remembers it, and so that record is the last
   * one here.
   */
  private void passOnAtOnce() {
    agree();
    Set<Integer> to = othersBut(heard());
    to.remove(coordinator());
    send(to, new Message.Global(true, members(), false));
    concludeForGood(true);
    decide(true);
  }

  /**
   * Aborts, whatever the answers: had any node committed, this one would have heard of it by now.
   */
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

  /** Transmits first, and then commits (§3). */
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

  /** Cleans up early (§7): the coordinator remembers the commit for the members that were down. */
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

  /** Returns commit: the coordinator told its client as soon as it had told all others. */
  @Override
  protected boolean outcomeIfAllWereDown() {
    return true;
  }

  /**
   * Returns commit if this member has a note of one: a member that aborts remembers the abort until
   * this node has it in its log, too.
   */
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
