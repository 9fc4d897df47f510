package tutti.protocol.replication.multipaxos;

import java.util.List;
import tutti.protocol.replication.Ballot;
import tutti.protocol.replication.Command;
import tutti.protocol.replication.Timer;

/**
 * The part that a replica plays at a moment. A role has its own state and is given the replica with
 * each event; an event that it does not heed does nothing.
 */
abstract class Role {

  /** The role in a word in lower case. */
  abstract String phase();

  /** The role begins. */
  void begin(Replica replica) {}

  /** The role ends, since another one begins. */
  void end(Replica replica) {}

  /** A message that is for this role; those for all voters are handled before. */
  void received(Replica replica, int from, Message message) {}

  void fired(Replica replica, Timer timer) {}

  /** A record that this role waits for is durable. */
  void forced(Replica replica, DurableReply what) {}

  /** The replica has heard that ballot's leader, and has done as it says. */
  void followed(Replica replica, Ballot ballot) {}

  void propose(Replica replica, Ballot term, List<Command> commands) {}

  void confirm(Replica replica, Ballot term, long ticket) {}

  void handOver(Replica replica, int to) {}

  /** The host's older disks are lost: their answers do not count. */
  void lost(Replica replica, int host) {}
}
