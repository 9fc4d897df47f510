package tutti.protocol.commit;

/**
 * What a {@link CommitMachine} asks for. Effects are carried out in the order in which they are
 * given; a node may crash between any two.
 */
public sealed interface Effect {

  /**
   * Sends a message of this transaction to that node. It may be lost, doubled or late. To its own
   * node only between the member and the witness there.
   */
  record Send(int to, CommitMessage message) implements Effect {}

  /**
   * Appends to the node's log, behind everything that was appended before.
   *
   * @param memory what the machine must know besides, if it crashes behind this
   * @param tell whether {@link Event.Persisted} with this entry is wanted once it is durable; if
   *     not, nothing waits for it and it need not be forced
   */
  record Persist(Entry entry, Memory memory, boolean tell) implements Effect {
    /** Of a protocol that needs to know nothing besides. */
    public Persist(Entry entry, boolean tell) {
      this(entry, Memory.NONE, tell);
    }
  }

  /**
   * Gives {@link Event.Persisted} with {@link Entry#OBSERVED} once everything that this transaction
   * observed on this node is durable. Writes nothing.
   */
  record AwaitObserved() implements Effect {}

  /** Sets a timer, in place of the one of this name that may be running. */
  record SetTimer(Timer timer, long nanos) implements Effect {}

  /** Stops a timer that is running. */
  record CancelTimer(Timer timer) implements Effect {}

  /**
   * The outcome for what the transaction did and holds on this node: applied or undone now. A
   * commit comes right behind its {@link Persist}, before that is durable (early lock release).
   */
  record Decide(boolean commit) implements Effect {}

  /** Coordinator: the outcome is certain and the client may hear it. */
  record Tell(boolean commit) implements Effect {}

  /** Nothing needs to be remembered any more: the protocol's answer to the unknown is right now. */
  record End() implements Effect {}
}
