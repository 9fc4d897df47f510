package tutti.simulator.integrated;

import tutti.simulator.explorer.search.MutantsContract;
import tutti.simulator.mutant.Mechanism;

/** Bugs put into the machines of TAPIR. */
class TapirMutantsTest extends MutantsContract {
  TapirMutantsTest() {
    super(Mechanism.TAPIR, TapirTrial.class);
  }
}
