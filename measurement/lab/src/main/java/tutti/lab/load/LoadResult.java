package tutti.lab.load;

import org.HdrHistogram.Histogram;
import tutti.lab.measure.Outcomes;
import tutti.lab.measure.RunResult;

/**
 * The result of a run of load.
 *
 * @param seconds the time that was measured
 * @param cpuSeconds the processor time that this process used in that time, in all its threads:
 *     unlike throughput it hardly depends on the machine's other work
 * @param latency the latencies of requests that ended in that time, in nanoseconds
 * @param measured the outcomes in that time, without retries, which only the target counts
 * @param total the outcomes of all requests, including those before and after
 * @param answered whether every request was answered in the end
 */
public record LoadResult(
    double seconds,
    double cpuSeconds,
    Histogram latency,
    Outcomes measured,
    Outcomes total,
    boolean answered) {

  /** Returns the commits per second. */
  public double throughput() {
    return measured.committed() / seconds;
  }

  /** Returns the processor time per request that ended, in microseconds; 0 if none did. */
  public double cpuMicrosPerRequest() {
    return measured.ended() == 0 ? 0 : cpuSeconds * 1e6 / measured.ended();
  }

  /**
   * Returns the result of a run with this load.
   *
   * @param retries attempts that the target repeated
   */
  public RunResult result(String label, long retries) {
    return RunResult.of(label, throughput(), latency, measured.withRetries(retries))
        .measure("cpu-us-per-request", cpuMicrosPerRequest());
  }
}
