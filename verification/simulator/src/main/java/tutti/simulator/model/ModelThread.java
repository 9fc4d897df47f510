package tutti.simulator.model;

import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;
import tutti.engine.runtime.StepQueue;

/**
 * A thread of a node: it runs one piece of work after another, on one of the node's cores. By
 * itself it is a thread for steps that may wait for a disk.
 */
sealed class ModelThread implements StepQueue permits ModelExecutor {
  final Deque<ModelStep> steps = new ArrayDeque<>();
  final ModelWorld world;
  final ModelCores cores;
  final String name;
  private boolean idle = true;
  private long idleSince;

  /** Whether a waking of this lane has been paid for and is still on its way. */
  private boolean woken;

  /** The fiber that waits for a device in the middle of a piece of work. */
  private @Nullable Fiber pinned;

  private boolean pinnedGoesOn;

  ModelThread(ModelWorld world, ModelCores cores, String name) {
    this.world = world;
    this.cores = cores;
    this.name = name;
  }

  @Override
  public void step(Runnable step) {
    ModelStep caused = new ModelStep(world.about(), step);
    give(() -> steps.addLast(caused));
  }

  /** Returns whether a piece of work is queued. */
  boolean queued() {
    return !steps.isEmpty();
  }

  /** Runs the next piece of work. */
  void runQueued() {
    ModelStep next = steps.removeFirst();
    next.begin(world);
    run(new Fiber(world, this, next.body(), false));
  }

  /** Queues a fiber that waited for a promise or a lock and can go on. */
  void ready(Fiber fiber) {
    throw new IllegalStateException("a step of " + name + " went on after its end");
  }

  final boolean hasWork() {
    return pinned != null ? pinnedGoesOn : queued();
  }

  final void runSlice() {
    Fiber waited = pinned;
    if (waited == null) {
      runQueued();
    } else {
      pinned = null;
      run(waited);
    }
  }

  /** Runs a fiber until it waits. */
  final void run(Fiber fiber) {
    fiber.go();
    if (!fiber.isDone() && (fiber.isBlocked() || !fiber.isTask())) {
      pinned = fiber;
      pinnedGoesOn = false;
    }
  }

  /** Queues work: work from another thread of the model begins when that thread has got so far. */
  final void give(Runnable queue) {
    if (world.inSliceOfAnother(this)) {
      if (idle && !woken && !spins()) {
        woken = true;
        world.charge(Constant.UNPARK);
      }
      world.at(
          world.nanos(),
          () -> {
            queue.run();
            wake();
          });
    } else {
      queue.run();
      wake();
    }
  }

  final void goesOn(Fiber fiber) {
    give(
        () -> {
          if (pinned == fiber) {
            pinnedGoesOn = true;
          } else {
            ready(fiber);
          }
        });
  }

  private void wake() {
    if (idle && hasWork()) {
      idle = false;
      woken = false;
      // Where all cores are taken, waking takes only the wait for a core. A fiber that waited for a
      // device pays nothing: its waking is part of the device's time.
      Constant delay =
          !cores.anyFree() || pinned != null ? null : spins() ? Constant.HANDOVER : Constant.WAKE;
      long nanos = delay == null ? 0 : (long) cores.machine().value(delay);
      world.at(world.nanos() + nanos, () -> cores.ready(this));
    }
  }

  private boolean spins() {
    return cores.maySpin() && world.nanos() - idleSince <= MachineModel.SPIN_NANOS;
  }

  /** Notes that the piece of work is over, and that there is no other. */
  final void rests() {
    idle = true;
    idleSince = world.nanos();
  }
}
