package tutti.lab.load;

import java.time.Duration;

/**
 * The load of one run on its target.
 *
 * @param clients requests outstanding at any time, at least 1
 * @param warmup sent before, and left out
 * @param measured the time that is measured
 * @param seed of the clients' random numbers
 */
public record LoadPlan(int clients, Duration warmup, Duration measured, long seed) {
  public LoadPlan {
    if (clients < 1) {
      throw new IllegalArgumentException("--clients must be at least 1, is " + clients);
    }
    if (measured.isNegative() || measured.isZero()) {
      throw new IllegalArgumentException("--seconds must be more than 0");
    }
    if (warmup.isNegative()) {
      throw new IllegalArgumentException("--warmup must not be negative");
    }
  }

  public LoadPlan withClients(int newClients) {
    return new LoadPlan(newClients, warmup, measured, seed);
  }

  /** Returns this plan with {@code times} times its warm-up and measured time. */
  public LoadPlan longer(int times) {
    return new LoadPlan(clients, warmup.multipliedBy(times), measured.multipliedBy(times), seed);
  }

  public LoadPlan withSeed(long newSeed) {
    return new LoadPlan(clients, warmup, measured, newSeed);
  }
}
