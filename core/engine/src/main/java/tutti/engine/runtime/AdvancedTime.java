package tutti.engine.runtime;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tutti.engine.memory.Heap;

/**
 * The time of nodes in tests, which a program advances. {@link #on} gives each node a scheduler
 * whose clocks go by this time; its threads are those of the scheduler below. Thread-safe.
 *
 * <pre>{@code
 * AdvancedTime time = AdvancedTime.standing(Instant.parse("2027-05-01T20:00:00Z"));
 * Scheduler scheduler = time.on(new RealScheduler());
 * time.advance(Duration.ofDays(1));
 * }</pre>
 */
public final class AdvancedTime {
  /** The instant at which the wall clock stands; null if it runs. */
  private volatile @Nullable Instant standing;

  private volatile long advanced;

  /** The timers that are set. Guarded by this object. */
  private final Set<Ring> rings = new LinkedHashSet<>();

  private AdvancedTime(@Nullable Instant standing) {
    this.standing = standing;
  }

  /** Returns a time that goes on as the machine's does, and is advanced beyond that. */
  public static AdvancedTime going() {
    return new AdvancedTime(null);
  }

  /**
   * Returns a time whose wall clock stands still at an instant until it is advanced. The monotonic
   * clock goes on, and so do timers.
   */
  public static AdvancedTime standing(Instant at) {
    return new AdvancedTime(at);
  }

  /** Sets the wall clock, which stands still there; no timer rings for it. */
  public synchronized void stand(Instant at) {
    standing = at;
  }

  /**
   * Advances all clocks. Each timer whose time has come rings at once, in the order of their times,
   * as after a sleep of the machine: a timer that its own ring sets counts from the new time.
   *
   * @param by at least 0; all advances together are at most a hundred years
   * @throws IllegalArgumentException if it is less than 0, or more than what is left of them
   */
  public synchronized void advance(Duration by) {
    if (by.isNegative() || by.compareTo(Duration.ofNanos(Durations.LONGEST_NANOS - advanced)) > 0) {
      throw new IllegalArgumentException(
          "time goes ahead, and a hundred years at most, but this is " + by);
    }
    Instant at = standing;
    standing = at == null ? null : at.plus(by);
    advanced += by.toNanos();
    List<Ring> set = new ArrayList<>(rings);
    set.sort(Comparator.comparingLong(Ring::leftNanos));
    set.forEach(Ring::advanced);
  }

  /** Returns a scheduler that goes by this time, on the threads of another one. */
  public Scheduler on(Scheduler below) {
    return new Advanced(below);
  }

  /** A timer that is set. */
  private final class Ring implements Scheduler.Timer, Runnable {
    private final Scheduler below;
    private final long due;
    private final StepQueue on;
    private final Runnable step;
    private final AtomicBoolean over = new AtomicBoolean();
    private Scheduler.Timer real = () -> {};

    Ring(Scheduler below, long delayNanos, StepQueue on, Runnable step) {
      this.below = below;
      this.due = below.nanos() + advanced + Math.clamp(delayNanos, 0, Durations.LONGEST_NANOS);
      this.on = on;
      this.step = step;
    }

    long leftNanos() {
      return due - below.nanos() - advanced;
    }

    void set() {
      rings.add(this);
      real = below.after(leftNanos(), on, this);
    }

    void advanced() {
      real.cancel();
      if (leftNanos() <= 0) {
        on.step(this);
      } else {
        real = below.after(leftNanos(), on, this);
      }
    }

    private boolean ends() {
      if (!over.compareAndSet(false, true)) {
        return false;
      }
      synchronized (AdvancedTime.this) {
        rings.remove(this);
        real.cancel();
      }
      return true;
    }

    @Override
    public void cancel() {
      ends();
    }

    @Override
    public void run() {
      if (ends()) {
        step.run();
      }
    }
  }

  /** The scheduler of one node. */
  private final class Advanced implements Scheduler {
    private final Scheduler below;

    Advanced(Scheduler below) {
      this.below = below;
    }

    @Override
    public long nanos() {
      return below.nanos() + advanced;
    }

    @Override
    public Instant now() {
      Instant at = standing;
      return at == null ? below.now().plusNanos(advanced) : at;
    }

    @Override
    public Timer after(long delayNanos, StepQueue on, Runnable step) {
      synchronized (AdvancedTime.this) {
        Ring ring = new Ring(below, delayNanos, on, step);
        ring.set();
        return ring;
      }
    }

    @Override
    public TaskExecutor newExecutor(String name) {
      return below.newExecutor(name);
    }

    @Override
    public TaskExecutor newExecutor(String name, boolean pinned) {
      return below.newExecutor(name, pinned);
    }

    @Override
    public TaskExecutor newExecutor(String name, long stackBytes) {
      return below.newExecutor(name, stackBytes);
    }

    @Override
    public int cores() {
      return below.cores();
    }

    @Override
    public StepQueue newStepQueue(String name) {
      return below.newStepQueue(name);
    }

    @Override
    public StepQueue newMachineQueue(String name) {
      return below.newMachineQueue(name);
    }

    @Override
    public Error failStop(MachineFailure failure) {
      throw below.failStop(failure);
    }

    @Override
    public void mayFail() {
      below.mayFail();
    }

    @Override
    public void mayFailAt(int shard, long place) {
      below.mayFailAt(shard, place);
    }

    @Override
    public void outside(Runnable work) {
      below.outside(work);
    }

    @Override
    public void point() {
      below.point();
    }

    @Override
    public boolean injects(FaultPoint place) {
      return below.injects(place);
    }

    @Override
    public void onFatalError(Consumer<String> listener) {
      below.onFatalError(listener);
    }

    @Override
    public List<HeldQueue> held() {
      return below.held();
    }

    @Override
    public Timer whileHeld(Runnable look) {
      return below.whileHeld(look);
    }

    @Override
    public Heap heap() {
      return below.heap();
    }

    @Override
    public void close() {
      below.close();
    }
  }
}
