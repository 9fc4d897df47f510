package tutti.lab.contract;

import java.util.ArrayList;
import java.util.List;
import tutti.engine.deployment.Deployment.Durability;

/**
 * A property that holds in every cell that is not refused. Contracts of one cell share its nodes,
 * and no actors.
 *
 * @param name what should happen
 * @param needs what it cannot be seen without
 */
record Contract(String name, Needs needs, Check check) {

  /** The properties that a cell must have. */
  enum Needs {
    NOTHING,
    /** A deployment whose data is left after a restart. */
    A_DISK
  }

  /** Looks at a cell that runs. */
  interface Check {
    void of(RunningCell it) throws Exception;
  }

  /** All of them, in the order in which they are looked at; restarts are last. */
  static List<Contract> all() {
    List<Contract> all = new ArrayList<>();
    all.addAll(EventContracts.ALL);
    all.addAll(ProcedureContracts.ALL);
    all.addAll(OutsideContracts.ALL);
    all.addAll(RaceContracts.ALL);
    all.addAll(RestartContracts.ALL);
    return all;
  }

  /** Returns whether it can be seen in a deployment of that durability. */
  boolean concerns(Durability durability) {
    return switch (needs) {
      case NOTHING -> true;
      case A_DISK -> durability != Durability.OFF;
    };
  }
}
