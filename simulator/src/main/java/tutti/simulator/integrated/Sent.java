package tutti.simulator.integrated;

import tutti.protocol.integrated.tapir.Message;
import tutti.protocol.machine.Address;
import tutti.protocol.machine.Event;

/**
 * A message under way.
 *
 * @param to a host, or the number of a coordinator from {@link #COORDINATORS} on
 * @param shard the shard of the replica that sent it, or to which it goes
 */
record Sent(int from, int to, int shard, Message message) {
  /** The number of the first coordinator; those of hosts are below. */
  static final int COORDINATORS = 100;

  /** The arrival of the message, at a replica or a coordinator. */
  <I> Event<I> arrival() {
    return new Event.Received<>(new Address.Replica(from, shard), message);
  }

  boolean isToCoordinator() {
    return to >= COORDINATORS;
  }

  boolean isOf(int coordinator) {
    return from == COORDINATORS + coordinator;
  }

  boolean isTo(int coordinator) {
    return to == COORDINATORS + coordinator;
  }

  boolean isNoDecision() {
    return !(message instanceof Message.Decide);
  }

  boolean isNoProposal() {
    return !(message instanceof Message.Finalize);
  }

  boolean isHand() {
    return message instanceof Message.Hand;
  }
}
