package tutti.benchmark.http;

import java.util.LinkedHashMap;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;
import tutti.lab.load.ProcessUse;

/**
 * The result of a load.
 *
 * @param requests answered in the measured time
 * @param seconds that were measured
 * @param statuses the number of answers of each status
 * @param use the use of the server's process, or null if it is not known
 * @param latency of each request, in nanoseconds
 */
public record HttpResult(
    long requests,
    double seconds,
    Map<Integer, Long> statuses,
    ProcessUse.@Nullable Used use,
    Histogram latency) {

  /** Returns the requests per second. */
  public double rate() {
    return requests / seconds;
  }

  /**
   * Returns the CPU time of the server for one request, in microseconds, or -1 if it is not known.
   */
  public double cpuMicrosPerRequest() {
    return use == null ? -1 : use.cpuMicros() / Math.max(1, requests);
  }

  /** Returns the result as one JSON object. */
  public Map<String, Object> tree() {
    Map<String, Object> micros = new LinkedHashMap<>();
    micros.put("p50", latency.getValueAtPercentile(50) / 1e3);
    micros.put("p90", latency.getValueAtPercentile(90) / 1e3);
    micros.put("p99", latency.getValueAtPercentile(99) / 1e3);
    micros.put("p999", latency.getValueAtPercentile(99.9) / 1e3);
    Map<String, Object> tree = new LinkedHashMap<>();
    tree.put("requests", requests);
    tree.put("seconds", seconds);
    tree.put("throughput", rate());
    tree.put("cpu-us-per-request", cpuMicrosPerRequest());
    tree.put("latency-us", micros);
    tree.put("statuses", statuses);
    return tree;
  }
}
