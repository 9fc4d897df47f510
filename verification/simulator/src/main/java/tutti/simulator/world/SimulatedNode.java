package tutti.simulator.world;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import java.util.function.LongUnaryOperator;
import org.jspecify.annotations.Nullable;
import tutti.engine.memory.Heap;
import tutti.engine.runtime.FaultPoint;
import tutti.engine.runtime.HeldQueue;
import tutti.engine.runtime.MachineFailure;
import tutti.engine.runtime.PeerClocks;
import tutti.engine.runtime.Scheduler;
import tutti.engine.runtime.StepQueue;
import tutti.engine.runtime.TaskExecutor;

/**
 * One incarnation of one node in the simulated world: the node's {@link Scheduler} port. A restart
 * makes a new incarnation, from {@link SimulatedScheduler#node}.
 */
public sealed class SimulatedNode implements Scheduler permits SimulatedScheduler {
  /** The name of the executor that stands for the threads that read what clients send. */
  public static final String DOOR = "door";

  /** The first part of the names of executors that stand for the threads that read connections. */
  public static final String LANE = "from-";

  /** A machine has been up for long when a node starts on it: its monotonic clock began then. */
  private static final long UP_NANOS = Duration.ofDays(1_000).toNanos();

  /** The time between two looks at what is held, in virtual nanoseconds. */
  private static final long LOOK_NANOS = 250_000_000;

  private final Core core;
  private final String name;
  private final List<WorkQueue> lanes = new ArrayList<>();
  private final List<Runnable> whenItEnds = new ArrayList<>();

  /** The lane of which a slice was chosen last; null if none was. */
  @Nullable WorkQueue latest;

  private @Nullable StepQueue outside;
  private @Nullable SimulatedHeap heap;
  private long skewNanos;
  private final PeerClocks clocks = new PeerClocks(this::now, this::nanos);

  /** The rate of the monotonic clock, and the time by which each timer rings late. */
  private double rate = 1;

  private LongSupplier lateNanos = () -> 0;

  /** The places at which a step may fail until one does; 0 if none does. */
  private int placesUntilFailure;

  private BooleanSupplier mayFailNow = () -> false;
  private Runnable endsByFailure = () -> {};
  private boolean executorsHeld;
  private long heldSince;
  private boolean diskHangs;
  private long hangsSince;
  private boolean readsHang;
  private long readsHangSince;
  private boolean watching;

  /** The calls that look while something is held. */
  private final List<Runnable> watches = new CopyOnWriteArrayList<>();

  private boolean crashed;
  private boolean paused;
  private int tasks;
  private long pausedAt;
  private long pausedNanos;
  private boolean slow;
  private LongUnaryOperator diskLatency = usual -> usual;

  SimulatedNode(Core core, String name, long skewNanos) {
    this.core = core;
    this.name = name;
    this.skewNanos = skewNanos;
  }

  public String name() {
    return name;
  }

  /**
   * Ends the node immediately: its queued work is dropped, its timers never ring, its tasks never
   * go on. A step or task of the node itself that calls this goes on until it next waits, reaches a
   * scheduling point or touches its disk.
   */
  public void crash() {
    core.enter("SimulatedNode.crash");
    if (!crashed) {
      crashed = true;
      core.trace.event(core.nanos(), name + " crashes");
      core.forget(this);
      lanes.forEach(WorkQueue::clear);
      whenItEnds.forEach(Runnable::run);
    }
  }

  public boolean crashed() {
    return crashed;
  }

  /**
   * Stops everything in the node for a while, as a long garbage collection or the suspension of a
   * process does: nothing of the node runs, though timers go on and messages arrive, until the
   * pause is taken back.
   */
  public void pause(boolean on) {
    core.enter("SimulatedNode.pause");
    if (paused != on && !crashed) {
      pausedNanos += on ? 0 : core.nanos() - pausedAt;
      pausedAt = core.nanos();
      paused = on;
      core.trace.event(core.nanos(), name + (on ? " is paused" : " goes on"));
      lanes.forEach(core::changed);
    }
  }

  /** Returns the time for which the node has stood still so far, in virtual nanoseconds. */
  public long stoodStill() {
    return paused ? pausedNanos + core.nanos() - pausedAt : pausedNanos;
  }

  /** Lets the node's wall clock jump; its monotonic clock does not. */
  public void jump(long nanos) {
    skewNanos += nanos;
    core.trace.event(core.nanos(), name + "'s clock jumps by " + nanos / 1_000_000 + " ms");
  }

  /**
   * Lets the node's monotonic clock run fast or slow from its start on; timers run down by it.
   * Before the node does anything.
   *
   * @param rate of the clock, about 1
   * @param lateNanos draws the time, in virtual nanoseconds, by which a timer rings late
   */
  public void clock(double rate, LongSupplier lateNanos) {
    this.rate = rate;
    this.lateNanos = lateNanos;
  }

  /**
   * Lets a task hold each executor of the node from now on, as code that does not end would; or no
   * more.
   */
  public void holdExecutors(boolean on) {
    core.enter("SimulatedNode.holdExecutors");
    if (!crashed && executorsHeld != on) {
      executorsHeld = on;
      heldSince = core.nanos();
      core.trace.event(core.nanos(), name + (on ? "'s executors are held" : "'s executors go on"));
      lanes.forEach(core::changed);
      watch();
    }
  }

  boolean executorsAreHeld() {
    return executorsHeld;
  }

  /** Lets the node's disk hang from now on: no flush that has not ended does; or go on. */
  public void hangDisk(boolean on) {
    core.enter("SimulatedNode.hangDisk");
    if (!crashed && diskHangs != on) {
      diskHangs = on;
      hangsSince = core.nanos();
      core.trace.event(core.nanos(), name + (on ? "'s disk hangs" : "'s disk goes on"));
      lanes.forEach(core::changed);
      watch();
    }
  }

  boolean diskHangs() {
    return diskHangs;
  }

  /** Lets a read hold each thread of machines of replicas from now on; or go on. */
  public void hangReads(boolean on) {
    core.enter("SimulatedNode.hangReads");
    if (!crashed && readsHang != on) {
      readsHang = on;
      readsHangSince = core.nanos();
      core.trace.event(core.nanos(), name + (on ? "'s reads hang" : "'s reads go on"));
      lanes.forEach(core::changed);
      watch();
    }
  }

  boolean readsHang() {
    return readsHang;
  }

  /** Looks, while something is held, as the watchdog of the real scheduler does. */
  private void watch() {
    if (watching || crashed || !executorsHeld && !diskHangs && !readsHang) {
      return;
    }
    watching = true;
    core.alarm(
        this,
        LOOK_NANOS,
        null,
        () -> {
          watching = false;
          if (!held().isEmpty()) {
            lanes.forEach(
                lane -> {
                  if (lane instanceof SimulatedExecutor executor) {
                    executor.expire();
                  }
                });
            watches.forEach(Runnable::run);
          }
          watch();
        });
  }

  @Override
  public List<HeldQueue> held() {
    List<HeldQueue> held = new ArrayList<>();
    for (WorkQueue lane : lanes) {
      if (lane instanceof SimulatedExecutor executor && executor.isHeld()) {
        long nanos = core.nanos() - heldSince;
        held.add(new HeldQueue(executor.name(), nanos, executor.backlog(), true));
      } else if (lane instanceof SimulatedStepQueue queue && queue.hangs()) {
        long since = queue.isDisk() ? hangsSince : readsHangSince;
        held.add(new HeldQueue(queue.name, core.nanos() - since, 0, false));
      }
    }
    return held;
  }

  @Override
  public Timer whileHeld(Runnable look) {
    watches.add(look);
    return () -> watches.remove(look);
  }

  /** Makes the node's threads slow from now on, or normal again. */
  public void slow(boolean on) {
    slow = on;
  }

  boolean slow() {
    return slow;
  }

  /** Sets the latency of the node's disk from now on, given the usual latency, in nanoseconds. */
  public void diskLatency(LongUnaryOperator latency) {
    diskLatency = latency;
  }

  long diskLatency(long usual) {
    return diskLatency.applyAsLong(usual);
  }

  /** Sets the heap of the node's process. Before the node does anything. */
  public void heap(SimulatedHeap of) {
    heap = of;
  }

  /** Returns the heap of the node's process; a node that has crashed hears nothing of it. */
  @Override
  public Heap heap() {
    SimulatedHeap of = heap;
    return of == null
        ? Heap.AMPLE
        : new Heap() {
          @Override
          public long most() {
            return of.most();
          }

          @Override
          public long underWay() {
            return of.underWay();
          }

          @Override
          public long ofPage(long usual) {
            return of.ofPage(usual);
          }

          @Override
          public long afterCollection() {
            return of.afterCollection();
          }

          @Override
          public long inUse() {
            return of.inUse();
          }

          @Override
          public long collect() {
            return of.collect();
          }

          @Override
          public void onCollection(Runnable listener) {
            of.onCollection(
                () -> {
                  if (!crashed) {
                    listener.run();
                  }
                });
          }
        };
  }

  /** Returns whether nothing of the node can run now. */
  public boolean stopped() {
    return crashed || paused;
  }

  /** Sets a listener that is called once, when the node has crashed or was closed. */
  public void whenItEnds(Runnable listener) {
    whenItEnds.add(listener);
  }

  /** Returns the number of tasks that have begun and have not ended. */
  public int tasks() {
    return tasks;
  }

  /**
   * Returns whether the node's threads have steps before them that no caller waits for any more.
   */
  public boolean behind() {
    return lanes.stream().anyMatch(lane -> lane instanceof SimulatedStepQueue it && it.behind());
  }

  /** Returns the number of timers that are set. */
  public int timers() {
    return core.alarms(this);
  }

  void taskBegan() {
    tasks++;
  }

  void taskEnded() {
    tasks--;
  }

  @Override
  public long nanos() {
    return UP_NANOS + (rate == 1 ? core.nanos() : (long) (core.nanos() * rate));
  }

  @Override
  public Instant now() {
    return SimulatedScheduler.EPOCH.plusNanos(core.nanos() + skewNanos);
  }

  @Override
  public PeerClocks clocks() {
    return clocks;
  }

  @Override
  public TaskExecutor newExecutor(String executorName) {
    core.enter("Scheduler.newExecutor");
    SimulatedExecutor executor = new SimulatedExecutor(core, this, executorName);
    lanes.add(executor);
    return executor;
  }

  @Override
  public StepQueue newStepQueue(String queueName) {
    core.enter("Scheduler.newStepQueue");
    SimulatedStepQueue queue = new SimulatedStepQueue(core, this, queueName);
    lanes.add(queue);
    return queue;
  }

  @Override
  public void outside(Runnable work) {
    StepQueue queue = outside;
    if (queue == null) {
      queue = newStepQueue("outside");
      outside = queue;
    }
    queue.step(work);
  }

  /**
   * Lets a step of a machine of this node fail, as by an exception that nobody has foreseen.
   *
   * @param places the step fails at the place after so many ({@link Scheduler#mayFail})
   * @param allowed whether it may fail when the place is reached; if not, no step fails
   * @param ends is called when the node ends for it, before it does
   */
  public void failsAfter(int places, BooleanSupplier allowed, Runnable ends) {
    placesUntilFailure = 1 + places;
    mayFailNow = allowed;
    endsByFailure = ends;
  }

  @Override
  public void mayFail() {
    if (placesUntilFailure > 0
        && --placesUntilFailure == 0
        && !crashed
        && mayFailNow.getAsBoolean()) {
      core.trace.event(core.nanos(), "a step of " + name + " fails");
      throw new InjectedFailure();
    }
  }

  /**
   * Crashes the node, if the failure was injected.
   *
   * @throws SimulationFailed if it was not: a step of a machine throws nothing by itself
   */
  @Override
  public Error failStop(MachineFailure failure) {
    Throwable cause = failure.cause();
    if (crashed || cause instanceof NodeCrashed) {
      throw new NodeCrashed();
    }
    if (cause instanceof SimulationFailed failed) {
      throw failed;
    }
    if (!(cause instanceof InjectedFailure)) {
      throw new SimulationFailed(failure.text(), cause);
    }
    core.trace.event(core.nanos(), name + " ends: " + failure.text());
    endsByFailure.run();
    crash();
    throw new NodeCrashed();
  }

  @Override
  public Timer after(long delayNanos, StepQueue on, Runnable step) {
    core.enter("Scheduler.after");
    if (crashed) {
      return () -> {};
    }
    // By the node's own clock no timer rings early.
    long real = rate == 1 ? delayNanos : (long) Math.ceil(delayNanos / rate) + 1;
    return core.alarm(this, real + lateNanos.getAsLong(), on, step);
  }

  @Override
  public void point() {
    SimulatedTask task = core.task;
    if (task == null) {
      throw new IllegalStateException("a scheduling point must be in a task");
    }
    if (crashed || core.leavesAtPoint()) {
      task.leave();
    }
  }

  /** An event that happens once, at the place after so many of its kind. */
  private static final class Once {
    int places;
    final BooleanSupplier allowed;
    final Runnable happens;

    Once(int places, BooleanSupplier allowed, Runnable happens) {
      this.places = places;
      this.allowed = allowed;
      this.happens = happens;
    }
  }

  private final Map<FaultPoint, Once> once = new EnumMap<>(FaultPoint.class);

  /**
   * Lets the event of a place that is not drawn happen once.
   *
   * @param places it happens when the place is reached after so many times
   * @param allowed whether it may when the place is reached; if not, it is tried at the next
   * @param happens is called when it does
   */
  public void injectsAfter(
      FaultPoint place, int places, BooleanSupplier allowed, Runnable happens) {
    once.put(place, new Once(1 + places, allowed, happens));
  }

  private boolean happensOnce(FaultPoint place) {
    Once event = once.get(place);
    if (event == null || --event.places > 0 || !event.allowed.getAsBoolean()) {
      return false;
    }
    once.remove(place);
    event.happens.run();
    return true;
  }

  @Override
  public boolean injects(FaultPoint place) {
    boolean now =
        !crashed && (core.provocations.at(place) || !place.isDrawn() && happensOnce(place));
    if (now) {
      core.trace.event(core.nanos(), name + " is provoked: " + place.label());
      core.provoked(this, place);
    }
    return now;
  }

  /**
   * Stops the node as a crash does, but without its event: a stopped node runs nothing any more.
   */
  @Override
  public void close() {
    core.enter("Scheduler.close");
    if (!crashed) {
      crashed = true;
      core.forget(this);
      lanes.forEach(WorkQueue::clear);
      whenItEnds.forEach(Runnable::run);
    }
  }
}
