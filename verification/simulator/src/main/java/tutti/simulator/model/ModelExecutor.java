package tutti.simulator.model;

import java.util.ArrayDeque;
import java.util.Deque;
import tutti.engine.runtime.TaskExecutor;

/** An executor of the model. Its queues come in the order in which the real one empties them. */
final class ModelExecutor extends ModelThread implements TaskExecutor {
  /** The number of steps after which a task gets its turn. */
  private static final int STEP_BATCH = 64;

  private final Deque<Fiber> ready = new ArrayDeque<>();
  private final Deque<Runnable> fresh = new ArrayDeque<>();
  private int stepsInTurn;

  ModelExecutor(ModelWorld world, ModelCores cores, String name) {
    super(world, cores, name);
  }

  @Override
  public void start(Runnable task) {
    give(() -> fresh.addLast(task));
  }

  @Override
  void ready(Fiber fiber) {
    ready.addLast(fiber);
  }

  @Override
  boolean queued() {
    return !steps.isEmpty() || !ready.isEmpty() || !fresh.isEmpty();
  }

  @Override
  void runQueued() {
    boolean tasks = !ready.isEmpty() || !fresh.isEmpty();
    if (!steps.isEmpty() && (!tasks || stepsInTurn++ < STEP_BATCH)) {
      steps.removeFirst().run(world);
      return;
    }
    stepsInTurn = 0;
    if (!ready.isEmpty()) {
      Fiber waited = ready.removeFirst();
      world.about(waited.about());
      world.charge(Constant.RESUME);
      run(waited);
    } else {
      world.about(Head.TXN_MANAGER);
      world.charge(Constant.TASK);
      run(new Fiber(world, this, fresh.removeFirst(), true));
    }
  }

  @Override
  public boolean isCurrent() {
    return world.isCurrent(this);
  }

  @Override
  public int backlog() {
    return steps.size() + fresh.size();
  }

  @Override
  public String name() {
    return name;
  }
}
