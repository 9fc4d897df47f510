package tutti.lab.cost;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import tutti.engine.deployment.Deployment;
import tutti.engine.node.cost.CostConstants;
import tutti.engine.node.cost.PredictedCost;
import tutti.engine.node.cost.RecordedCall;
import tutti.engine.node.cost.Rehearsal;
import tutti.lab.cost.PredictedCell.Quantity;
import tutti.lab.node.Bulk;
import tutti.lab.smallbank.MultiTransfers;
import tutti.lab.smallbank.MultiTransfers.MultiTransfer;
import tutti.model.Call;

/**
 * {@code tutti bench predict}: every multi-transfer on each setting, measured and predicted in one
 * run. In each round the machine is calibrated, and each cell is measured twice, once before and
 * once after all others; a cell whose halves differ is measured in more rounds.
 */
public final class PredictionRun {
  private static final List<String> TYPES = List.of(MultiTransfers.TYPE);

  private final List<CostSetting> settings;
  private final Plan plan;
  private final Path folder;
  private final Consumer<String> progress;
  private final MultiTransfers transfers = new MultiTransfers();

  /**
   * The lengths of a run.
   *
   * @param rounds the rounds of all cells, at least 1
   * @param mostRounds the most rounds of cells that are not quiet
   * @param measured the time of one measurement, after a warm-up of a quarter of it
   * @param compiled the time for which each program runs before all rounds
   */
  public record Plan(int rounds, int mostRounds, Duration measured, Duration compiled) {
    /** A plan, whose times are more than nothing. */
    public Plan {
      if (rounds < 1 || mostRounds < rounds || measured.isZero() || compiled.isZero()) {
        throw new IllegalArgumentException(
            "a comparison has a round at least, and times that are more than nothing");
      }
    }
  }

  /** A cell while it is measured. */
  static final class Share {
    private final CostSetting setting;
    private final CostNodes nodes;
    private final MultiTransfer transfer;
    private final List<Timed> first = new ArrayList<>();
    private final List<Timed> second = new ArrayList<>();

    Share(CostSetting setting, CostNodes nodes, MultiTransfer transfer) {
      this.setting = setting;
      this.nodes = nodes;
      this.transfer = transfer;
    }

    static List<Timed> joined(List<Timed> first, List<Timed> second) {
      return Stream.concat(first.stream(), second.stream()).toList();
    }

    void measure(Duration measured, List<Timed> into) throws InterruptedException {
      into.add(Timed.measure(nodes.node(), transfer.request(), measured.dividedBy(4), measured));
    }

    boolean isQuiet() {
      return Stream.of(Quantity.values())
          .allMatch(quantity -> PredictedCell.isQuiet(quantity.noise(first, second)));
    }
  }

  /**
   * @param settings the settings that are compared, all of this process
   * @param folder the folder for the log that the calibration flushes
   * @param progress is called with a line for each round
   */
  public PredictionRun(
      List<CostSetting> settings, Plan plan, Path folder, Consumer<String> progress) {
    this.settings = List.copyOf(settings);
    this.plan = plan;
    this.folder = folder;
    this.progress = progress;
    if (settings.isEmpty() || !settings.stream().allMatch(CostSetting::isHere)) {
      throw new IllegalArgumentException("a comparison is of settings of this process");
    }
  }

  /**
   * Measures all cells.
   *
   * @throws IOException if the folder cannot be used
   */
  public PredictionReport run() throws IOException, InterruptedException {
    List<CostNodes> open = new ArrayList<>();
    try (CallCalibration calibration = new CallCalibration(settings, folder)) {
      List<Share> cells = new ArrayList<>();
      for (CostSetting setting : settings) {
        CostNodes nodes = CostNodes.here(transfers.application(), TYPES, setting, false, folder);
        open.add(nodes);
        Bulk.commit(
            nodes.node(),
            transfers.opening().size(),
            number -> transfers.opening().get((int) number));
        transfers.all(setting != CostSetting.ONE_CONTAINER).stream()
            .map(each -> new Share(setting, nodes, each))
            .forEach(cells::add);
      }
      rounds(calibration, cells);
      return report(calibration.constants(), cells);
    } finally {
      open.reversed().forEach(CostNodes::close);
    }
  }

  private void rounds(CallCalibration calibration, List<Share> cells) throws InterruptedException {
    progress.accept("compiling");
    calibration.warmUp(plan.compiled());
    for (Share cell : cells) {
      cell.measure(plan.compiled(), new ArrayList<>());
    }
    for (int round = 1; round <= plan.mostRounds(); round++) {
      List<Share> left =
          round <= plan.rounds() ? cells : cells.stream().filter(it -> !it.isQuiet()).toList();
      if (left.isEmpty()) {
        return;
      }
      progress.accept("round " + round + ": " + left.size() + " cells");
      calibration.round(plan.measured());
      for (Share cell : left) {
        cell.measure(plan.measured(), cell.first);
      }
      for (Share cell : left) {
        cell.measure(plan.measured(), cell.second);
      }
    }
  }

  private PredictionReport report(CostConstants constants, List<Share> cells) {
    List<Call> opening =
        transfers.opening().stream().map(request -> request.calls().getFirst()).toList();
    List<PredictedCell> done = new ArrayList<>();
    for (Share cell : cells) {
      Deployment deployment = cell.setting.deployment(TYPES, false, List.of());
      RecordedCall recorded = recorded(opening, cell.transfer.request().calls().getFirst());
      done.add(
          new PredictedCell(
              cell.setting,
              cell.transfer.form(),
              cell.transfer.destinations(),
              PredictedCost.of(recorded, deployment, constants, cell.setting.place()),
              cell.first,
              cell.second));
    }
    return new PredictionReport(constants, done);
  }

  private RecordedCall recorded(List<Call> opening, Call call) {
    return switch (Rehearsal.run(transfers.application(), opening, call)) {
      case Rehearsal.Result.Recorded(RecordedCall recorded) -> recorded;
      case Rehearsal.Result.Failed(Call failed, String why) ->
          throw new IllegalStateException(failed + ": " + why);
    };
  }
}
