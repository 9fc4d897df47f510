package tutti.benchmark.journal;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tutti.engine.journal.SegmentedJournal;
import tutti.lab.bench.Workload;
import tutti.lab.load.LoadPlan;
import tutti.lab.measure.RunResult;

/**
 * {@code tutti bench journal}: committers, each a thread that appends a record and waits until it
 * is durable, again and again. The plan's clients are the committers.
 *
 * @param sides of {@link #TUTTI} and {@link #BARE_FILE}, one or two
 * @param folder the folder of the files while a run lasts
 * @param payload bytes of a record
 * @param platformThreads whether committers are platform threads instead of virtual ones
 */
public record JournalWorkload(List<String> sides, Path folder, int payload, boolean platformThreads)
    implements Workload {
  public static final String TUTTI = "tutti";
  public static final String BARE_FILE = "bare-file";

  private static final SegmentedJournal.Settings SETTINGS =
      new SegmentedJournal.Settings(16L << 20, 16L << 20, Duration.ZERO);

  /** The bytes of the bare file: as many as the journal above has in use. */
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
      return Committers.run(side, log, plan, payload, platformThreads);
    } finally {
      delete(place);
    }
  }

  static CommitLog open(String side, Path place) throws IOException {
    return switch (side) {
      case TUTTI -> new TuttiLog(place, SETTINGS);
      case BARE_FILE -> new BareFile(place.resolve("bare-file"), BARE_BYTES);
      default ->
          throw new IllegalArgumentException(
              "the sides of this bench are " + TUTTI + " and " + BARE_FILE + ", not " + side);
    };
  }

  static void delete(Path place) throws IOException {
    try (var files = Files.list(place)) {
      for (Path file : files.toList()) {
        Files.delete(file);
      }
    }
    Files.delete(place);
  }
}
