package tutti.lab.load;

import org.HdrHistogram.AtomicHistogram;
import org.HdrHistogram.Histogram;
import tutti.lab.measure.Outcomes;

/**
 * Latencies recorded by many threads at once: a few histograms that clients share, so that threads
 * seldom meet on one counter. Thread-safe.
 */
final class Latencies {
  private static final int DIGITS = 3;
  private final AtomicHistogram[] stripes;

  Latencies(int clients) {
    stripes = new AtomicHistogram[Math.min(clients, 8)];
    for (int i = 0; i < stripes.length; i++) {
      stripes[i] = new AtomicHistogram(Outcomes.LONGEST_NANOS, DIGITS);
    }
  }

  /** Records a latency of at most {@link Outcomes#LONGEST_NANOS}. */
  void record(int client, long nanos) {
    stripes[client % stripes.length].recordValue(nanos);
  }

  /** Returns the sum of all stripes; call when recording has ended. */
  Histogram sum() {
    Histogram sum = new Histogram(Outcomes.LONGEST_NANOS, DIGITS);
    for (AtomicHistogram stripe : stripes) {
      sum.add(stripe);
    }
    return sum;
  }
}
