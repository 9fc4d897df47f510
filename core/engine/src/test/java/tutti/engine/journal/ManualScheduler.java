package tutti.engine.journal;

import java.time.Instant;
import java.util.ArrayDeque;
import java.util.PriorityQueue;
import tutti.engine.runtime.Scheduler;
import tutti.engine.runtime.StepQueue;
import tutti.engine.runtime.TaskExecutor;

/** Runs steps on the test's thread, one at a time, when the test says so. */
public final class ManualScheduler implements Scheduler {
  private final ArrayDeque<Runnable> steps = new ArrayDeque<>();
  private final PriorityQueue<Due> timers = new PriorityQueue<>();
  private long nanos;
  private long sequence;

  private record Due(long at, long sequence, Runnable step) implements Comparable<Due> {
    @Override
    public int compareTo(Due other) {
      return at != other.at ? Long.compare(at, other.at) : Long.compare(sequence, other.sequence);
    }
  }

  /** Runs one step; false if there is none. */
  public boolean runOne() {
    Runnable step = steps.poll();
    if (step == null) {
      return false;
    }
    step.run();
    return true;
  }

  public void runAll() {
    while (runOne()) {}
  }

  public void advance(long byNanos) {
    nanos += byNanos;
    while (!timers.isEmpty() && timers.peek().at() <= nanos) {
      steps.add(timers.poll().step());
    }
  }

  @Override
  public long nanos() {
    return nanos;
  }

  @Override
  public Instant now() {
    return Instant.ofEpochSecond(0, nanos);
  }

  @Override
  public StepQueue newStepQueue(String name) {
    return steps::add;
  }

  @Override
  public Timer after(long delayNanos, StepQueue on, Runnable step) {
    Due due = new Due(nanos + delayNanos, sequence++, step);
    timers.add(due);
    return () -> timers.remove(due);
  }

  @Override
  public TaskExecutor newExecutor(String name) {
    throw new IllegalStateException("the journal needs no executors");
  }

  @Override
  public void point() {}

  @Override
  public void close() {}
}
