package tutti.simulator.fault.injector;

import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tutti.simulator.fault.FaultKind;
import tutti.simulator.fault.Faults;

/** The way in which the next life of the node ends. */
public sealed interface CrashPlan {
  /** A crash at some moment. */
  record At(long delayNanos) implements CrashPlan {}

  /**
   * A crash after so many decisions and votes were appended: before the last of them can have been
   * flushed.
   */
  record AtAppend(int count) implements CrashPlan {}

  /** A crash just after the node has sent the last of so many messages to other nodes. */
  record AfterMessage(int count) implements CrashPlan {}

  /** A crash before the disk operation after so many. */
  record AtDiskOperation(int count) implements CrashPlan {}

  /** The disk fails from the operation after so many on; some time later the node crashes. */
  record DiskFails(int count, boolean writes, long delayNanos) implements CrashPlan {}

  /** The disk has room for only so many bytes more from the operation after so many on. */
  record DiskFills(int count, long room, long delayNanos) implements CrashPlan {}

  /**
   * The folder is taken over by another process at the disk operation after so many; some time
   * later the node is started again, on what that process has found.
   */
  record TakenOver(int count, long delayNanos) implements CrashPlan {
    /** Returns such a plan, now and then, by randomness of its own. */
    static @Nullable CrashPlan draw(Faults faults) {
      if (!faults.strikes(FaultKind.TAKEN_OVER, 3)) {
        return null;
      }
      RandomGenerator random = faults.random(FaultKind.TAKEN_OVER);
      return new TakenOver(
          random.nextInt(60),
          random.nextLong(1_000_000, random.nextInt(3) == 0 ? LONGEST_FAILED_NANOS : 50_000_000));
    }
  }

  /** The longest time for which a node whose log has failed may go on until it is started again. */
  long LONGEST_FAILED_NANOS = 12_000_000_000L;

  /** The kinds of faults of which one is drawn for each life of a node. */
  Set<FaultKind> KINDS =
      Collections.unmodifiableSet(
          EnumSet.of(
              FaultKind.CRASH,
              FaultKind.CRASH_AFTER_APPEND,
              FaultKind.CRASH_AFTER_MESSAGE,
              FaultKind.CRASH_IN_DISK_OPERATION,
              FaultKind.WRITE_FAILURE,
              FaultKind.FORCE_FAILURE,
              FaultKind.FULL_DISK));

  /** The kinds of faults that end a node's life: those, and the one that is drawn apart. */
  Set<FaultKind> ALL =
      Collections.unmodifiableSet(
          Stream.concat(KINDS.stream(), Stream.of(FaultKind.TAKEN_OVER))
              .collect(Collectors.toCollection(() -> EnumSet.noneOf(FaultKind.class))));

  /**
   * Returns one of the kinds that the run uses, or null if it uses none of them.
   *
   * @param several whether there are other nodes
   */
  static @Nullable CrashPlan draw(Faults faults, boolean several, RandomGenerator random) {
    List<FaultKind> kinds =
        KINDS.stream()
            .filter(faults::uses)
            .filter(kind -> several || kind != FaultKind.CRASH_AFTER_MESSAGE)
            .toList();
    if (kinds.isEmpty()) {
      return null;
    }
    return of(kinds.get(random.nextInt(kinds.size())), random);
  }

  /** Returns a plan for a node that has no disk. */
  static CrashPlan withoutDisk(boolean several, RandomGenerator random) {
    return of(
        switch (random.nextInt(several ? 3 : 2)) {
          case 0 -> FaultKind.CRASH;
          case 1 -> FaultKind.CRASH_AFTER_APPEND;
          default -> FaultKind.CRASH_AFTER_MESSAGE;
        },
        random);
  }

  private static CrashPlan of(FaultKind kind, RandomGenerator random) {
    return switch (kind) {
      case CRASH -> new At(random.nextLong(100_000L << random.nextInt(10)));
      case CRASH_AFTER_APPEND -> new AtAppend(1 + random.nextInt(1 << random.nextInt(7)));
      case CRASH_AFTER_MESSAGE -> new AfterMessage(1 + random.nextInt(1 << random.nextInt(9)));
      case CRASH_IN_DISK_OPERATION -> new AtDiskOperation(random.nextInt(1 << random.nextInt(8)));
      case FULL_DISK ->
          new DiskFills(
              random.nextInt(40),
              random.nextLong(1L << random.nextInt(18)),
              random.nextLong(1_000_000, 200_000_000));
      default ->
          new DiskFails(
              random.nextInt(40),
              kind == FaultKind.WRITE_FAILURE,
              random.nextLong(
                  1_000_000, random.nextInt(3) == 0 ? LONGEST_FAILED_NANOS : 20_000_000));
    };
  }

  /** Returns the kind of this fault. */
  default FaultKind kind() {
    return switch (this) {
      case At at -> FaultKind.CRASH;
      case AtAppend at -> FaultKind.CRASH_AFTER_APPEND;
      case AfterMessage after -> FaultKind.CRASH_AFTER_MESSAGE;
      case AtDiskOperation at -> FaultKind.CRASH_IN_DISK_OPERATION;
      case DiskFills fills -> FaultKind.FULL_DISK;
      case TakenOver taken -> FaultKind.TAKEN_OVER;
      case DiskFails fails -> fails.writes() ? FaultKind.WRITE_FAILURE : FaultKind.FORCE_FAILURE;
    };
  }
}
