package tutti.engine.procedure;

import java.util.concurrent.atomic.AtomicInteger;
import tutti.engine.runtime.Promise;

/**
 * The end of work that another task, or another node, does for a task: at most one task waits for
 * it. While that one waits it does not count as going on ({@link ProcedureExecution#quiet}).
 */
final class WorkEnd {
  private static final int AWAITED = 1;
  private static final int OVER = 2;

  private final ProcedureExecution execution;
  private final AtomicInteger state = new AtomicInteger();
  private final Promise<Boolean> over = new Promise<>();

  WorkEnd(ProcedureExecution execution) {
    this.execution = execution;
  }

  /** Ends the work. The waiting task counts as going on before the calling task stops to count. */
  void over() {
    int before = state.getAndSet(OVER);
    if (before == OVER) {
      return;
    }
    if (before == AWAITED) {
      execution.hold();
    }
    over.complete(true);
  }

  /** Waits for the end, in the task that waits. */
  void await() {
    if (state.compareAndSet(0, AWAITED)) {
      execution.letGo();
    }
    over.await();
  }
}
