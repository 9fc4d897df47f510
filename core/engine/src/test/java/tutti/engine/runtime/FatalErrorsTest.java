package tutti.engine.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import tutti.model.testing.Await;

/** Errors of the virtual machine are reported, whichever thread meets them. */
@Isolated("an error of the virtual machine fails every node of the process")
class FatalErrorsTest {
  private static final Map<String, BiConsumer<RealScheduler, Runnable>> THREADS =
      Map.of(
          "a task", (scheduler, work) -> scheduler.newExecutor("e").start(work),
          "a step", (scheduler, work) -> scheduler.newExecutor("e").step(work),
          "a queue", (scheduler, work) -> scheduler.newStepQueue("q").step(work),
          "a timer", (scheduler, work) -> scheduler.after(1, scheduler.newStepQueue("q"), work),
          "the timers' thread", (scheduler, work) -> scheduler.after(1, Runnable::run, work),
          "outside", RealScheduler::outside,
          "a promise",
              (scheduler, work) -> {
                Promise<Integer> promise = new Promise<>();
                promise.whenDone(value -> work.run());
                promise.complete(1);
              });

  private static void fail(Error error) {
    throw error;
  }

  @Test
  void eachThreadOfASchedulerReportsThem() throws Exception {
    for (Map.Entry<String, BiConsumer<RealScheduler, Runnable>> thread : THREADS.entrySet()) {
      Queue<String> told = new ConcurrentLinkedQueue<>();
      try (RealScheduler scheduler = new RealScheduler()) {
        scheduler.onFatalError(told::add);
        thread.getValue().accept(scheduler, () -> fail(new OutOfMemoryError("injected")));
        Await.that(thread.getKey(), () -> !told.isEmpty());
        assertThat(told.peek()).isEqualTo("the memory of the process is full (injected)");
      }
    }
  }

  @Test
  void anErrorOfOneCallIsNone() throws Exception {
    AtomicInteger told = new AtomicInteger();
    AtomicInteger after = new AtomicInteger();
    try (RealScheduler scheduler = new RealScheduler()) {
      scheduler.onFatalError(why -> told.incrementAndGet());
      StepQueue queue = scheduler.newStepQueue("q");
      queue.step(() -> fail(new StackOverflowError()));
      queue.step(() -> fail(new AssertionError("a bug")));
      queue.step(after::incrementAndGet);
      Await.that("the last step", () -> after.get() == 1);
    }
    assertThat(told).hasValue(0);
  }

  @Test
  void theCauseCounts() {
    assertThat(FatalErrors.isFatal(new IllegalStateException(new OutOfMemoryError()))).isTrue();
    assertThat(FatalErrors.isFatal(new IllegalStateException("a bug"))).isFalse();
  }
}
