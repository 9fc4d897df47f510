package tutti.engine.node.replicated;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.LongAccumulator;
import tutti.engine.memory.Heap;
import tutti.engine.runtime.FaultPoint;
import tutti.engine.runtime.HeldQueue;
import tutti.engine.runtime.MachineFailure;
import tutti.engine.runtime.PeerClocks;
import tutti.engine.runtime.Scheduler;
import tutti.engine.runtime.StepQueue;
import tutti.engine.runtime.TaskExecutor;

/**
 * The scheduler of one state of a replica: its executors are those of the host, its step queues
 * those of the replica, and its timers end with it. Thread-safe.
 *
 * <p>A term that is over leaves work behind that would ask for ever. Its timers go on until the
 * latest of them and a while longer, so that every waiting task gets to its deadline, and then run
 * down without effect. Time in which the host stood still does not count.
 */
final class SharedScheduler implements Scheduler {
  private final Scheduler host;
  private final Map<String, TaskExecutor> executors;
  private final Map<String, StepQueue> queues;

  /** The time of the latest timer so far. */
  private final LongAccumulator latest = new LongAccumulator(Math::max, Long.MIN_VALUE);

  /** The calls that look while something is held, until this scheduler ends. */
  private final List<Timer> watches = new CopyOnWriteArrayList<>();

  private volatile long endNanos = Long.MAX_VALUE;

  /** The most that a timer was late since the end is set: its host may have stood still. */
  private final LongAccumulator mostLate = new LongAccumulator(Math::max, 0);

  private SharedScheduler(
      Scheduler host, Map<String, TaskExecutor> executors, Map<String, StepQueue> queues) {
    this.host = host;
    this.executors = executors;
    this.queues = queues;
  }

  /** Returns the scheduler of a first state; the host has made these executors so far. */
  static SharedScheduler of(Scheduler host, Map<String, TaskExecutor> executors) {
    return new SharedScheduler(host, executors, new ConcurrentHashMap<>());
  }

  /** Returns the scheduler of the replica's next state. */
  SharedScheduler next() {
    return new SharedScheduler(host, executors, queues);
  }

  /** Ends the timers that run down so many nanoseconds later than the latest timer so far. */
  void end(long graceNanos) {
    endNanos = Math.max(host.nanos(), latest.get()) + graceNanos;
    watches.forEach(Timer::cancel);
    watches.clear();
  }

  @Override
  public long nanos() {
    return host.nanos();
  }

  @Override
  public Instant now() {
    return host.now();
  }

  @Override
  public PeerClocks clocks() {
    return host.clocks();
  }

  @Override
  public TaskExecutor newExecutor(String name) {
    return newExecutor(name, false);
  }

  @Override
  public TaskExecutor newExecutor(String name, boolean pinned) {
    return executors.computeIfAbsent(name, it -> host.newExecutor(it, pinned));
  }

  @Override
  public TaskExecutor newExecutor(String name, long stackBytes) {
    return executors.computeIfAbsent(name, it -> host.newExecutor(it, stackBytes));
  }

  @Override
  public int cores() {
    return host.cores();
  }

  @Override
  public StepQueue newStepQueue(String name) {
    return queues.computeIfAbsent(name, host::newStepQueue);
  }

  @Override
  public StepQueue newMachineQueue(String name) {
    return queues.computeIfAbsent(name, host::newMachineQueue);
  }

  @Override
  public Error failStop(MachineFailure failure) {
    throw host.failStop(failure);
  }

  @Override
  public void mayFail() {
    host.mayFail();
  }

  @Override
  public void mayFailAt(int shard, long place) {
    host.mayFailAt(shard, place);
  }

  @Override
  public Timer after(long delayNanos, StepQueue on, Runnable step) {
    long due = host.nanos() + delayNanos;
    if (endNanos == Long.MAX_VALUE) {
      latest.accumulate(due);
    }
    return host.after(
        delayNanos,
        on,
        () -> {
          if (endNanos != Long.MAX_VALUE) {
            mostLate.accumulate(host.nanos() - due);
          }
          if (due < endNanos + mostLate.get()) {
            step.run();
          }
        });
  }

  @Override
  public List<HeldQueue> held() {
    return host.held();
  }

  @Override
  public long delayNanos() {
    return host.delayNanos();
  }

  @Override
  public Timer whileHeld(Runnable look) {
    Timer watch = host.whileHeld(look);
    watches.add(watch);
    return watch;
  }

  @Override
  public void point() {
    host.point();
  }

  @Override
  public boolean injects(FaultPoint place) {
    return host.injects(place);
  }

  @Override
  public Heap heap() {
    return host.heap();
  }

  /** Does nothing: the host ends its threads. */
  @Override
  public void close() {}
}
