package tutti.simulator;

import java.util.random.RandomGenerator;
import tutti.simulator.fault.FaultKind;
import tutti.simulator.fault.Faults;

/**
 * How a {@link SimulatedNetwork} behaves. Times are in virtual nanoseconds, rates from 0 to 1. Each
 * seed draws one, with some of it off: what never happens leaves room for what follows from the
 * rest.
 *
 * @param delay a message usually takes up to this long; at least 1
 * @param late the share of messages that take much longer, with a heavy tail
 * @param reordered the share that others of the same session may overtake
 * @param duplicated the share that arrive twice
 * @param lost the share that never arrive
 * @param stale whether what was sent in one session may arrive in a later one, also after a crash
 *     of either side
 * @param losesWhatIsCut whether what meets a cut is lost, or waits until it heals
 * @param notice the end of a session is noticed up to this late by each side; at least 1
 * @param congestion so many messages under way from one node are more than there should be
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

  /** As a local network on a good day: in order, once, soon. */
  public static final NetworkStyle CALM =
      new NetworkStyle(100_000, 0, 0, 0, 0, false, false, 1_000_000, Integer.MAX_VALUE, 0);

  /** What the seed chooses, with what the run uses of the faults of messages. */
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

  /** The time that one message takes. */
  long delay(RandomGenerator random) {
    long usual = 1 + random.nextLong(delay);
    return random.nextDouble() < late
        ? Math.min(usual << 1 + random.nextInt(10), 3_000_000_000L)
        : usual;
  }
}
