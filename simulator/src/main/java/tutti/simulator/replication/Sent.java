package tutti.simulator.replication;

import tutti.protocol.machine.Address;
import tutti.protocol.machine.Event;
import tutti.protocol.replication.Input;
import tutti.protocol.replication.ShardMessage;
import tutti.protocol.replication.multipaxos.Message;

/** A message under way. */
record Sent(int from, int to, long shard, Message message) {

  /** The arrival of the message. */
  Event<Input> arrival() {
    return new Event.Received<>(new Address.Peer(from), new ShardMessage(shard, message));
  }
}
