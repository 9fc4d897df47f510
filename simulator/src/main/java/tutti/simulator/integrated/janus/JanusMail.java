package tutti.simulator.integrated.janus;

import tutti.protocol.integrated.janus.Message;
import tutti.protocol.machine.Address;
import tutti.protocol.machine.Event;

/**
 * A message under way.
 *
 * @param from the sender's host; the hosts of coordinators are those from {@link #COORDINATORS} on
 * @param to the place of its receiver: replicas, and then coordinators
 * @param shard the shard of the replica that sent it, or to which it goes
 */
record JanusMail(int from, int to, int shard, Message message) {
  /** The host of the first coordinator, each of which has a host of its own. */
  static final int COORDINATORS = 100;

  /** The message as it arrives. */
  <I> Event<I> arrives() {
    return new Event.Received<>(new Address.Replica(from, shard), message);
  }
}
