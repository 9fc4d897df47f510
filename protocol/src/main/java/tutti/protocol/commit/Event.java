package tutti.protocol.commit;

/**
 * What happens to a {@link CommitMachine}. {@link Joined}, {@link Closed} and {@link GaveUp} are
 * for coordinators, {@link Executed}, {@link RollBack} and {@link Objected} for participants, the
 * others for all. Nodes are numbered from 0; a round counts the coordinator's asks at one node, and
 * never falls.
 */
public sealed interface Event {

  /**
   * Coordinator: that node is about to be asked to execute, for the first time or again; its votes
   * of earlier rounds are void. Given before the node can hear of it, so that no vote comes first.
   * Only while the set of participants is open.
   */
  record Joined(int node, int round) implements Event {}

  /**
   * Coordinator: everything has executed everywhere, and the set of participants is closed. Once.
   *
   * @param changesHere whether the coordinator's own node must know for ever how it ends: the
   *     transaction has effects there, or on others, and then its client may ask
   * @param changesElsewhere whether the transaction may have effects on other nodes; false if all
   *     have said that they only looked
   */
  record Closed(boolean changesHere, boolean changesElsewhere) implements Event {
    /** Of the other nodes nothing is said. */
    public Closed(boolean changesHere) {
      this(changesHere, true);
    }
  }

  /**
   * Coordinator: execution failed, its time is over, or its log has not taken its {@link
   * Entry#VOTE}. Aborts, if that is still possible: always before its vote is durable.
   */
  record GaveUp() implements Event {}

  /**
   * Participant: everything that it was asked for up to this round has executed.
   *
   * @param changes whether the transaction has effects here by now; else it has only looked
   * @param vote whether the coordinator wants the vote now, without a question of its own
   */
  record Executed(int round, boolean changes, boolean vote) implements Event {}

  /** Participant: its node wants to undo what it did. Heeded only as long as it may. */
  record RollBack() implements Event {}

  /**
   * Participant: its node will not prepare what it has executed, since another transaction is in
   * the way. The coordinator hears No at once. Heeded only while no Yes says otherwise.
   */
  record Objected() implements Event {}

  /** A message of this transaction and attempt has come from that node. */
  record Received(int from, CommitMessage message) implements Event {}

  /** What {@link Effect.Persist} or {@link Effect.AwaitObserved} asked to be told of is durable. */
  record Persisted(Entry entry) implements Event {}

  /** A timer has run down that was set and neither cancelled nor set anew since. */
  record TimerFired(Timer timer) implements Event {}

  /** A machine that was found in the log may begin. Its first event, once. */
  record Restarted() implements Event {}
}
