package tutti.simulator.replication;

import tutti.simulator.explorer.search.MutantsContract;
import tutti.simulator.mutant.Mechanism;

/** Bugs put into the machine of a replica. */
class LogMutantsTest extends MutantsContract {
  LogMutantsTest() {
    super(Mechanism.MULTIPAXOS, LogTrial.class);
  }
}
