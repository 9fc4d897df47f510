package tutti.simulator.network;

import java.util.random.RandomGenerator;
import tutti.simulator.fault.FaultKind;
import tutti.simulator.fault.Faults;

/**
 * The behavior of a {@link SimulatedNetwork}. Times are in virtual nanoseconds, rates from 0 to 1.
 * Each seed draws one, with some faults off: a fault that never happens leaves room for the effects
 * of the others.
 *
 * @param delay a message usually takes up to this long; at least 1
 * @param late the share of messages that take much longer, with a heavy tail
 * @param reordered the share that others of the same session may overtake
 * @param duplicated the share that arrive twice
 * @param lost the share that never arrive
 * @param stale whether messages of one session may arrive in a later one, also after a crash of
 *     either side
 * @param losesWhatIsCut whether messages that meet a cut are lost, or wait until the cut heals
 * @param notice the end of a session is noticed up to this late by each side; at least 1
 * @param congestion the number of messages under way from one node that counts as congestion
 * @param corrupted the share that arrive with some bits changed
 */
public record NetworkStyle(
    long delay,
    double late,
    double reordered,
    double duplicated,
    double lost,
    boolean stale,
    boolean losesWhatIsCut,
    long notice,
    int congestion,
    double corrupted) {

  /** The style of a local network on a good day: messages arrive in order, once and soon. */
  public static final NetworkStyle CALM =
      new NetworkStyle(100_000, 0, 0, 0, 0, false, false, 1_000_000, Integer.MAX_VALUE, 0);

  /** Draws the style of a seed, with the faults of messages that the run uses. */
  public static NetworkStyle draw(Faults faults) {
    RandomGenerator delays = faults.random(FaultKind.DELAY);
    RandomGenerator cuts = faults.random(FaultKind.CUT_BOTH_WAYS);
    return new NetworkStyle(
        faults.uses(FaultKind.DELAY) ? 20_000L << 2 * delays.nextInt(5) : CALM.delay,
        rate(faults, FaultKind.DELAY, 0, 0.01, 0.1),
        rate(faults, FaultKind.REORDER, 0.05, 0.5),
        rate(faults, FaultKind.DUPLICATE, 0.02, 0.3),
        rate(faults, FaultKind.LOSS, 0.005, 0.1),
        faults.uses(FaultKind.STALE),
        cuts.nextBoolean(),
        1_000_000L << 3 * cuts.nextInt(4),
        faults.uses(FaultKind.CONGESTION) ? 40 : Integer.MAX_VALUE,
        rate(faults, FaultKind.CORRUPTION, 0.0005, 0.01));
  }

  private static double rate(Faults faults, FaultKind kind, double... all) {
    return faults.uses(kind) ? all[faults.random(kind).nextInt(all.length)] : 0;
  }

  /** Draws the time that one message takes. */
  long delay(RandomGenerator random) {
    long usual = 1 + random.nextLong(delay);
    return random.nextDouble() < late
        ? Math.min(usual << 1 + random.nextInt(10), 3_000_000_000L)
        : usual;
  }
}
