package tutti.engine.runtime;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;

/** Runs steps, one after another, in the order they were given, on a thread of its own. */
public interface StepQueue {

  /**
   * Queues a step. The step must not wait for a {@link Promise}. Any thread may call this; the
   * caller's writes before the call are seen by the step.
   */
  void step(Runnable step);

  /**
   * Does something with each of these on its queue, in their order: in one step of each queue,
   * since there may be thousands.
   */
  static <T> void forEach(
      Collection<? extends T> all, Function<? super T, StepQueue> queueOf, Consumer<T> work) {
    Map<StepQueue, List<T>> byQueue = new LinkedHashMap<>();
    for (T each : all) {
      byQueue.computeIfAbsent(queueOf.apply(each), _ -> new ArrayList<>()).add(each);
    }
    byQueue.forEach((queue, its) -> queue.step(() -> its.forEach(work)));
  }

  /** Ends the thread, if it is this queue's own, after the steps that were given before. */
  default void end() {}
}
