package tutti.benchmark.recovery;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import tutti.engine.deployment.Deployment;
import tutti.engine.deployment.DeploymentReader;
import tutti.engine.deployment.Reading;
import tutti.engine.deployment.Settings;
import tutti.lab.bench.Workload;
import tutti.lab.load.LoadPlan;
import tutti.lab.measure.Outcomes;
import tutti.lab.measure.RunResult;
import tutti.lab.node.Folders;
import tutti.lab.process.JavaCommand;

/**
 * {@code tutti bench recovery}: the time of a node's start on rows that are in its log, or in a
 * checkpoint. Only the start is timed, and the writing of the checkpoint. A start is that of a
 * fresh virtual machine, as a restart is, unless it is asked for in one that has made some before.
 * The files have just been written, and are in the system's cache.
 */
public final class RecoveryWorkload implements Workload {
  private static final List<String> SIDES =
      List.of("log", "checkpoint", "log-serial", "checkpoint-serial");
  private final List<String> sides;
  private final int rows;
  private final int actors;
  private final int perRecord;
  private final boolean warm;
  private final Path data;

  /**
   * @param sides each {@code log} or {@code checkpoint}, or one of them with {@code -serial}:
   *     without parallel recovery
   * @param rows at least 1
   * @param actors the number of actors over which the rows are spread, at least 1
   * @param perRecord the number of rows that a transaction inserts, at least 1
   * @param warm whether starts are made in this virtual machine, one after the other
   * @throws IllegalArgumentException if a value does not fit
   */
  public RecoveryWorkload(
      List<String> sides, int rows, int actors, int perRecord, boolean warm, Path data) {
    for (String side : sides) {
      if (!SIDES.contains(side)) {
        throw new IllegalArgumentException("'" + side + "' is no side of this bench: " + SIDES);
      }
    }
    if (rows < 1 || actors < 1 || perRecord < 1) {
      throw new IllegalArgumentException("--rows, --actors and --per-transaction are at least 1");
    }
    this.sides = List.copyOf(sides);
    this.rows = rows;
    this.actors = actors;
    this.perRecord = perRecord;
    this.warm = warm;
    this.data = data;
  }

  @Override
  public String name() {
    return "recovery";
  }

  @Override
  public List<String> sides() {
    return sides;
  }

  @Override
  public Map<String, Object> parameters() {
    Map<String, Object> parameters = new LinkedHashMap<>();
    parameters.put("rows", rows);
    parameters.put("actors", actors);
    parameters.put("rows-per-transaction", perRecord);
    parameters.put("virtual-machine", warm ? "warm" : "fresh");
    return parameters;
  }

  @Override
  public String ratioOf() {
    return "throughput";
  }

  @Override
  public boolean startsCold() {
    return !warm;
  }

  @Override
  public RunResult run(String side, LoadPlan plan) throws IOException, InterruptedException {
    try (Folders folder = Folders.in(data)) {
      RowFolder made = new RowFolder(deployment(side), folder.path(), rows, actors, perRecord);
      made.write();
      double checkpoint = side.startsWith("checkpoint") ? made.checkpoint() : 0;
      RowFolder.Start start = warm ? made.start() : fresh(side, folder.path());
      RunResult result =
          RunResult.of(
                  side,
                  rows / start.seconds(),
                  new Histogram(3),
                  new Outcomes(start.found(), 0, 0, 0, 0))
              .measure("start-seconds", start.seconds())
              .measure("start-cpu-seconds", start.cpuSeconds())
              .measure("start-all-cpu-seconds", start.allCpuSeconds())
              .check("rows-all-there", start.found() == rows);
      return checkpoint == 0 ? result : result.measure("checkpoint-seconds", checkpoint);
    }
  }

  private RowFolder.Start fresh(String side, Path folder) throws IOException, InterruptedException {
    List<String> command = JavaCommand.of(RecoveryChild.class);
    command.add(side);
    for (int each : List.of(rows, actors, perRecord)) {
      command.add(Integer.toString(each));
    }
    command.add(folder.toAbsolutePath().toString());
    Process child =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    String said;
    try (BufferedReader out = child.inputReader()) {
      said = out.lines().filter(RecoveryChild::isLine).findFirst().orElse("");
    }
    if (child.waitFor() != 0 || said.isEmpty()) {
      throw new IOException("the process that should start on the rows failed");
    }
    return RecoveryChild.parse(said);
  }

  static Deployment deployment(String side) {
    if (!side.endsWith("-serial")) {
      return Deployment.DEFAULT;
    }
    return switch (DeploymentReader.parse("tutti.ablation.parallel-recovery = off", "bench")) {
      case Reading.Valid(Settings settings) -> settings.deployment();
      case Reading.Invalid(var problems) -> throw new IllegalStateException(problems.toString());
    };
  }
}
