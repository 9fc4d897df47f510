package tutti.protocol.commit.threephase;

import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import tutti.protocol.commit.Entry;
import tutti.protocol.commit.Found;
import tutti.protocol.commit.Self;
import tutti.protocol.commit.Timer;
import tutti.protocol.termination.Member;
import tutti.protocol.termination.Message;
import tutti.protocol.termination.Standing;
import tutti.protocol.termination.State;

/**
 * A member of a transaction under three-phase commit: no member commits before all members that are
 * up know that all have voted Yes. Its transitions are in the package's card. Confined to one
 * thread at a time.
 */
public final class ThreePhaseMember extends Member {
  /** The value for no node. */
  private static final int NONE = -1;

  private final Variant variant;

  /** The members whose answers to this leader's PreCommit are missing. */
  private final Set<Integer> awaited = new TreeSet<>();

  /** The node that wants to hear that this member has PreCommit in its log. */
  private int asker = NONE;

  ThreePhaseMember(Self self, int coordinator, Variant variant) {
    super(self, coordinator, variant == Variant.PAPER);
    this.variant = variant;
  }

  ThreePhaseMember(Self self, Found found, Variant variant) {
    super(self, found, variant == Variant.PAPER);
    this.variant = variant;
  }

  /** The coordinator's {@code pre-commit} entry, with its own part. */
  @Override
  protected void allAgreed() {
    agree();
    become(State.AGREED);
    persist(Entry.VOTE, true);
  }

  /**
   * Aborts without a record, since abort is presumed: no node can have committed, and no node that
   * is asked says otherwise.
   */
  @Override
  protected void notAgreed() {
    if (wrote()) {
      decided(false);
      return;
    }
    send(others(), new Message.Global(false, Set.of(), false));
    decide(false);
    tell(false);
    end();
  }

  @Override
  protected void logged(Entry entry) {
    switch (state()) {
      case AGREED -> spread(others());
      case PRE_COMMIT -> {
        if (asker != NONE) {
          send(asker, new Message.PreCommitted());
        }
      }
      case TRANSMIT_C -> ended(true);
      case TRANSMIT_A -> ended(false);
      default -> {}
    }
  }

  /** Tells those members that all have voted Yes, and commits once all of them know. */
  private void spread(Set<Integer> to) {
    become(State.PRE_COMMIT);
    send(to, new Message.PreCommit());
    if (variant != Variant.UNACKNOWLEDGED) {
      awaited.addAll(to);
    }
    if (awaited.isEmpty()) {
      decided(true);
    } else {
      start(Timer.SILENCE, roundTrip());
    }
  }

  @Override
  protected void middle(int from, Message message) {
    if (message instanceof Message.PreCommit) {
      if (state() == State.READY) {
        agree();
        become(State.PRE_COMMIT);
        asker = from;
        persist(Entry.NOTE, variant != Variant.UNACKNOWLEDGED);
        follow(from);
      }
    } else if (state() == State.PRE_COMMIT && awaited.remove(from) && awaited.isEmpty()) {
      decided(true);
    }
  }

  /** Decides: a member that has not answered has crashed, and will ask. */
  @Override
  protected void middleIsOver() {
    decided(true);
  }

  @Override
  protected Set<Integer> missingInTheMiddle() {
    return awaited;
  }

  @Override
  protected void judge(Map<Integer, Standing> answers) {
    if (!agreed() && !answers.containsValue(Standing.PRE_COMMIT)) {
      decided(false);
      return;
    }
    if (!agreed()) {
      agree();
      persist(Entry.NOTE, false);
    }
    Set<Integer> behind = new TreeSet<>(answers.keySet());
    behind.removeIf(node -> answers.get(node) != Standing.READY);
    spread(behind);
  }

  @Override
  protected void learn(int from, Message.Global global) {
    if (!global.commit() && global.members().isEmpty()) {
      persistLast(Entry.ABORTED, false);
      undo();
    } else if (!global.commit() || state() != State.VOTING) {
      heard().add(from);
      decided(global.commit());
    }
  }

  private void decided(boolean commit) {
    Entry entry = coordinates() ? Entry.DECISION : Entry.COMMITTED;
    if (leads()) {
      conclude(commit, commit ? entry : Entry.ABORTED);
    } else {
      concludeForGood(commit);
    }
    if (!decidesAlone(commit)) {
      decide(commit);
    }
  }

  /** Whether only this participant knows of the commit: no log has it yet. */
  private boolean decidesAlone(boolean commit) {
    return commit && leads() && !coordinates();
  }

  /**
   * Ends here. The member that has decided remembers the outcome until all have it in their logs;
   * the other members tell it that.
   */
  private void ended(boolean commit) {
    if (decidesAlone(commit)) {
      decide(true);
    }
    if (leads()) {
      become(commit ? State.COMMIT : State.ABORT);
      keepSaying();
      if (hasClient()) {
        tell(commit);
      }
    } else {
      send(heard(), new Message.Heard(commit));
      end();
    }
  }

  @Override
  protected void undoAndSay(Message.Global abort) {
    undo();
  }

  @Override
  protected void goOn() {
    become(agreed() ? State.PRE_COMMIT : State.READY);
    if (coordinates()) {
      lead();
    } else {
      awaitAnew();
    }
  }

  /** Returns abort: neither the client nor any other node has heard of a commit. */
  @Override
  protected boolean outcomeIfAllWereDown() {
    return false;
  }

  /** Returns abort: the coordinator remembers a commit until all have it in their logs. */
  @Override
  protected boolean outcomeIfForgotten() {
    return false;
  }

  @Override
  protected Standing standing() {
    return agreed() && state() != State.AGREED ? Standing.PRE_COMMIT : Standing.READY;
  }
}
