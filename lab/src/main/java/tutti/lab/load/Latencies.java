package tutti.lab.load;

import org.HdrHistogram.AtomicHistogram;
import org.HdrHistogram.Histogram;

/**
 * Latencies recorded by many threads at once: a few histograms that clients share, so that threads
 * seldom meet on one counter. Thread-safe.
 */
final class Latencies {
  /** One minute; a longer latency is recorded as one minute. */
  static final long HIGHEST = 60_000_000_000L;

  private static final int DIGITS = 3;
  private final AtomicHistogram[] stripes;

  Latencies(int clients) {
    stripes = new AtomicHistogram[Math.min(clients, 8)];
    for (int i = 0; i < stripes.length; i++) {
      stripes[i] = new AtomicHistogram(HIGHEST, DIGITS);
    }
  }

  void record(int client, long nanos) {
    stripes[client % stripes.length].recordValue(Math.clamp(nanos, 0, HIGHEST));
  }

  /** Returns the sum of all stripes; call when recording has ended. */
  Histogram sum() {
    Histogram sum = new Histogram(HIGHEST, DIGITS);
    for (AtomicHistogram stripe : stripes) {
      sum.add(stripe);
    }
    return sum;
  }
}
