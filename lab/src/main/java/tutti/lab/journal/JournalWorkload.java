package tutti.lab.journal;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;
import tutti.engine.deployment.Deployment.JournalSettings;
import tutti.lab.bench.Workload;
import tutti.lab.load.LoadPlan;
import tutti.lab.measure.Outcomes;
import tutti.lab.measure.RunResult;

/**
 * {@code tutti bench journal}: committers, each a thread that appends a record and waits until it
 * is durable, again and again. The plan's clients are the committers.
 *
 * @param sides of {@link #TUTTI} and {@link #BARE_FILE}, one or two
 * @param folder where the files lie while a run lasts
 * @param payload bytes of a record
 * @param platformThreads whether committers are platform threads instead of virtual ones
 */
public record JournalWorkload(List<String> sides, Path folder, int payload, boolean platformThreads)
    implements Workload {
  public static final String TUTTI = "tutti";
  public static final String BARE_FILE = "bare-file";

  private static final long HIGHEST_NANOS = 60_000_000_000L;
  private static final JournalSettings SETTINGS =
      new JournalSettings(16L << 20, 16L << 20, Duration.ZERO);

  /** As much as the journal above has in use. */
  private static final long BARE_BYTES = 48L << 20;

  @Override
  public String name() {
    return "journal";
  }

  @Override
  public Map<String, Object> parameters() {
    Map<String, Object> parameters = new LinkedHashMap<>();
    parameters.put("payload-bytes", payload);
    parameters.put("committer-threads", platformThreads ? "platform" : "virtual");
    return parameters;
  }

  @Override
  public RunResult run(String side, LoadPlan plan) throws Exception {
    Files.createDirectories(folder);
    Path place = Files.createTempDirectory(folder, "journal-bench");
    try (CommitLog log = open(side, place)) {
      return load(side, log, plan);
    } finally {
      delete(place);
    }
  }

  private static CommitLog open(String side, Path place) throws IOException {
    return switch (side) {
      case TUTTI -> new TuttiLog(place, SETTINGS);
      case BARE_FILE -> new BareFile(place.resolve("bare-file"), BARE_BYTES);
      default ->
          throw new IllegalArgumentException(
              "the sides of this bench are " + TUTTI + " and " + BARE_FILE + ", not " + side);
    };
  }

  private static void delete(Path place) throws IOException {
    try (var files = Files.list(place)) {
      for (Path file : files.toList()) {
        Files.delete(file);
      }
    }
    Files.delete(place);
  }

  private RunResult load(String side, CommitLog log, LoadPlan plan) throws Exception {
    SplittableRandom seeds = new SplittableRandom(plan.seed());
    List<Committer> committers = new ArrayList<>();
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < plan.clients(); i++) {
      byte[] bytes = new byte[payload];
      seeds.split().nextBytes(bytes);
      committers.add(new Committer(log, bytes));
    }
    for (Committer committer : committers) {
      Thread.Builder builder = platformThreads ? Thread.ofPlatform() : Thread.ofVirtual();
      threads.add(builder.start(committer));
    }
    sleep(plan.warmup());
    long start = System.nanoTime();
    long forces = log.forces();
    committers.forEach(committer -> committer.phase = Phase.MEASURED);
    sleep(plan.measured());
    committers.forEach(committer -> committer.phase = Phase.ENDED);
    double seconds = (System.nanoTime() - start) / 1e9;
    forces = log.forces() - forces;
    for (Thread thread : threads) {
      thread.join();
    }
    return result(side, committers, seconds, forces);
  }

  private static RunResult result(
      String side, List<Committer> committers, double seconds, long forces) throws IOException {
    Histogram latency = new Histogram(HIGHEST_NANOS, 3);
    for (Committer committer : committers) {
      if (committer.failure != null) {
        throw committer.failure;
      }
      latency.add(committer.latency);
    }
    long commits = latency.getTotalCount();
    return RunResult.of(side, commits / seconds, latency, new Outcomes(commits, 0, 0, 0, 0))
        .measure("commits-per-force", commits / (double) Math.max(1, forces));
  }

  private static void sleep(Duration duration) {
    long end = System.nanoTime() + duration.toNanos();
    long left;
    while ((left = end - System.nanoTime()) > 0) {
      LockSupport.parkNanos(left);
    }
  }

  private enum Phase {
    WARMUP,
    MEASURED,
    ENDED
  }

  /** One thread's work. What it counts is read after the thread has ended. */
  private static final class Committer implements Runnable {
    private final CommitLog log;
    private final byte[] bytes;
    private final Histogram latency = new Histogram(HIGHEST_NANOS, 3);
    private volatile Phase phase = Phase.WARMUP;
    private @Nullable IOException failure;

    Committer(CommitLog log, byte[] bytes) {
      this.log = log;
      this.bytes = bytes;
    }

    @Override
    public void run() {
      try {
        Phase now;
        while ((now = phase) != Phase.ENDED) {
          long start = System.nanoTime();
          log.commit(bytes);
          if (now == Phase.MEASURED) {
            latency.recordValue(Math.min(System.nanoTime() - start, HIGHEST_NANOS));
          }
        }
      } catch (IOException e) {
        failure = e;
      }
    }
  }
}
