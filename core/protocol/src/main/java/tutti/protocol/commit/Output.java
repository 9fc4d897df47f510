package tutti.protocol.commit;

import java.util.Set;

/**
 * An output of a {@link CommitMachine}: a decision of the protocol, or what its node is to do or to
 * wait for. Messages go to {@link tutti.protocol.machine.Address.Peer}s: the machine's own node is
 * addressed only by the member and the witness there, one by the other. A record is a {@link
 * CommitRecord}.
 */
public sealed interface Output {

  /**
   * Asks for {@link Input.Sent} once the end of this node's process can no longer take back what
   * the machine has sent to the nodes {@code to} so far: the network has the messages, or the
   * session with the node has ended. {@code Sent} does not promise that a message has arrived, and
   * promises nothing if the whole machine stops.
   *
   * <p>For example, a coordinator that sends its decision to nodes 1 and 2 and then asks for this
   * gets {@code Sent} when both sockets have taken the decision.
   */
  record AwaitSent(Set<Integer> to) implements Output {
    public AwaitSent {
      to = Set.copyOf(to);
    }
  }

  /**
   * Gives {@link Input.Observed} once everything that this transaction observed on this node is
   * durable. Writes nothing.
   */
  record AwaitObserved() implements Output {}

  /**
   * Coordinator: runs the transaction's irrevocable operation, or asks whether it has happened;
   * {@link Input.Acted} follows.
   *
   * @param mayHaveRun whether an earlier run of it may have begun: then the node only asks for it,
   *     and never runs it again
   */
  record Act(boolean mayHaveRun) implements Output {}

  /**
   * The outcome for everything that the transaction did and holds on this node: applied or undone
   * now. A commit comes behind its {@link tutti.protocol.machine.Effect.Persist}, before the record
   * is durable (early lock release).
   */
  record Decide(boolean commit) implements Output {}

  /** Coordinator: the outcome is certain, and the client may get it. */
  record Tell(boolean commit) implements Output {}

  /**
   * The end of the machine: nothing needs to be remembered any more, and the protocol's answer to
   * the unknown is right now.
   */
  record End() implements Output {}
}
