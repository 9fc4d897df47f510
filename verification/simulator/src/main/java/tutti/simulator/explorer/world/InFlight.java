package tutti.simulator.explorer.world;

import tutti.protocol.machine.Address;
import tutti.protocol.machine.Event;
import tutti.protocol.machine.ProtocolMessage;

/**
 * A message under way. Immutable.
 *
 * @param from the sender, as its receiver names it
 * @param to the place of the receiver
 */
public record InFlight(Address from, int to, ProtocolMessage message) {

  /** The arrival of the message. */
  public <I> Event<I> arrival() {
    return new Event.Received<>(from, message);
  }
}
