package tutti.protocol.commit;

import java.util.Set;

/**
 * A step that a {@link CommitMachine} asks for. Effects are carried out in the order in which they
 * are given; a node may crash between any two.
 */
public sealed interface Effect {

  /**
   * Sends a message of this transaction to that node. The message may be lost, doubled or late. A
   * message to the machine's own node is only between the member and the witness there.
   */
  record Send(int to, CommitMessage message) implements Effect {}

  /**
   * Gives {@link Event.Sent} once the end of this node's process can no longer take back what the
   * machine has sent to those nodes so far: the network has it, or the session with the node has
   * ended. That is no promise of arrival, and means nothing where a whole machine stops.
   *
   * <p>For example: a coordinator that sends its decision to nodes 1 and 2 and then asks for this
   * hears {@code Sent} when both sockets have taken it.
   */
  record AwaitSent(Set<Integer> to) implements Effect {
    public AwaitSent {
      to = Set.copyOf(to);
    }
  }

  /**
   * Appends a record to the node's log, behind everything that was appended before.
   *
   * @param memory the other facts that the machine must know, if it crashes behind this record
   * @param tell whether {@link Event.Persisted} with this entry is wanted once it is durable; if
   *     not, nothing waits for it and it need not be forced
   */
  record Persist(Entry entry, DurableState memory, boolean tell) implements Effect {
    /** A record of a protocol that needs to know no other facts. */
    public Persist(Entry entry, boolean tell) {
      this(entry, DurableState.NONE, tell);
    }
  }

  /**
   * Gives {@link Event.Persisted} with {@link Entry#OBSERVED} once everything that this transaction
   * observed on this node is durable. Writes nothing.
   */
  record AwaitObserved() implements Effect {}

  /**
   * Coordinator: runs the transaction's irrevocable operation, or asks whether it has happened;
   * {@link Event.Acted} follows.
   *
   * @param mayHaveRun whether a run of it may have begun before: then it is only asked for, and
   *     never run again
   */
  record Act(boolean mayHaveRun) implements Effect {}

  /** Sets a timer, in place of the one of this name that may be running. */
  record SetTimer(Timer timer, long nanos) implements Effect {}

  /** Stops a timer that is running. */
  record CancelTimer(Timer timer) implements Effect {}

  /**
   * The outcome for everything that the transaction did and holds on this node: applied or undone
   * now. A commit comes right behind its {@link Persist}, before the record is durable (early lock
   * release).
   */
  record Decide(boolean commit) implements Effect {}

  /** Coordinator: the outcome is certain, and the client may hear it. */
  record Tell(boolean commit) implements Effect {}

  /**
   * The end of the machine: nothing needs to be remembered any more, and the protocol's answer to
   * the unknown is right now.
   */
  record End() implements Effect {}
}
