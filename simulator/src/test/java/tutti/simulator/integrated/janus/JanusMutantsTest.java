package tutti.simulator.integrated.janus;

import tutti.simulator.machines.MutantsContract;
import tutti.simulator.mutant.Mechanism;

/** Bugs put into the machines of Janus. */
class JanusMutantsTest extends MutantsContract {
  JanusMutantsTest() {
    super(Mechanism.JANUS, JanusTrial.class);
  }
}
