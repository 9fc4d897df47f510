package tutti.engine.container;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import tutti.engine.concurrency.ConcurrencyControl;
import tutti.engine.runtime.TaskExecutor;
import tutti.engine.storage.ActorTable;
import tutti.model.ActorId;

/**
 * A region of shared memory: actors, their concurrency control, and the executors that may touch
 * them. Thread-safe.
 */
public final class Container {
  private final ActorTable actors;
  private final ConcurrencyControl control;
  private final List<TaskExecutor> executors;
  private final boolean byActor;
  private final AtomicInteger turn = new AtomicInteger();

  /**
   * @param byActor whether work for one actor always goes to one executor; else each in turn
   */
  public Container(
      ActorTable actors,
      ConcurrencyControl control,
      List<TaskExecutor> executors,
      boolean byActor) {
    this.actors = actors;
    this.control = control;
    this.executors = List.copyOf(executors);
    this.byActor = byActor;
  }

  public ActorTable actors() {
    return actors;
  }

  public ConcurrencyControl control() {
    return control;
  }

  public List<TaskExecutor> executors() {
    return executors;
  }

  /** The executor that runs work for this actor. */
  public TaskExecutor route(ActorId actor) {
    int count = executors.size();
    if (count == 1) {
      return executors.getFirst();
    }
    int choice = byActor ? Placements.spread(actor) : turn.getAndIncrement();
    return executors.get(Math.floorMod(choice, count));
  }
}
