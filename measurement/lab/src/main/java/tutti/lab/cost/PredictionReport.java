package tutti.lab.cost;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import tutti.engine.node.cost.CostConstants;
import tutti.engine.node.cost.CostFile;
import tutti.lab.cost.PredictedCell.Quantity;

/**
 * The result of a comparison of predictions with measurements.
 *
 * @param constants as they were calibrated in the same run
 */
public record PredictionReport(CostConstants constants, List<PredictedCell> cells) {
  /** The share of all cells of a setting that must count, and of those the share that must hold. */
  private static final double LEAST_COUNTED = 2.0 / 3;

  private static final double LEAST_HELD = 0.9;

  /** A report, whose cells are in the order of the report. */
  public PredictionReport {
    cells = List.copyOf(cells);
  }

  /**
   * The verdict about one quantity on one setting.
   *
   * @param cells how many there are
   * @param counted how many of them are quiet
   * @param held how many of these were predicted within a quarter
   */
  record Verdict(int cells, int counted, int held) {
    boolean isMet() {
      return counted >= LEAST_COUNTED * cells && held >= LEAST_HELD * counted;
    }

    Verdict plus(Verdict other) {
      return new Verdict(cells + other.cells, counted + other.counted, held + other.held);
    }

    String text() {
      return held
          + " of "
          + counted
          + " cells that count lie within 25 %; "
          + counted
          + " of "
          + cells
          + " count: "
          + (isMet() ? "met" : "missed");
    }
  }

  Verdict verdict(CostSetting setting, Quantity quantity) {
    List<PredictedCell> of = cells.stream().filter(it -> it.setting() == setting).toList();
    List<PredictedCell> counted = of.stream().filter(it -> it.counts(quantity)).toList();
    long held = counted.stream().filter(it -> it.holds(quantity)).count();
    return new Verdict(of.size(), counted.size(), (int) held);
  }

  /** Returns the lines of the report, tables as Markdown has them. */
  public List<String> lines() {
    List<String> lines = new ArrayList<>();
    Map<Quantity, Verdict> all = new EnumMap<>(Quantity.class);
    for (CostSetting setting : cells.stream().map(PredictedCell::setting).distinct().toList()) {
      lines.add("");
      lines.add(setting.label() + ", µs; predicted / measured = ratio, and the A/A of the cell");
      lines.add("");
      lines.add("| program | to | latency | A/A | | processor time | A/A | |");
      lines.add("|---|---|---|---|---|---|---|---|");
      cells.stream().filter(it -> it.setting() == setting).forEach(it -> lines.add(line(it)));
      lines.add("");
      for (Quantity quantity : Quantity.values()) {
        Verdict verdict = verdict(setting, quantity);
        lines.add(quantity.label() + ": " + verdict.text());
        all.merge(quantity, verdict, Verdict::plus);
      }
    }
    lines.add("");
    all.forEach(
        (quantity, verdict) ->
            lines.add("all settings, " + quantity.label() + ": " + verdict.text()));
    return lines;
  }

  /** Returns the constants as a file has them. */
  public String calibration() {
    return CostFile.text(constants, Map.of());
  }

  private static String line(PredictedCell cell) {
    StringBuilder line = new StringBuilder("| " + cell.form() + " | " + cell.destinations() + " |");
    for (Quantity quantity : Quantity.values()) {
      line.append(
          String.format(
              Locale.ROOT,
              " %.1f / %.1f = %.2f | %.2f | %s |",
              cell.predicted(quantity) / 1e3,
              cell.measured(quantity) / 1e3,
              cell.ratio(quantity),
              cell.noise(quantity),
              !cell.counts(quantity) ? "noisy" : cell.holds(quantity) ? "" : "missed"));
    }
    return line.toString();
  }
}
