package tutti.engine.runtime;

import java.time.Instant;
import java.util.function.Consumer;

/** A scheduler that passes each call on, except for what a test changes of it. */
public abstract class ForwardingScheduler implements Scheduler {
  private final Scheduler other;

  protected ForwardingScheduler(Scheduler other) {
    this.other = other;
  }

  @Override
  public long nanos() {
    return other.nanos();
  }

  @Override
  public Instant now() {
    return other.now();
  }

  @Override
  public TaskExecutor newExecutor(String name) {
    return other.newExecutor(name);
  }

  @Override
  public StepQueue newStepQueue(String name) {
    return other.newStepQueue(name);
  }

  @Override
  public void outside(Runnable work) {
    other.outside(work);
  }

  @Override
  public Timer after(long delayNanos, StepQueue on, Runnable step) {
    return other.after(delayNanos, on, step);
  }

  @Override
  public void point() {
    other.point();
  }

  @Override
  public boolean injects(FaultPoint place) {
    return other.injects(place);
  }

  @Override
  public void onFatalError(Consumer<String> listener) {
    other.onFatalError(listener);
  }

  @Override
  public void close() {
    other.close();
  }
}
