package tutti.lab.load;

import org.HdrHistogram.Histogram;
import tutti.lab.measure.Outcomes;

/**
 * What a run of load gave.
 *
 * @param seconds how long was measured
 * @param latency of requests that ended in that time, in nanoseconds
 * @param measured outcomes in that time; its retries are 0, the target knows them
 * @param total outcomes of all requests, before and after too
 * @param answered whether every request was answered in the end
 */
public record LoadResult(
    double seconds, Histogram latency, Outcomes measured, Outcomes total, boolean answered) {

  /** Commits per second. */
  public double throughput() {
    return measured.committed() / seconds;
  }
}
