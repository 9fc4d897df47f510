package tutti.engine.container;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import tutti.engine.concurrency.ConcurrencyControl;
import tutti.engine.deployment.Deployment.Router;
import tutti.engine.runtime.TaskExecutor;
import tutti.engine.storage.ActorTable;
import tutti.model.ActorId;

/**
 * A region of shared memory: actors, their concurrency control, and the executors that may touch
 * them. Thread-safe.
 */
public final class Container {
  private final int index;
  private final ActorTable actors;
  private final ConcurrencyControl control;
  private final List<TaskExecutor> executors;
  private final Router router;
  private final AtomicInteger turn = new AtomicInteger();

  public Container(
      int index,
      ActorTable actors,
      ConcurrencyControl control,
      List<TaskExecutor> executors,
      Router router) {
    this.index = index;
    this.actors = actors;
    this.control = control;
    this.executors = List.copyOf(executors);
    this.router = router;
  }

  public int index() {
    return index;
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
    int choice =
        switch (router) {
          case ROUND_ROBIN -> turn.getAndIncrement();
          case AFFINITY -> Placements.spread(actor);
        };
    return executors.get(Math.floorMod(choice, count));
  }
}
