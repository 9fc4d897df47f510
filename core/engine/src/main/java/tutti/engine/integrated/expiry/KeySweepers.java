package tutti.engine.integrated.expiry;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import tutti.engine.runtime.Scheduler;
import tutti.engine.runtime.StepQueue;

/** The searches of a host's replicas for keys that were used too long ago. */
public final class KeySweepers {
  private final int self;
  private final Map<Integer, List<Integer>> groups;
  private final Scheduler scheduler;
  private final StepQueue queue;
  private final List<KeySweeper> all = new ArrayList<>();

  /**
   * @param self the number of this host
   * @param groups the hosts of each shard
   * @param queue of the host's machines
   */
  public KeySweepers(
      int self, Map<Integer, List<Integer>> groups, Scheduler scheduler, StepQueue queue) {
    this.self = self;
    this.groups = groups;
    this.scheduler = scheduler;
    this.queue = queue;
  }

  /** Begins a search of each of these replicas, which are in the order of their shards; once. */
  public <R> void begin(
      Map<Integer, R> replicas, Function<R, KeySweeper.Keys> keys, Duration keep) {
    queue.step(
        () ->
            replicas.forEach(
                (shard, replica) -> {
                  int rank = groups.getOrDefault(shard, List.of()).indexOf(self);
                  all.add(new KeySweeper(keys.apply(replica), keep, rank, scheduler, queue));
                }));
  }

  /** Stops ({@code on}) or resumes the removal of keys. */
  public void hold(boolean on) {
    queue.step(() -> all.forEach(each -> each.hold(on)));
  }

  /** Ends all searches for good. Call this only on the queue. */
  public void end() {
    all.forEach(KeySweeper::end);
  }
}
