package tutti.benchmark.jmh;

import java.io.IOException;
import java.util.Iterator;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import org.HdrHistogram.Histogram;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;
import tutti.lab.load.LoadPlan;
import tutti.lab.measure.Outcomes;

/**
 * A JMH benchmark as one run of {@code tutti bench}: on one thread of this process, so that the
 * sides of a comparison share what the compilers know, and take turns. The benchmark takes a {@link
 * ThreadTime}.
 */
public final class JmhRun {
  private JmhRun() {}

  /**
   * Makes the run.
   *
   * @param method of the benchmark
   * @param side of the result; the benchmark has it as the parameter {@code side}
   * @param parameters of the benchmark besides {@code side} and {@code seed}
   * @param cost the name of the figure: nanoseconds of processor time per operation
   * @param check the name of the check that fails if the benchmark throws an exception
   * @throws IOException if the benchmark did nothing
   */
  public static tutti.lab.measure.RunResult make(
      Class<?> benchmark,
      String method,
      String side,
      Map<String, String> parameters,
      LoadPlan plan,
      String cost,
      String check)
      throws IOException {
    ChainedOptionsBuilder options =
        new OptionsBuilder()
            .include("^" + Pattern.quote(benchmark.getName() + "." + method) + "$")
            .param("side", side)
            .param("seed", Long.toString(plan.seed()))
            .mode(Mode.SampleTime)
            .forks(0)
            .threads(1)
            .warmupIterations(plan.warmup().isZero() ? 0 : 1)
            .warmupTime(TimeValue.nanoseconds(Math.max(1, plan.warmup().toNanos())))
            .measurementIterations(1)
            .measurementTime(TimeValue.nanoseconds(plan.measured().toNanos()))
            .shouldFailOnError(true)
            .verbosity(VerboseMode.SILENT);
    parameters.forEach(options::param);
    // Several benches may run at a time: their results tell the machine's load.
    System.setProperty("jmh.ignoreLock", "true");
    try {
      return result(new Runner(options.build()).runSingle(), side, cost).check(check, true);
    } catch (RunnerException failed) {
      System.err.println("the benchmark failed: " + failed.getMessage());
      return tutti.lab.measure.RunResult.of(side, 0, new Histogram(3), Outcomes.NONE)
          .check(check, false);
    }
  }

  private static tutti.lab.measure.RunResult result(RunResult found, String side, String cost)
      throws IOException {
    BenchmarkResult run = found.getBenchmarkResults().iterator().next();
    long operations = run.getMetadata() == null ? 0 : run.getMetadata().getMeasurementOps();
    if (operations == 0) {
      throw new IOException("the benchmark of " + side + " did nothing; give it more --seconds");
    }
    Histogram latency = new Histogram(3);
    Iterator<Map.Entry<Double, Long>> samples =
        found.getPrimaryResult().getStatistics().getRawData();
    while (samples.hasNext()) {
      Map.Entry<Double, Long> sample = samples.next();
      latency.recordValueWithCount(sample.getKey().longValue(), sample.getValue());
    }
    double clockNanos = counter(found, "clockNanos");
    return tutti.lab.measure.RunResult.of(
            side, operations * 1e9 / clockNanos, latency, new Outcomes(operations, 0, 0, 0, 0))
        .measure(cost, counter(found, "cpuNanos") / operations);
  }

  private static double counter(RunResult found, String name) {
    return Objects.requireNonNull(found.getSecondaryResults().get(name), name).getScore();
  }
}
