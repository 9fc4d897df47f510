package tutti.lab.virtual;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tutti.lab.measure.Text;
import tutti.simulator.model.Constant;
import tutti.simulator.model.MachineModel;
import tutti.simulator.model.NetworkModel;

/**
 * The constants on which a simulated figure depends: each of them halved and doubled, everything
 * else as it was, and the constants on which it depends most first.
 */
public final class Sensitivity {
  private Sensitivity() {}

  /** A function that makes one run of one side. */
  @FunctionalInterface
  public interface Runner {
    /** Returns the throughput of the run. */
    double run(String label, Model model) throws Exception;
  }

  private record Row(String constant, String meaning, double half, double twice) {
    /** Returns the largest change of the figure, as a factor of at least 1. */
    double swing(double usual) {
      return Math.max(far(half / usual), far(twice / usual));
    }

    private static double far(double factor) {
      return factor > 0 ? Math.max(factor, 1 / factor) : Double.MAX_VALUE;
    }
  }

  /**
   * Returns the table, as lines.
   *
   * @param sides one, whose throughput is shown, or two, whose ratio is
   * @param progress told a line for each constant
   */
  public static List<String> table(
      List<String> sides, Model model, Runner runner, Consumer<String> progress) throws Exception {
    MachineModel machine = model.machine();
    NetworkModel network = model.network();
    double usual = figure(sides, with(model, machine, network), runner);
    List<Row> rows = new ArrayList<>();
    for (Constant each : Constant.values()) {
      if (machine.value(each) == 0 || network != null && each == Constant.MESSAGE_DELAY) {
        continue;
      }
      progress.accept("sensitivity: " + each.path());
      rows.add(
          new Row(
              each.path(),
              each.meaning(),
              figure(sides, with(model, machine.scaled(each, 0.5), network), runner),
              figure(sides, with(model, machine.scaled(each, 2), network), runner)));
    }
    if (network != null) {
      progress.accept("sensitivity: the network");
      rows.add(
          new Row(
              "network.latency",
              "between places",
              figure(sides, with(model, machine, network.scaled(0.5, 1)), runner),
              figure(sides, with(model, machine, network.scaled(2, 1)), runner)));
      rows.add(
          new Row(
              "network.bandwidth",
              "from a node towards a place",
              figure(sides, with(model, machine, network.scaled(1, 0.5)), runner),
              figure(sides, with(model, machine, network.scaled(1, 2)), runner)));
    }
    rows.sort(Comparator.comparingDouble((Row row) -> -row.swing(usual)));
    return lines(sides, usual, rows);
  }

  private static Model with(Model model, MachineModel machine, @Nullable NetworkModel network) {
    return new Model(machine, network, model.oneMachine());
  }

  private static double figure(List<String> sides, Model model, Runner runner) throws Exception {
    double first = runner.run(sides.getFirst(), model);
    return sides.size() == 1 ? first : first / runner.run(sides.get(1), model);
  }

  private static List<String> lines(List<String> sides, double usual, List<Row> rows) {
    List<String> lines = new ArrayList<>();
    String what =
        sides.size() == 1 ? "commits/s" : "throughput " + sides.get(0) + "/" + sides.get(1);
    lines.add("");
    lines.add("Sensitivity: " + what + ", one seed, with each constant halved and doubled");
    lines.add("");
    List<List<String>> table = new ArrayList<>();
    table.add(List.of("constant", "at half", "as calibrated", "at double", "it is"));
    for (Row row : rows) {
      table.add(
          List.of(
              "`" + row.constant() + "`",
              number(row.half()),
              number(usual),
              number(row.twice()),
              row.meaning()));
    }
    lines.addAll(Text.markdown(table).lines().toList());
    return lines;
  }

  private static String number(double value) {
    return value >= 100 ? Text.of("%,.0f", value) : Text.of("%.3f", value);
  }
}
