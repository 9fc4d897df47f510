package tutti.engine.replication;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import tutti.engine.journal.ManualScheduler;
import tutti.engine.memory.Heap;
import tutti.engine.runtime.MachineFailure;
import tutti.engine.runtime.ProcessEnded;
import tutti.engine.runtime.Scheduler;
import tutti.engine.runtime.StepQueue;
import tutti.engine.runtime.TaskExecutor;

/** The scheduler of one host of a test: its steps run for nothing once the host has crashed. */
public final class HostScheduler implements Scheduler {
  private final ManualScheduler shared;
  private final double rate;

  /** The bytes by whose parts the bounds of what is under way are reckoned. */
  public LongSupplier underWay = () -> Long.MAX_VALUE;

  /** The time by which the wall clock is wrong. */
  public Duration ahead = Duration.ZERO;

  private boolean dead;
  private int placesUntilFailure;
  private @Nullable MachineFailure ended;

  /** Whether timers that are due do not ring: the process has stood still. */
  private boolean still;

  private boolean paused;

  /** Whether the disk takes nothing any more, and says nothing. */
  private boolean hangs;

  /** The steps that are due while the host is paused, in their order. */
  private final List<Runnable> held = new ArrayList<>();

  /**
   * @param rate of the host's clock, about 1
   */
  public HostScheduler(ManualScheduler shared, double rate) {
    this.shared = shared;
    this.rate = rate;
  }

  /** From now on no timer rings. */
  void standStill() {
    still = true;
  }

  /** Lets no flush end that begins from now on. */
  void hangDisk() {
    hangs = true;
  }

  public void crash() {
    dead = true;
  }

  /** Lets the whole process stand still: what is due waits until it goes on. */
  public void pause() {
    paused = true;
  }

  /** Lets a paused process go on: all that has become due meanwhile happens at once. */
  public void goOn() {
    paused = false;
    List<Runnable> due = List.copyOf(held);
    held.clear();
    due.forEach(this::run);
  }

  /** Runs a step: now, or when a paused host goes on. */
  public void run(Runnable step) {
    if (paused) {
      held.add(step);
    } else if (!dead) {
      try {
        step.run();
      } catch (ProcessEnded e) {
        dead = true;
      }
    }
  }

  /** Lets the step of a machine fail at the place after so many. */
  void failsAfter(int places) {
    placesUntilFailure = 1 + places;
  }

  @Override
  public void mayFail() {
    if (placesUntilFailure > 0 && --placesUntilFailure == 0) {
      throw new IllegalStateException("a step that fails, on purpose");
    }
  }

  /** Ends the host for the failure of a machine; nothing of it runs any more. */
  @Override
  public Error failStop(MachineFailure failure) {
    ended = ended == null ? failure : ended;
    dead = true;
    throw new ProcessEnded(failure);
  }

  /** Returns the failure of a machine for which the host has ended; null if it has not. */
  public @Nullable MachineFailure ended() {
    return ended;
  }

  private Runnable alive(Runnable step) {
    return () -> run(step);
  }

  @Override
  public long nanos() {
    return (long) (shared.nanos() * rate);
  }

  /** Returns a heap without a bound, but for what the test says may be under way. */
  @Override
  public Heap heap() {
    return new Heap() {
      @Override
      public long most() {
        return Long.MAX_VALUE;
      }

      @Override
      public long underWay() {
        return underWay.getAsLong();
      }

      @Override
      public long afterCollection() {
        return 0;
      }

      @Override
      public long inUse() {
        return 0;
      }

      @Override
      public long collect() {
        return 0;
      }

      @Override
      public void onCollection(Runnable listener) {}
    };
  }

  @Override
  public Instant now() {
    return shared.now().plus(ahead);
  }

  @Override
  public StepQueue newStepQueue(String name) {
    StepQueue queue = shared.newStepQueue(name);
    return step -> {
      if (!hangs || !name.equals("journal")) {
        queue.step(alive(step));
      }
    };
  }

  @Override
  public Timer after(long delayNanos, StepQueue on, Runnable step) {
    Runnable rings =
        () -> {
          if (!still) {
            run(step);
          }
        };
    return shared.after((long) Math.ceil(delayNanos / rate), on, rings);
  }

  @Override
  public TaskExecutor newExecutor(String name) {
    return shared.newExecutor(name);
  }

  @Override
  public void point() {}

  @Override
  public void close() {}
}
