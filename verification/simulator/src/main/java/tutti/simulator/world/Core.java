package tutti.simulator.world;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import tutti.engine.runtime.ExecutorMode;
import tutti.engine.runtime.FaultPoint;
import tutti.engine.runtime.HostThread;
import tutti.engine.runtime.StepQueue;
import tutti.engine.runtime.Suspension;
import tutti.engine.runtime.TaskContext;
import tutti.simulator.trace.Trace;

/**
 * The clock and timers of the simulated world, and the choice of the lane that goes on next.
 * Everything runs on one thread, or on the thread of the one task that has the turn.
 */
public final class Core {
  /** The longest time of a slice of work, in virtual time. */
  private static final int MOST_SLICE_NANOS = 2_000;

  final long seed;
  final ExecutorMode mode;
  final double switchProbability;
  public final boolean explored;
  final RandomGenerator choices;
  final RandomGenerator latencies;
  public final Trace trace;

  /** The places at which nodes are provoked. */
  FaultPointRates provocations;

  private final List<WorkQueue> runnable = new ArrayList<>();
  private final TreeSet<SimulatedTimer> alarms = new TreeSet<>();
  private final Context context = new Context();
  private long nanos;
  private long alarmCount;
  private int lanes;
  private long turns;
  private boolean leavesAtPoints;
  private volatile boolean running;
  private Runnable afterSlice = () -> {};
  private BiConsumer<SimulatedNode, FaultPoint> onProvoked = (node, place) -> {};
  private volatile @Nullable SimulationFailed failure;

  @Nullable WorkQueue current;
  @Nullable SimulatedTask task;

  /**
   * @param kept the number of events that are kept for a reader
   * @param explored whether an explorer makes the choices that matter: then no choice is made here,
   *     and no work takes time, so that a node's actions depend on nothing but the events at this
   *     node
   */
  Core(long seed, ExecutorMode mode, double switchProbability, int kept, boolean explored) {
    this.explored = explored;
    this.seed = seed;
    this.trace = new Trace(kept);
    this.mode = mode;
    this.switchProbability = switchProbability;
    choices = explored ? () -> 0 : Seeds.stream(seed, "choices");
    latencies = explored ? () -> 0 : Seeds.stream(seed, "latencies");
    provocations = FaultPointRates.none(Seeds.stream(seed, "provocations"));
  }

  public long nanos() {
    return nanos;
  }

  int nextLane() {
    return lanes++;
  }

  TaskContext context() {
    return context;
  }

  int alarms() {
    return alarms.size();
  }

  int alarms(SimulatedNode node) {
    return (int) alarms.stream().filter(alarm -> alarm.node == node).count();
  }

  /** Notes that the lane may have become runnable. */
  void changed(WorkQueue lane) {
    boolean in = lane.runnableAt >= 0;
    boolean should = !lane.node.stopped() && lane.runnable();
    if (should && !in) {
      lane.runnableAt = runnable.size();
      lane.waitsSince = ++turns;
      runnable.add(lane);
    } else if (in && !should) {
      WorkQueue last = runnable.removeLast();
      if (last != lane) {
        runnable.set(lane.runnableAt, last);
        last.runnableAt = lane.runnableAt;
      }
      lane.runnableAt = -1;
    }
  }

  SimulatedTimer alarm(SimulatedNode node, long delayNanos, @Nullable StepQueue on, Runnable body) {
    long delay = Math.clamp(delayNanos, 0, Long.MAX_VALUE >> 1);
    SimulatedTimer alarm =
        new SimulatedTimer(this, node, nanos + delay, tie(node), alarmCount++, on, body);
    alarms.add(alarm);
    return alarm;
  }

  private int tie(SimulatedNode node) {
    return explored ? node.name().hashCode() : choices.nextInt();
  }

  /** Returns the time when the next timer rings, or the end of all time. */
  public long nextAlarm() {
    return alarms.isEmpty() ? Long.MAX_VALUE : alarms.first().due;
  }

  void forget(SimulatedTimer alarm) {
    alarms.remove(alarm);
  }

  void forget(SimulatedNode node) {
    alarms.removeIf(alarm -> alarm.node == node);
  }

  /**
   * Fails the run if the calling thread is not the simulator's: it came from the JDK or from a
   * thread that some code started, at a moment that no seed chose.
   */
  void enter(String what) {
    if (running && TaskContext.current() != context) {
      fail(
          new SimulationFailed(
              what
                  + " was called by the thread "
                  + Thread.currentThread()
                  + ", which is not the simulator's",
              new Throwable("the call")));
    }
  }

  void fail(SimulationFailed problem) {
    if (failure == null) {
      failure = problem;
    }
  }

  /** Calls {@code look} when nothing is in the middle of anything. The call must change nothing. */
  public void afterSlice(Runnable look) {
    afterSlice = look;
  }

  /** Calls {@code listener} whenever a node is provoked, in the middle of what it does. */
  public void onProvoked(BiConsumer<SimulatedNode, FaultPoint> listener) {
    onProvoked = listener;
  }

  void provoked(SimulatedNode node, FaultPoint place) {
    onProvoked.accept(node, place);
  }

  SimulatedScheduler.Ended run(BooleanSupplier until, long deadline) {
    var ended = new SimulatedScheduler.Ended[1];
    host(() -> ended[0] = loop(until, deadline));
    return ended[0];
  }

  /**
   * Runs something as the simulator: on the calling thread if that can carry tasks and carries
   * none, else on one of its own.
   *
   * @throws SimulationFailed if simulated code threw, or left the simulation
   */
  public void host(Runnable body) {
    Throwable[] thrown = new Throwable[1];
    Runnable guarded =
        () -> {
          try {
            body.run();
          } catch (Throwable e) {
            thrown[0] = e;
          }
        };
    running = true;
    if (Thread.currentThread() instanceof HostThread here && here.context() == null) {
      here.context(context);
      guarded.run();
      here.context(null);
    } else {
      carry("simulator", context, guarded);
    }
    running = false;
    if (thrown[0] != null) {
      fail(new SimulationFailed("the simulator itself failed", thrown[0]));
    }
    if (failure != null) {
      throw failure;
    }
  }

  /**
   * Runs something on a thread of its own that can carry tasks.
   *
   * @throws SimulationFailed if the calling thread is interrupted
   */
  public static void carry(String name, TaskContext context, Runnable body) {
    HostThread thread = new HostThread(name, body);
    thread.context(context);
    thread.start();
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new SimulationFailed("interrupted");
    }
  }

  private SimulatedScheduler.Ended loop(BooleanSupplier until, long deadline) {
    while (failure == null) {
      ring();
      if (until.getAsBoolean()) {
        return SimulatedScheduler.Ended.CONDITION;
      }
      if (nanos >= deadline) {
        return SimulatedScheduler.Ended.TIME;
      }
      if (!runnable.isEmpty()) {
        slice(runnable.get(choices.nextInt(runnable.size())));
      } else if (alarms.isEmpty()) {
        return SimulatedScheduler.Ended.QUIET;
      } else {
        nanos = Math.max(nanos, Math.min(alarms.first().due, deadline));
      }
    }
    return SimulatedScheduler.Ended.QUIET;
  }

  private void slice(WorkQueue lane) {
    current = lane;
    lane.runSlice();
    current = null;
    afterSlice.run();
    changed(lane);
    nanos += choices.nextInt(MOST_SLICE_NANOS + 1);
  }

  /**
   * Returns the slices that the lanes may run next, in the order in which they run if no choice is
   * made.
   */
  public List<Slice> slices(Predicate<WorkQueue> which) {
    return runnable.stream()
        .filter(which)
        .sorted(
            Comparator.comparingLong(
                lane ->
                    lane == lane.node.latest && lane.goesOn() ? Long.MIN_VALUE : lane.waitsSince))
        .flatMap(lane -> lane.slices().stream())
        .toList();
  }

  /** Runs one of the slices, and everything that is due then, in no time. Only in {@link #host}. */
  public void run(Slice slice) {
    WorkQueue lane = slice.lane();
    current = lane;
    slice.body().run();
    current = null;
    lane.node.latest = lane;
    changed(lane);
    lane.waitsSince = ++turns;
    ring();
  }

  /**
   * Makes every task leave at every scheduling point from now on, or only at points that are drawn.
   */
  public void leavesAtPoints(boolean always) {
    leavesAtPoints = always;
  }

  boolean leavesAtPoint() {
    return leavesAtPoints || choices.nextDouble() < switchProbability;
  }

  /** Advances time to the next timer. Only in {@link #host}. */
  public void pass() {
    nanos = Math.max(nanos, nextAlarm());
    ring();
  }

  /** Rings all timers that are due. */
  public void ring() {
    while (nextAlarm() <= nanos) {
      alarms.removeFirst().ring();
    }
  }

  /** Runs a step of {@code lane}; an exception of the step fails the run. */
  void runStep(WorkQueue lane, Runnable step) {
    trace.slice(lane.number, 's', nanos);
    try {
      step.run();
    } catch (NodeCrashed crashed) {
      trace.event(nanos, lane + " stopped: its node crashed");
    } catch (Throwable e) {
      failed(lane, "step " + text(step), e);
    }
  }

  /** Returns the text of a body, without the parts that differ from one JVM to the next. */
  static String text(Runnable body) {
    return body.toString().replaceFirst("(/0x[0-9a-f]+)?@[0-9a-f]+$", "");
  }

  void failed(WorkQueue lane, String what, Throwable e) {
    if (!lane.node.crashed()) {
      fail(new SimulationFailed(what + " on " + lane + " threw " + e, e));
    }
  }

  private final class Context extends TaskContext {
    @Override
    public boolean inTask() {
      return task != null;
    }

    @Override
    public Suspension suspension() {
      SimulatedTask waiting = task;
      if (waiting == null) {
        throw new IllegalStateException("no task runs");
      }
      return waiting.suspension();
    }

    @Override
    protected void after(long nanos, Runnable body) {
      SimulatedTask waiting = task;
      if (waiting == null) {
        throw new IllegalStateException("no task runs");
      }
      alarm(waiting.executor.node, nanos, null, body);
    }
  }
}
