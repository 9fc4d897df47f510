package tutti.protocol.commit;

import tutti.model.outside.Happened;

/**
 * An input of a {@link CommitMachine}: a wish or a report of its node. {@link Joined}, {@link
 * Closed}, {@link GaveUp}, {@link Unwritten} and {@link Acted} are for coordinators, {@link
 * Executed}, {@link RollBack} and {@link Objected} for participants, the others for all. Nodes are
 * numbered from 0; a round counts the coordinator's asks at one node, and never falls.
 */
public sealed interface Input {

  /**
   * Coordinator: that node is about to be asked to execute, for the first time or again; its votes
   * of earlier rounds are void. The event comes before the question is sent, so that no vote comes
   * first, and only while the set of participants is open.
   */
  record Joined(int node, int round) implements Input {}

  /**
   * Coordinator: everything has executed everywhere, and the set of participants is closed. Comes
   * once.
   *
   * @param changesHere whether the coordinator's own node must know for ever how the transaction
   *     ends: it has effects there, or on other nodes, and then its client may ask
   * @param changesElsewhere whether the transaction may have effects on other nodes; false if all
   *     participants have answered that they only read
   * @param acts whether the transaction has an irrevocable operation, which runs when all else is
   *     prepared: only under a protocol whose coordinator {@linkplain Traits#acts may act}
   */
  record Closed(boolean changesHere, boolean changesElsewhere, boolean acts) implements Input {
    /** An end of execution of a transaction without an irrevocable operation. */
    public Closed(boolean changesHere, boolean changesElsewhere) {
      this(changesHere, changesElsewhere, false);
    }

    /**
     * The end of execution at a coordinator, without a statement about the other nodes: they may
     * have effects.
     */
    public Closed(boolean changesHere) {
      this(changesHere, true);
    }
  }

  /**
   * Coordinator: execution failed, or the time is over. The coordinator aborts, if that is still
   * possible: always before its vote is durable.
   */
  record GaveUp() implements Input {}

  /**
   * Coordinator: the log has not taken the coordinator's {@link RecordKind#VOTE}, the newest
   * record, and never will, since it is too long, for example. The coordinator aborts as if it
   * {@linkplain GaveUp gave up}.
   */
  record Unwritten() implements Input {}

  /**
   * Participant: every request up to this round has executed.
   *
   * @param changes whether the transaction has effects here by now; if not, it has only read here
   * @param vote whether the coordinator wants the vote now, without a question of its own
   */
  record Executed(int round, boolean changes, boolean vote) implements Input {}

  /**
   * Participant: its node wants to undo its work. Heeded only while the participant may still undo
   * it.
   */
  record RollBack() implements Input {}

  /**
   * Participant: its node will not prepare the executed work, since another transaction is in the
   * way. The member votes No immediately. The input has no effect once the member has voted Yes.
   */
  record Objected() implements Input {}

  /**
   * Coordinator: the answer to {@link Output.Act}: whether the irrevocable operation has happened.
   */
  record Acted(Happened happened) implements Input {}

  /**
   * The answer to {@link Output.AwaitObserved}: everything that this transaction observed on this
   * node is durable.
   */
  record Observed() implements Input {}

  /** The answer to {@link Output.AwaitSent}: what was sent cannot be taken back any more. */
  record Sent() implements Input {}

  /**
   * A machine that was found in the log may begin. This is its first event, and comes once; other
   * machines begin with whatever comes first.
   */
  record Restarted() implements Input {}
}
