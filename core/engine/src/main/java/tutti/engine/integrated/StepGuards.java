package tutti.engine.integrated;

import java.io.IOException;
import java.util.Collection;
import java.util.Map;
import java.util.TreeMap;
import tutti.engine.journal.MetaStore;
import tutti.engine.runtime.Scheduler;

/** The guards of a host's machines, which keep what they know in the host's folder. */
public final class StepGuards {
  private final Scheduler scheduler;
  private final String machine;
  private final Map<Integer, StepGuard> known = new TreeMap<>();

  /**
   * Guards that remember nothing, so that a step that fails ends the process each time.
   *
   * @param machine the kind of the machines, for a person
   */
  public StepGuards(Scheduler scheduler, String machine) {
    this.scheduler = scheduler;
    this.machine = machine;
  }

  /**
   * Reads what earlier starts have left for the replicas of a host.
   *
   * @param machine the kind of the machines, for a person
   * @param meta the blobs of the host's folder
   */
  public static StepGuards open(
      Scheduler scheduler, String machine, MetaStore meta, Collection<Integer> shards)
      throws IOException {
    StepGuards guards = new StepGuards(scheduler, machine);
    for (int shard : shards) {
      guards.known.put(shard, new StepGuard(scheduler, guards.name(shard), shard, meta));
    }
    return guards;
  }

  private String name(int shard) {
    return "the " + machine + " of shard " + shard;
  }

  /** Returns the guard of the replica of a shard. */
  public StepGuard of(int shard) {
    StepGuard guard = known.get(shard);
    return guard != null ? guard : new StepGuard(scheduler, name(shard), shard);
  }
}
