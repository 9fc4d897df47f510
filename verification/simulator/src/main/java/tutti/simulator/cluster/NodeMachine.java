package tutti.simulator.cluster;

import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import tutti.simulator.fault.FaultKind;
import tutti.simulator.world.SimulatedHeap;
import tutti.simulator.world.SimulatedNode;

/** The machine of a node: how wrong its clock is, and how slow its threads and its disk are. */
final class NodeMachine {
  /** The largest error of a clock that jumps, in nanoseconds: twenty years. */
  private static final long MOST_JUMP = 20L * 365 * 24 * 3_600 * 1_000_000_000;

  /** The largest error of a clock without jumps, in nanoseconds. */
  private static final long MOST_SKEW = 2_000_000_000L;

  /** The least error of a clock that is far from the others', in nanoseconds: a minute. */
  private static final long LEAST_APART = 60_000_000_000L;

  /** The least bytes of which an eighth may be under way. */
  private static final long LEAST_UNDER_WAY = 12_000;

  /** The least bytes of a page: an instance or two of a bank. */
  private static final long LEAST_PAGE = 40;

  /** The most that a timer rings late, in nanoseconds. */
  private static final long MOST_LATE = 20_000_000;

  private final RunContext run;
  private final SimulatedHeap heap;

  /** The bytes of which an eighth may be under way, and those of a page; 0 for no bound. */
  private final long underWay;

  private final long page;

  /** The rate of the monotonic clock. */
  private final double rate;

  private long skewNanos;
  private boolean slow;

  /**
   * @param apart whether this node's clock is the one that is far from the others', if the run has
   *     one
   * @param mostDrift the largest share by which the monotonic clock may run fast or slow; 0 where
   *     nothing hangs on it
   */
  NodeMachine(
      RunContext run, RandomGenerator random, double mostDrift, SimulatedHeap heap, boolean apart) {
    this.run = run;
    this.heap = heap;
    boolean isShort = run.faults().uses(FaultKind.FEW_BYTES);
    RandomGenerator few = run.faults().random(FaultKind.FEW_BYTES);
    underWay = isShort ? LEAST_UNDER_WAY + few.nextLong(LEAST_UNDER_WAY << few.nextInt(6)) : 0;
    page = isShort ? LEAST_PAGE + few.nextLong(LEAST_PAGE << few.nextInt(5)) : 0;
    few();
    RandomGenerator drift = run.faults().random(FaultKind.CLOCK_DRIFT);
    boolean drifts = mostDrift > 0 && run.faults().uses(FaultKind.CLOCK_DRIFT);
    rate = drifts ? 1 + mostDrift * (drift.nextInt(3) - 1) : 1;
    if (rate != 1) {
      run.faults().happened(FaultKind.CLOCK_DRIFT);
    }
    skewNanos =
        run.faults().strikes(FaultKind.CLOCK_SKEW, 2) ? random.nextLong(-MOST_SKEW, MOST_SKEW) : 0;
    if (skewNanos != 0) {
      run.faults().happened(FaultKind.CLOCK_SKEW);
    }
    if (apart && run.faults().uses(FaultKind.CLOCK_APART)) {
      skewNanos += apart(run.faults().random(FaultKind.CLOCK_APART));
      run.faults().happened(FaultKind.CLOCK_APART);
    }
  }

  /** Draws an error of a clock: a minute to two days, or twenty years, ahead or behind. */
  private static long apart(RandomGenerator random) {
    long most = random.nextInt(6) == 0 ? MOST_JUMP : LEAST_APART << random.nextInt(12);
    long error = LEAST_APART + random.nextLong(most);
    return random.nextBoolean() ? error : -error;
  }

  /**
   * Lets the wall clock of the node that is far from the others be wrong by another time from now
   * on, or by none.
   */
  void jumpApart(@Nullable SimulatedNode now) {
    RandomGenerator random = run.faults().random(FaultKind.CLOCK_APART);
    long jump = (random.nextInt(4) == 0 ? 0 : apart(random)) - skewNanos;
    skewNanos += jump;
    run.faults().happened(FaultKind.CLOCK_APART);
    if (now != null) {
      now.jump(jump);
    }
  }

  /** Puts the wall clock right from the next start on. */
  void rightClock() {
    skewNanos = 0;
  }

  /**
   * Lets few bytes be under way from now on, in a run with that fault. A machine begins like this:
   * a start reckons some bounds.
   */
  void few() {
    if (underWay > 0) {
      heap.few(underWay, page);
      run.faults().happened(FaultKind.FEW_BYTES);
    }
  }

  /** Ends the fault by which few bytes may be under way. */
  void ample() {
    heap.ample();
  }

  long skewNanos() {
    return skewNanos;
  }

  /** Starts the machine for one life of the node. */
  SimulatedNode start(String name, boolean hasDisk) {
    SimulatedNode machine = run.world().node(name, skewNanos);
    machine.slow(slow);
    machine.heap(heap);
    if (rate != 1) {
      RandomGenerator late = run.faults().random(FaultKind.CLOCK_DRIFT);
      machine.clock(
          rate, () -> run.faults().stopped() || late.nextInt(4) > 0 ? 0 : late.nextLong(MOST_LATE));
    }
    RandomGenerator slowness = run.faults().random(FaultKind.SLOW_DISK);
    RandomGenerator flushes = run.faults().random(FaultKind.SLOW_FLUSH);
    int factor =
        hasDisk && run.faults().uses(FaultKind.SLOW_DISK) && slowness.nextBoolean()
            ? 2 << slowness.nextInt(5)
            : 1;
    if (factor > 1) {
      run.faults().happened(FaultKind.SLOW_DISK);
    }
    machine.diskLatency(
        usual -> {
          if (run.faults().stopped()) {
            return usual;
          }
          if (run.faults().strikes(FaultKind.SLOW_FLUSH, 100)) {
            run.faults().happened(FaultKind.SLOW_FLUSH);
            return usual + flushes.nextLong(800_000_000);
          }
          return usual * factor;
        });
    return machine;
  }

  /** Lets the wall clock jump, now and for good. Null stands for a node that is down. */
  void jump(RandomGenerator by, @Nullable SimulatedNode now) {
    long most = by.nextInt(4) == 0 ? MOST_JUMP : 1_000_000L << by.nextInt(28);
    long jump = Math.clamp(skewNanos + by.nextLong(-most, most), -MOST_JUMP, MOST_JUMP) - skewNanos;
    skewNanos += jump;
    if (now != null) {
      now.jump(jump);
    }
  }

  /** Makes the node's threads slow from now on, or normal again. */
  void slow(boolean on, @Nullable SimulatedNode now) {
    slow = on;
    if (now != null) {
      now.slow(on);
    }
  }
}
