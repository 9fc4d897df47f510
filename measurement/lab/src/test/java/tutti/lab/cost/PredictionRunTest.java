package tutti.lab.cost;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tutti.engine.node.cost.CostFile;
import tutti.engine.node.cost.PredictedCost;
import tutti.lab.cost.PredictedCell.Quantity;
import tutti.model.cost.Section;
import tutti.model.cost.SubTransactionCost;
import tutti.model.cost.TransactionCost;

class PredictionRunTest {
  private static final PredictionRun.Plan SHORT =
      new PredictionRun.Plan(1, 2, Duration.ofMillis(2), Duration.ofMillis(2));

  @TempDir private Path folder;

  @Test
  void hasEveryProgramWithEachNumberOfDestinationsOnEachSetting() throws Exception {
    List<CostSetting> settings = List.of(CostSetting.ONE_CONTAINER, CostSetting.TWO_CONTAINERS);
    List<String> told = new ArrayList<>();
    PredictionReport report = new PredictionRun(settings, SHORT, folder, told::add).run();
    assertThat(report.cells()).hasSize(2 * 4 * 7);
    assertThat(report.cells())
        .allMatch(cell -> cell.predicted(Quantity.LATENCY) > 0)
        .allMatch(cell -> cell.predicted(Quantity.PROCESSOR) > 0)
        .allMatch(cell -> cell.measured(Quantity.LATENCY) > 0);
    assertThat(told).contains("round 1: 56 cells");
    assertThat(String.join("\n", report.lines()))
        .contains("one container, µs", "two containers, µs", "| fully-sync | 7 | ")
        .contains("all settings, median latency: ", "all settings, processor time: ");
  }

  @Test
  void isOfSettingsOfThisProcess() {
    assertThatThrownBy(
            () -> new PredictionRun(List.of(CostSetting.TWO_PROCESSES), SHORT, folder, line -> {}))
        .hasMessageContaining("settings of this process");
  }

  private static PredictedCell cell(double predicted, double first, double second) {
    TransactionCost cost =
        new TransactionCost(
            SubTransactionCost.of("root", Section.processing(predicted)), 0, 0, 0, 0);
    return new PredictedCell(
        CostSetting.ONE_CONTAINER,
        "opt",
        1,
        new PredictedCost(cost, cost),
        List.of(new Timed(first, first, 0)),
        List.of(new Timed(second, second, 0)));
  }

  @Test
  void aCellCountsIfItsHalvesAgreeAndHoldsWithinAQuarter() {
    PredictedCell good = cell(1_200, 1_000, 1_010);
    assertThat(good.counts(Quantity.LATENCY)).isTrue();
    assertThat(good.holds(Quantity.LATENCY)).isTrue();
    assertThat(cell(1_300, 1_000, 1_000).holds(Quantity.LATENCY)).isFalse();
    assertThat(cell(700, 1_000, 1_000).holds(Quantity.PROCESSOR)).isFalse();
    assertThat(cell(1_000, 1_000, 1_100).counts(Quantity.PROCESSOR)).isFalse();
  }

  @Test
  void theVerdictIsOfCellsThatCount() {
    PredictedCell good = cell(1_000, 1_000, 1_000);
    PredictedCell noisy = cell(1_000, 1_000, 2_000);
    PredictedCell missed = cell(2_000, 1_000, 1_000);
    assertThat(verdict(good, good, noisy).text())
        .isEqualTo("2 of 2 cells that count lie within 25 %; 2 of 3 count: met");
    assertThat(verdict(good, noisy, noisy).isMet()).isFalse();
    assertThat(verdict(good, good, missed).isMet()).isFalse();
  }

  private static PredictionReport.Verdict verdict(PredictedCell... cells) {
    return new PredictionReport(CostFile.committed(), List.of(cells))
        .verdict(CostSetting.ONE_CONTAINER, Quantity.LATENCY);
  }
}
