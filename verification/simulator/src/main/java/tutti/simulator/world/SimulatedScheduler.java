package tutti.simulator.world;

import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.random.RandomGenerator;
import tutti.engine.runtime.ExecutorMode;
import tutti.engine.runtime.Scheduler;
import tutti.simulator.trace.Trace;
import tutti.simulator.trace.TraceEvent;

/**
 * The scheduler of all executors, step queues and timers of all nodes on one thread, in virtual
 * time. The seed chooses the one that goes on next, the first of two timers due at the same time,
 * the time that work takes, and whether a scheduling point switches to another task.
 *
 * <p>As a {@link Scheduler} it belongs to the world outside the nodes: clients, and the code that
 * crashes and restarts nodes. Any one thread may call it before and after {@link #run}; during
 * {@link #run} only simulated code may call it.
 */
public final class SimulatedScheduler extends SimulatedNode {
  /** The result of {@link #now()} when {@link #nanos()} is 0. */
  public static final Instant EPOCH = Instant.parse("2026-01-01T00:00:00Z");

  static {
    // Tasks of crashed nodes are abandoned, not ended. The JDK would keep them, and everything that
    // they refer to, for its thread dumps; it reads this property once, before the first virtual
    // thread.
    if (System.getProperty("jdk.trackAllThreads") == null) {
      System.setProperty("jdk.trackAllThreads", "false");
    }
  }

  /** The reason that {@link #run} returned. */
  public enum Ended {
    /** The condition of the call holds. */
    CONDITION,
    /** An empty queue and no timer: nothing would ever happen again. */
    QUIET,
    /** The virtual time is over. */
    TIME
  }

  private final Core core;
  private final Map<Integer, SimulatedHeap> heaps = new HashMap<>();

  public SimulatedScheduler(long seed) {
    this(seed, ExecutorMode.best(), 0.2);
  }

  /**
   * @param mode how tasks are kept apart; each has digests of its own
   * @param switchProbability the probability that a scheduling point switches to another task, 0 to
   *     1
   */
  public SimulatedScheduler(long seed, ExecutorMode mode, double switchProbability) {
    this(seed, mode, switchProbability, 0);
  }

  /**
   * @param kept the number of the newest events that are kept for a reader
   */
  public SimulatedScheduler(long seed, ExecutorMode mode, double switchProbability, int kept) {
    this(new Core(seed, mode, switchProbability, kept, false));
  }

  /** Returns a world that makes no choices, and in which only timers take time. */
  public static SimulatedScheduler explored(long seed, ExecutorMode mode) {
    return new SimulatedScheduler(new Core(seed, mode, 0, 0, true));
  }

  private SimulatedScheduler(Core core) {
    super(core, "world", 0);
    this.core = core;
  }

  /** Returns a new incarnation of a node. */
  public SimulatedNode node(String name) {
    return node(name, 0);
  }

  /**
   * Returns a new incarnation of a node whose clock is wrong.
   *
   * @param skewNanos the time by which its {@link #now()} is ahead of the world's
   */
  public SimulatedNode node(String name, long skewNanos) {
    core.enter("SimulatedScheduler.node");
    return new SimulatedNode(core, name, skewNanos);
  }

  /** Sets the provocations of nodes from now on. */
  public void provocations(FaultPointRates provocations) {
    core.provocations = provocations;
  }

  public Core core() {
    return core;
  }

  /** Returns the heap of the process of a node, by the node's number. */
  public SimulatedHeap heap(int node) {
    return heaps.computeIfAbsent(node, it -> new SimulatedHeap());
  }

  /** Runs something later that belongs to the world itself, and takes no time of any executor. */
  public Timer later(long delayNanos, Runnable what) {
    return core.alarm(this, delayNanos, null, what);
  }

  /**
   * Returns a stream of randomness of this run for a purpose that has a name: independent of all
   * other purposes.
   */
  public RandomGenerator entropy(String purpose) {
    return Seeds.stream(core.seed, purpose);
  }

  /** Returns the time since the world began, in virtual nanoseconds. */
  @Override
  public long nanos() {
    return core.nanos();
  }

  /**
   * Runs the world until {@code until} holds, {@link #nanos()} has reached {@code deadline}, or
   * nothing is left to do.
   *
   * @throws SimulationFailed if simulated code threw, or left the simulation
   */
  public Ended run(BooleanSupplier until, long deadline) {
    return core.run(until, deadline);
  }

  /** Puts an event into the trace, and so into the digest. */
  public void trace(String event) {
    core.trace.event(core.nanos(), event);
  }

  /** Keeps an event for a reader, if there is one; the digest does not change. */
  public void record(TraceEvent event) {
    core.trace.record(core.nanos(), event);
  }

  /** Returns the trace of events, for the digest and for readers. */
  public Trace trace() {
    return core.trace;
  }

  /** Returns a hash over all events so far, which is equal for the same seed in every JVM. */
  public String digest() {
    return core.trace.digest();
  }
}
