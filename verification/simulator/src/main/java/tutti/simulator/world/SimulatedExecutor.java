package tutti.simulator.world;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tutti.engine.runtime.DeadlineTask;
import tutti.engine.runtime.TaskExecutor;

/**
 * An executor in the simulated world. Steps run in order, and before tasks that have not begun;
 * between steps and tasks that go on, and among the latter, the seed chooses.
 */
final class SimulatedExecutor extends WorkQueue implements TaskExecutor {
  private static final long MOST_STALL_NANOS = 1_000_000;

  private final Deque<Runnable> steps = new ArrayDeque<>();
  private final List<SimulatedTask> ready = new ArrayList<>();
  private final Deque<Runnable> fresh = new ArrayDeque<>();

  /** Tasks that left at a scheduling point: new ones may overtake them. */
  private final List<SimulatedTask> left = new ArrayList<>();

  /** The task that left in the last slice, or null. */
  private @Nullable SimulatedTask lastLeft;

  private int tasks;

  /** The name of the threads of its tasks. */
  final String taskName;

  private boolean stalled;

  SimulatedExecutor(Core core, SimulatedNode node, String name) {
    super(core, node, name);
    taskName = this + "-task";
  }

  @Override
  public void start(Runnable task) {
    core.enter("TaskExecutor.start");
    if (!node.crashed()) {
      fresh.addLast(task);
      core.changed(this);
    }
  }

  @Override
  public void step(Runnable step) {
    core.enter("TaskExecutor.step");
    if (!node.crashed()) {
      steps.addLast(step);
      core.changed(this);
    }
  }

  void resumed(SimulatedTask task) {
    if (!node.crashed()) {
      ready.add(task);
      core.changed(this);
    }
  }

  void left(SimulatedTask task) {
    if (!node.crashed()) {
      left.add(task);
      lastLeft = task;
      core.changed(this);
    }
  }

  /** Stalls the executor: another process has the processor for a while. */
  private void stall() {
    stalled = true;
    core.alarm(
        node,
        core.choices.nextLong(MOST_STALL_NANOS),
        null,
        () -> {
          stalled = false;
          core.changed(this);
        });
  }

  @Override
  boolean runnable() {
    return !stalled && !isHeld() && hasWork();
  }

  /**
   * Returns whether a task holds it. What clients and other nodes send is read by threads that run
   * no tasks: it comes to the node meanwhile.
   */
  boolean isHeld() {
    return node.executorsAreHeld()
        && !name.equals(SimulatedNode.DOOR)
        && !name.startsWith(SimulatedNode.LANE);
  }

  /** Ends what waits and has no time left, as the watchdog of real executors does. */
  void expire() {
    List<DeadlineTask> late = new ArrayList<>();
    long now = node.nanos();
    for (Deque<Runnable> queue : List.of(steps, fresh)) {
      queue.removeIf(
          each ->
              each instanceof DeadlineTask task && task.deadlineNanos() <= now && late.add(task));
    }
    core.changed(this);
    late.forEach(DeadlineTask::expired);
  }

  private boolean hasWork() {
    return !steps.isEmpty() || !ready.isEmpty() || !left.isEmpty() || !fresh.isEmpty();
  }

  int nextTask() {
    return tasks++;
  }

  @Override
  void runSlice() {
    lastLeft = null;
    boolean stepNext = ready.isEmpty() || !steps.isEmpty() && core.choices.nextBoolean();
    Runnable step = stepNext ? steps.pollFirst() : null;
    if (step != null) {
      core.runStep(this, step);
    } else if (!ready.isEmpty()) {
      resume(ready);
    } else if (fresh.isEmpty() || !left.isEmpty() && core.choices.nextBoolean()) {
      resume(left);
    } else {
      begin();
    }
    if (node.slow() && !node.crashed() && core.choices.nextInt(4) == 0) {
      stall();
    }
  }

  private void begin() {
    core.trace.slice(number, 't', core.nanos());
    SimulatedTask.of(this, fresh.removeFirst()).runSlice();
  }

  private void resume(List<SimulatedTask> some) {
    resume(some, some.get(core.choices.nextInt(some.size())));
  }

  private void resume(List<SimulatedTask> some, SimulatedTask task) {
    some.remove(task);
    core.trace.slice(number, 'r', core.nanos());
    task.runSlice();
  }

  @Override
  List<Slice> slices() {
    List<Slice> slices = new ArrayList<>();
    SimulatedTask goingOn = lastLeft;
    if (goingOn != null) {
      slices.add(resumption(left, goingOn));
    }
    ready.forEach(task -> slices.add(resumption(ready, task)));
    if (!steps.isEmpty()) {
      slices.add(slice("step", () -> core.runStep(this, steps.removeFirst())));
    } else if (!fresh.isEmpty() && ready.isEmpty()) {
      slices.add(slice("begins task " + tasks, this::begin));
    }
    left.stream().filter(it -> it != goingOn).forEach(it -> slices.add(resumption(left, it)));
    return slices;
  }

  private Slice resumption(List<SimulatedTask> from, SimulatedTask task) {
    return slice("resumes task " + task.number, () -> resume(from, task));
  }

  private Slice slice(String what, Runnable body) {
    return new Slice(
        this,
        what,
        () -> {
          lastLeft = null;
          body.run();
        });
  }

  @Override
  boolean goesOn() {
    return lastLeft != null;
  }

  @Override
  void clear() {
    steps.clear();
    ready.clear();
    left.clear();
    lastLeft = null;
    fresh.clear();
    core.changed(this);
  }

  @Override
  public boolean isCurrent() {
    return core.current == this;
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
