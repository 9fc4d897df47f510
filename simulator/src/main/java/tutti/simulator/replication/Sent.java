package tutti.simulator.replication;

import tutti.protocol.replication.multipaxos.Message;

/** A message under way. */
record Sent(int from, int to, long shard, Message message) {}
