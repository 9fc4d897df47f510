package tutti.lab.figure;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionService;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;
import tutti.lab.measure.RunResult;

/**
 * Simulated runs of a figure, several of them side by side. Each run has a model, a seed and a
 * virtual time of its own, so that no result depends on the number of threads.
 *
 * <p>The longest runs begin first, so that few threads are idle at the end. A run that fails, even
 * for want of memory, is reported as failed, and the others continue.
 */
final class SimulatedRuns {
  /** The memory that a run of Janus with 10,800 clients at theta 0.99 may need. */
  private static final long BYTES_OF_A_RUN = 6L << 30;

  /**
   * A run that is to be made.
   *
   * @param label of its result; no two runs have one
   * @param length of the run in relation to others
   */
  record Planned(String label, double length, Callable<RunResult> run) {}

  /** The end of a run: with a result, or with what it has thrown. */
  private record End(String label, @Nullable RunResult result, @Nullable Throwable thrown) {}

  /** A receiver of what is known after each run. */
  @FunctionalInterface
  interface After {
    void run(Runs soFar, String label) throws IOException;
  }

  private final List<Planned> planned;
  private final Map<String, RunResult> ended = new HashMap<>();
  private final Map<String, String> failed = new HashMap<>();

  private SimulatedRuns(List<Planned> planned) {
    this.planned = List.copyOf(planned);
  }

  /** Returns the usual number of threads, so that each run has the memory that it may need. */
  static int usualThreads(int processors, long heapBytes) {
    return Math.clamp(heapBytes / BYTES_OF_A_RUN, 1, processors);
  }

  /**
   * Makes all runs.
   *
   * @param planned in the order of the figure
   * @param threads the number of runs at once
   * @param after called on this thread when a run has ended
   */
  static Runs make(List<Planned> planned, int threads, After after)
      throws IOException, InterruptedException, ExecutionException {
    return new SimulatedRuns(planned).make(threads, after);
  }

  private Runs make(int threads, After after)
      throws IOException, InterruptedException, ExecutionException {
    ExecutorService workers =
        Executors.newFixedThreadPool(
            threads, Thread.ofPlatform().daemon().name("simulated-run-", 1).factory());
    try {
      CompletionService<End> ends = new ExecutorCompletionService<>(workers);
      planned.stream()
          .sorted(Comparator.comparingDouble(Planned::length).reversed())
          .forEach(run -> ends.submit(() -> end(run)));
      for (int i = 0; i < planned.size(); i++) {
        End end = ends.take().get();
        if (end.result != null) {
          ended.put(end.label, end.result);
        } else {
          failed.put(end.label, reason(end.thrown));
        }
        after.run(soFar(), end.label);
      }
      return soFar();
    } finally {
      workers.shutdownNow();
    }
  }

  /** Makes a run. Want of memory is an error, not an exception, and is caught as well. */
  private static End end(Planned run) {
    try {
      return new End(run.label(), run.run().call(), null);
    } catch (Throwable thrown) {
      return new End(run.label(), null, thrown);
    }
  }

  /** Returns the reason for people; want of memory may be the cause of what was thrown. */
  private static String reason(@Nullable Throwable thrown) {
    for (Throwable each = thrown; each != null; each = each.getCause()) {
      if (each instanceof OutOfMemoryError) {
        return "out of memory ("
            + each.getMessage()
            + "); fewer --threads, or more by TUTTI_JAVA_OPTIONS=-Xmx8g, may do";
      }
    }
    return String.valueOf(thrown);
  }

  private Runs soFar() {
    List<RunResult> results = new ArrayList<>();
    Map<String, String> reasons = new LinkedHashMap<>();
    List<String> outstanding = new ArrayList<>();
    for (Planned each : planned) {
      RunResult result = ended.get(each.label());
      String reason = failed.get(each.label());
      if (result != null) {
        results.add(result);
      } else if (reason != null) {
        reasons.put(each.label(), reason);
      } else {
        outstanding.add(each.label());
      }
    }
    return new Runs(results, reasons, outstanding);
  }
}
