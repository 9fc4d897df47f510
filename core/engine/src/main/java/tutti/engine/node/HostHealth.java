package tutti.engine.node;

import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tutti.engine.deployment.Deployment;
import tutti.engine.memory.MemoryGate;
import tutti.engine.runtime.HeldQueue;
import tutti.engine.runtime.Scheduler;

/**
 * The health of a node: whether it, its log or its memory has failed, whether it stops, and by that
 * whether clients should be sent to it. Thread-safe.
 *
 * <p>For example, once the disk of a node refuses a flush, its readiness has the code {@code
 * storage-failed} and the disk's reason, whatever else the node waits for.
 */
public final class HostHealth {
  private final Scheduler scheduler;
  private final MemoryGate memory;
  private final FailureWatch failures = new FailureWatch();
  private final FailureWatch log = new FailureWatch();
  private final AtomicBoolean stopping = new AtomicBoolean();
  private volatile Runnable halt = () -> {};

  /** The health of a node that is about to start under a deployment. */
  public HostHealth(Scheduler scheduler, Deployment deployment) {
    this.scheduler = scheduler;
    this.memory = new MemoryGate(scheduler.heap(), deployment.admission().refuseAbove());
  }

  /**
   * Watches the process from now on: an error of its threads, or memory that is full for good, is a
   * failure of the node.
   *
   * @param halt ends what the node does, after each failure; called once or more
   */
  public void watch(Runnable halt) {
    this.halt = halt;
    scheduler.onFatalError(this::failed);
    memory.watch(this::failed);
  }

  /** The node must not go on, for a reason in words for a person. */
  public void failed(String why) {
    failures.failed(why);
    halt.run();
  }

  /** The node's log takes nothing any more, for a reason in words for a person. */
  public void logFailed(String why) {
    log.failed(why);
    halt.run();
  }

  /** Notes that the node stops; false if it was noted before. */
  public boolean stop() {
    return !stopping.getAndSet(true);
  }

  /** Returns why the node has failed, or null. */
  public @Nullable String failure() {
    return failures.failure();
  }

  /** Returns why the node's log has failed, or null. */
  public @Nullable String logFailure() {
    return log.failure();
  }

  /** Returns why the node answers nothing any more, or null. */
  public @Nullable String stopped() {
    return stopping.get() ? "it is stopping" : failures.failure();
  }

  /** Calls back when the node fails; immediately if it has failed already. */
  public void onFailure(Consumer<String> listener) {
    failures.add(listener);
  }

  /** Calls back when the node's log fails; immediately if it has failed already. */
  public void onLogFailure(Consumer<String> listener) {
    log.add(listener);
  }

  public MemoryGate memory() {
    return memory;
  }

  /** Returns the executors and threads of which nothing goes on. */
  public List<HeldQueue> held() {
    return scheduler.held();
  }

  /**
   * Returns whether clients should be sent to the node now.
   *
   * @param shards of the node
   */
  public Readiness readiness(Shards shards) {
    List<String> missing = shards.missing();
    String broken = log.failure();
    if (broken != null) {
      return new Readiness(broken, missing, true);
    }
    String stopped = stopped();
    return new Readiness(stopped != null ? stopped : shards.notReady(missing), missing, false)
        .unlessHeld(held())
        .unlessFull(memory);
  }
}
