package tutti.lab.measure;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/**
 * The other work of the machine during a measurement.
 *
 * @param before the load average over a minute when the measurement began; negative if unknown
 * @param after the load average when it ended, of which the measurement itself is a part
 * @param cores the number of cores that other processes, and other guests of the host, used on
 *     average; negative if unknown
 */
public record Beside(double before, double after, double cores) {
  public static final Beside UNKNOWN = new Beside(-1, -1, -1);

  /**
   * The ticks of a second: the system counts processor time in hundredths of a second, everywhere
   * where it has /proc.
   */
  private static final double TICKS = 100;

  private static final int USER = 11;
  private static final int CHILDRENS_SYSTEM = 14;

  /** A measurement that goes on. */
  public record Watch(double load, long nanos, double used, double own) {

    /** Returns the load beside it so far. */
    public Beside seen() {
      return until(watch());
    }

    /** Returns the load beside it until then. */
    Beside until(Watch now) {
      double seconds = Math.max(1e-3, (now.nanos - nanos) / 1e9);
      boolean known = used >= 0 && now.used >= 0;
      double others = now.used - used - (now.own - own);
      return new Beside(load, now.load, known ? Math.max(0, others) / seconds : -1);
    }
  }

  /** Begins to watch. */
  public static Watch watch() {
    return new Watch(
        ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage(),
        System.nanoTime(),
        used(),
        own());
  }

  /** Returns the seconds of processor time that all processes have used on this machine, or -1. */
  private static double used() {
    try (Stream<String> lines = Files.lines(Path.of("/proc/stat"))) {
      String[] ticks = lines.findFirst().orElse("").split(" +");
      // user, nice, system, idle, iowait, irq, softirq, steal
      long sum = 0;
      for (int i : new int[] {1, 2, 3, 6, 7, 8}) {
        sum += Long.parseLong(ticks[i]);
      }
      return sum / TICKS;
    } catch (IOException | RuntimeException noProc) {
      return -1;
    }
  }

  /**
   * Returns the seconds of this process, of those that it has started, and of those that have
   * ended.
   */
  private static double own() {
    List<ProcessHandle> all =
        Stream.concat(Stream.of(ProcessHandle.current()), ProcessHandle.current().descendants())
            .toList();
    return all.stream().mapToDouble(Beside::seconds).sum();
  }

  private static double seconds(ProcessHandle process) {
    try {
      String stat = Files.readString(Path.of("/proc/" + process.pid() + "/stat"));
      String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
      return Arrays.stream(fields, USER, CHILDRENS_SYSTEM + 1).mapToLong(Long::parseLong).sum()
          / TICKS;
    } catch (IOException | RuntimeException gone) {
      return 0;
    }
  }

  /** Returns whether the other work is known: a modelled machine has none. */
  public boolean known() {
    return before >= 0;
  }

  /**
   * Returns the text for people: {@code load 0.31 before and 2.10 after, others used 0.04 cores}.
   */
  @Override
  public String toString() {
    return !known()
        ? "load unknown"
        : Text.of("load %.2f before and %.2f after", before, after)
            + (cores < 0 ? "" : Text.of(", others used %.2f cores meanwhile", cores));
  }
}
