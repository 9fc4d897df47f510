package tutti.engine.transaction.seam;

import java.util.concurrent.atomic.AtomicLong;
import java.util.random.RandomGenerator;

/**
 * Random numbers for all threads of a node: no two draws give the same number, as those of a {@link
 * java.util.SplittableRandom} that threads share may. Thread-safe.
 *
 * <p><b>Source.</b> G. L. Steele, D. Lea, C. H. Flood: <i>Fast Splittable Pseudorandom Number
 * Generators</i>, OOPSLA 2014, §3: a counter whose steps are mixed; here the counter is atomic.
 */
public final class SharedEntropy implements RandomGenerator {
  private static final long STEP = 0x9E3779B97F4A7C15L;

  private final AtomicLong counter;

  public SharedEntropy(long seed) {
    counter = new AtomicLong(seed);
  }

  @Override
  public long nextLong() {
    long drawn = counter.addAndGet(STEP);
    drawn = (drawn ^ (drawn >>> 30)) * 0xBF58476D1CE4E5B9L;
    drawn = (drawn ^ (drawn >>> 27)) * 0x94D049BB133111EBL;
    return drawn ^ (drawn >>> 31);
  }
}
