package tutti.lab.load;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import tutti.lab.measure.RunResult;

/**
 * The use of a process so far, from {@code /proc}: processor time, that of the threads that collect
 * garbage and that compile, and how often its threads gave up a core. Where there is no {@code
 * /proc}, only the processor time is known, and the rest is 0.
 *
 * @param cpuNanos user and system time of all threads, including those that have ended; 0 if
 *     unknown
 * @param threads the present threads, by number
 */
public record ProcessUse(long cpuNanos, Map<Integer, ThreadUsed> threads) {
  private static final List<String> COLLECTORS =
      List.of(
          "GC Thread", "G1 ", "VM Thread", "ZWorker", "ZDriver", "ZDirector", "ZStat", "XWorker");
  private static final List<String> COMPILERS = List.of("C1 Compiler", "C2 Compiler");

  /** One thread: its name's first fifteen characters, processor time, context switches. */
  record ThreadUsed(String name, long cpuNanos, long voluntary, long involuntary) {}

  /**
   * The use between two looks.
   *
   * @param cpuMicros processor time, user and system
   * @param collectorMicros the share of threads that collect garbage or help the collector
   * @param compilerMicros the share of threads that compile
   * @param voluntary the number of times that a thread gave its core up since it had to wait
   * @param involuntary the number of times that a thread was taken from its core
   */
  public record Used(
      double cpuMicros,
      double collectorMicros,
      double compilerMicros,
      long voluntary,
      long involuntary) {
    public static final Used NOTHING = new Used(0, 0, 0, 0, 0);

    public Used plus(Used other) {
      return new Used(
          cpuMicros + other.cpuMicros,
          collectorMicros + other.collectorMicros,
          compilerMicros + other.compilerMicros,
          voluntary + other.voluntary,
          involuntary + other.involuntary);
    }

    /**
     * Returns the run with these figures, each for one request.
     *
     * @param whose the prefix of the figures' names; empty or ends with a dash
     * @param requests that were answered in the same time
     */
    public RunResult per(RunResult run, String whose, long requests) {
      double count = Math.max(1, requests);
      return run.measure(whose + "cpu-us-per-request", cpuMicros / count)
          .measure(whose + "gc-us-per-request", collectorMicros / count)
          .measure(whose + "compiler-us-per-request", compilerMicros / count)
          .measure(whose + "voluntary-switches-per-request", voluntary / count)
          .measure(whose + "involuntary-switches-per-request", involuntary / count);
    }
  }

  /** Returns this process's use so far. */
  public static ProcessUse ofThisOne() {
    return of(ProcessHandle.current().pid());
  }

  /** Returns the use of a process of this machine so far. */
  public static ProcessUse of(long pid) {
    long cpu =
        ProcessHandle.of(pid)
            .flatMap(process -> process.info().totalCpuDuration())
            .map(Duration::toNanos)
            .orElse(0L);
    Map<Integer, ThreadUsed> threads = new HashMap<>();
    try (DirectoryStream<Path> tasks =
        Files.newDirectoryStream(Path.of("/proc", Long.toString(pid), "task"))) {
      for (Path task : tasks) {
        try {
          threads.put(Integer.valueOf(task.getFileName().toString()), thread(task));
        } catch (IOException ended) {
          // A thread that ends during the look is not counted.
        }
      }
    } catch (IOException noProc) {
      // The system is another, or the process is gone: then only its processor time is known.
    }
    return new ProcessUse(cpu, Map.copyOf(threads));
  }

  private static ThreadUsed thread(Path task) throws IOException {
    long voluntary = 0;
    long involuntary = 0;
    for (String line : Files.readAllLines(task.resolve("status"))) {
      if (line.startsWith("voluntary_ctxt_switches:")) {
        voluntary = number(line);
      } else if (line.startsWith("nonvoluntary_ctxt_switches:")) {
        involuntary = number(line);
      }
    }
    String name = Files.readString(task.resolve("comm")).strip();
    String times = Files.readString(task.resolve("schedstat"));
    return new ThreadUsed(
        name, Long.parseLong(times.substring(0, times.indexOf(' '))), voluntary, involuntary);
  }

  private static long number(String line) {
    return Long.parseLong(line.substring(line.indexOf(':') + 1).strip());
  }

  /**
   * Returns the use since then. Threads that ended meanwhile count for the processor time alone.
   */
  public Used since(ProcessUse before) {
    double collectors = 0;
    double compilers = 0;
    long voluntary = 0;
    long involuntary = 0;
    for (Map.Entry<Integer, ThreadUsed> entry : threads.entrySet()) {
      ThreadUsed now = entry.getValue();
      ThreadUsed then =
          before.threads.getOrDefault(entry.getKey(), new ThreadUsed(now.name, 0, 0, 0));
      double micros = (now.cpuNanos - then.cpuNanos) / 1e3;
      collectors += isOneOf(COLLECTORS, now.name) ? micros : 0;
      compilers += isOneOf(COMPILERS, now.name) ? micros : 0;
      voluntary += now.voluntary - then.voluntary;
      involuntary += now.involuntary - then.involuntary;
    }
    return new Used(
        (cpuNanos - before.cpuNanos) / 1e3, collectors, compilers, voluntary, involuntary);
  }

  private static boolean isOneOf(List<String> beginnings, String name) {
    return beginnings.stream().anyMatch(name::startsWith);
  }
}
