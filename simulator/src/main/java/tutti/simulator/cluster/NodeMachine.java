package tutti.simulator.cluster;

import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import tutti.simulator.fault.FaultKind;
import tutti.simulator.world.SimulatedNode;

/** The machine of a node: how wrong its clock is, and how slow its threads and its disk are. */
final class NodeMachine {
  /** The largest error of a clock that jumps, in nanoseconds: twenty years. */
  private static final long MOST_JUMP = 20L * 365 * 24 * 3_600 * 1_000_000_000;

  /** The largest error of a clock without jumps, in nanoseconds. */
  private static final long MOST_SKEW = 2_000_000_000L;

  private final RunContext run;
  private long skewNanos;
  private boolean slow;

  NodeMachine(RunContext run, RandomGenerator random) {
    this.run = run;
    skewNanos =
        run.faults().strikes(FaultKind.CLOCK_SKEW, 2) ? random.nextLong(-MOST_SKEW, MOST_SKEW) : 0;
    if (skewNanos != 0) {
      run.faults().happened(FaultKind.CLOCK_SKEW);
    }
  }

  long skewNanos() {
    return skewNanos;
  }

  /** Starts the machine for one life of the node. */
  SimulatedNode start(String name, boolean hasDisk) {
    SimulatedNode machine = run.world().node(name, skewNanos);
    machine.slow(slow);
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
