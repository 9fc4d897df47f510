package tutti.benchmark.calibrate;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import tutti.engine.deployment.Deployment;
import tutti.engine.deployment.DeploymentReader;
import tutti.engine.deployment.DeploymentReader.Override;
import tutti.engine.deployment.NodeAddress;
import tutti.engine.deployment.Reading;
import tutti.lab.bank.BankWorkload;
import tutti.lab.bank.Scenario;
import tutti.lab.load.LoadPlan;
import tutti.lab.measure.RunResult;
import tutti.lab.node.MessageTrace;
import tutti.lab.node.RealNodes;
import tutti.lab.node.RunHistory;
import tutti.lab.node.RunNodes;
import tutti.lab.node.Side;
import tutti.lab.virtual.Model;
import tutti.simulator.model.MachineModel;

/**
 * A comparison of the model with this machine: the bank, by which no constant was calibrated, on
 * real nodes of this process and on the model of them. A cell holds if throughput and median
 * latency differ by less than a quarter.
 */
public final class ModelValidation {
  private static final double MOST = 0.25;
  private static final int SYNC_ACCOUNTS = 20_000;

  /** The measured virtual time where processors are the limit: there it is long enough. */
  private static final Duration SHORT = Duration.ofMillis(300);

  /** The kinds of cells. */
  public enum Kind {
    /** Cells with longer flushes, so that the machine's other work hardly matters. */
    PADDED,
    /** Cells that wait for nothing but processors and the disk as it is. */
    PROCESSOR
  }

  /**
   * One workload on one deployment.
   *
   * @param settings of the deployment, {@code key=value}
   */
  private record Cell(Kind kind, int nodes, Scenario scenario, int clients, List<String> settings) {
    static Cell padded(int nodes, Scenario scenario, int clients, String control, int millis) {
      return new Cell(
          Kind.PADDED,
          nodes,
          scenario,
          clients,
          List.of("concurrency-control=" + control, "journal.flush-padding=" + millis + "ms"));
    }

    static Cell processor(
        int nodes, Scenario scenario, int clients, String control, String... more) {
      List<String> all = new ArrayList<>(List.of("concurrency-control=" + control));
      all.addAll(List.of(more));
      return new Cell(Kind.PROCESSOR, nodes, scenario, clients, all);
    }

    int accounts() {
      return Math.min(SYNC_ACCOUNTS, scenario.usualAccounts());
    }

    /** Returns the scenario, the place where it runs, and its settings, for a person. */
    String label() {
      return scenario.label()
          + ", "
          + (nodes == 1 ? "1 node" : nodes + " nodes")
          + ", "
          + (clients == 1 ? "1 client" : clients + " clients")
          + ", "
          + String.join(
              " ",
              settings.stream().map(each -> each.replace("concurrency-control=", "")).toList());
    }

    Side side() {
      List<Override> overrides = new ArrayList<>();
      for (String setting : settings) {
        String[] parts = setting.split("=", 2);
        overrides.add(new Override(parts[0], parts[1], "validate-model"));
      }
      overrides.add(new Override("executors", executors(), "validate-model"));
      return switch (DeploymentReader.read(null, overrides)) {
        case Reading.Valid valid -> {
          Deployment one = valid.settings().deployment();
          yield new Side(
              label(), nodes == 1 ? one : one.withNodes(NodeAddress.inOneProcess(nodes)));
        }
        case Reading.Invalid invalid -> throw new IllegalStateException(invalid.toString());
      };
    }

    private String executors() {
      return settings.contains("containers=2") ? "2" : "1";
    }
  }

  private static final List<Cell> CELLS =
      List.of(
          Cell.padded(1, Scenario.SYNC, 1, "psac", 10),
          Cell.padded(1, Scenario.SYNC, 8, "2pl", 10),
          Cell.padded(1, Scenario.NOSYNC, 64, "psac", 2),
          Cell.padded(2, Scenario.HOT, 1, "2pl", 1),
          Cell.padded(2, Scenario.HOT, 8, "2pl", 1),
          Cell.padded(2, Scenario.HOT, 64, "2pl", 1),
          Cell.padded(2, Scenario.HOT, 64, "psac", 1),
          Cell.padded(2, Scenario.HOT, 64, "psac", 10),
          Cell.padded(2, Scenario.SYNC1000, 64, "2pl", 10),
          Cell.padded(2, Scenario.SYNC1000, 64, "psac", 10),
          Cell.padded(2, Scenario.SYNC, 8, "psac", 10),
          Cell.processor(1, Scenario.NOSYNC, 1, "psac", "durability=off"),
          Cell.processor(1, Scenario.NOSYNC, 64, "2pl", "durability=off"),
          Cell.processor(1, Scenario.SYNC, 8, "psac", "durability=off"),
          Cell.processor(1, Scenario.SYNC, 64, "2pl", "durability=off", "containers=2"),
          Cell.processor(1, Scenario.HOT, 64, "psac", "durability=off"),
          Cell.processor(1, Scenario.HOT, 64, "2pl"),
          Cell.processor(1, Scenario.SYNC, 1, "psac"),
          Cell.processor(2, Scenario.SYNC1000, 64, "2pl", "durability=off", "accept-loss=true"),
          Cell.processor(2, Scenario.HOT, 8, "psac"));

  private ModelValidation() {}

  /**
   * The result of a validation.
   *
   * @param table in Markdown
   * @param cells the number of cells
   * @param held the number of cells that hold
   */
  public record Result(List<String> table, int cells, int held) {}

  /**
   * Measures all cells of some kinds, each first on real nodes and then on the model.
   *
   * @param seconds the measured time of each real run, after as long a warm-up; and where
   *     processors are the limit, every cell is run once before, for compilers to get warm
   * @param progress told a line for each cell
   */
  public static Result measure(
      List<Kind> kinds, double seconds, Path data, MachineModel machine, Consumer<String> progress)
      throws Exception {
    List<String> table = new ArrayList<>();
    table.add("| workload | commits/s, real | model | | median us, real | model | | within 25% |");
    table.add("|---|---|---|---|---|---|---|---|");
    int cells = 0;
    int held = 0;
    Duration time = Duration.ofNanos(Math.round(seconds * 1e9));
    if (kinds.contains(Kind.PROCESSOR)) {
      progress.accept("warming up");
      for (Cell cell : CELLS) {
        if (cell.kind() == Kind.PROCESSOR) {
          real(cell, data, new LoadPlan(cell.clients(), time, Duration.ofMillis(100), 1));
        }
      }
    }
    for (Cell cell : CELLS) {
      if (kinds.contains(cell.kind())) {
        RunResult real = real(cell, data, new LoadPlan(cell.clients(), time, time, 1));
        RunResult model = model(cell, machine, time);
        double throughput = model.throughput() / real.throughput();
        double latency = median(model) / median(real);
        boolean holds = within(throughput) && within(latency);
        cells++;
        held += holds ? 1 : 0;
        String row =
            String.format(
                Locale.ROOT,
                "| %s | %,.0f | %,.0f | %+.0f %% | %,.1f | %,.1f | %+.0f %% | %s |",
                cell.label(),
                real.throughput(),
                model.throughput(),
                (throughput - 1) * 100,
                median(real),
                median(model),
                (latency - 1) * 100,
                holds ? "yes" : "**no**");
        progress.accept(row);
        table.add(row);
      }
    }
    return new Result(table, cells, held);
  }

  private static RunResult real(Cell cell, Path data, LoadPlan plan) throws Exception {
    return run(cell, RealNodes.in(data, RunHistory.NONE, MessageTrace.NONE), plan);
  }

  private static RunResult model(Cell cell, MachineModel machine, Duration time) throws Exception {
    Duration virtual = cell.kind() == Kind.PADDED ? time : SHORT;
    return run(
        cell, new Model(machine, null, true), new LoadPlan(cell.clients(), virtual, virtual, 1));
  }

  private static RunResult run(Cell cell, RunNodes.Source source, LoadPlan plan) throws Exception {
    return new BankWorkload(cell.scenario(), cell.accounts(), source, List.of(cell.side()))
        .run(cell.label(), plan);
  }

  private static double median(RunResult run) {
    return run.latency().getValueAtPercentile(50) / 1e3;
  }

  private static boolean within(double ratio) {
    return Math.abs(ratio - 1) < MOST;
  }
}
