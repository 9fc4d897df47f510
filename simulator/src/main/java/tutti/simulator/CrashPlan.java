package tutti.simulator;

import java.util.random.RandomGenerator;

/** How the next life of the node ends. */
sealed interface CrashPlan {
  /** At some moment. */
  record At(long delayNanos) implements CrashPlan {}

  /**
   * When so many decisions and votes were appended: before the last of them can have been flushed.
   */
  record AtAppend(int count) implements CrashPlan {}

  /** Before the disk operation after so many. */
  record AtDiskOperation(int count) implements CrashPlan {}

  /** The disk fails from the operation after so many on; some time later the node crashes. */
  record DiskFails(int count, boolean writes, long delayNanos) implements CrashPlan {}

  static CrashPlan draw(RandomGenerator random) {
    return switch (random.nextInt(8)) {
      case 0, 1, 2 -> new At(random.nextLong(100_000L << random.nextInt(10)));
      case 3, 4 -> new AtAppend(1 + random.nextInt(60));
      case 5, 6 -> new AtDiskOperation(random.nextInt(80));
      default ->
          new DiskFails(
              random.nextInt(40), random.nextBoolean(), random.nextLong(1_000_000, 20_000_000));
    };
  }
}
