package tutti.lab.cost;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tutti.engine.node.cost.CostConstant;
import tutti.engine.node.cost.CostConstants;
import tutti.engine.node.cost.CostFile;
import tutti.engine.node.cost.ThisMachine;
import tutti.lab.cost.CallProbes.Kind;
import tutti.lab.cost.CallProbes.Medians;

class CallCalibrationTest {
  private static final Duration SHORT = Duration.ofMillis(4);

  @TempDir private Path folder;

  @Test
  void measuresEveryConstantInEverySetting() throws Exception {
    try (CallCalibration calibration = new CallCalibration(List.of(CostSetting.values()), folder)) {
      calibration.warmUp(SHORT);
      calibration.round(SHORT);
      CostConstants constants = calibration.constants();
      assertThat(constants.costs()).containsOnlyKeys(CostConstant.values());
      assertThat(constants.cost(CostConstant.BEGIN).latencyNanos()).isPositive();
      assertThat(calibration.spreads()).containsOnlyKeys(CostConstant.values());
      Path file = folder.resolve("calls.conf");
      Files.writeString(file, CostFile.text(constants, calibration.spreads()));
      assertThat(CostFile.read(file, Optional.of(ThisMachine.name())).date())
          .isEqualTo(constants.date());
    }
  }

  @Test
  void whatEachThingTakesIsWhatMoreOfItTakes() {
    Medians medians = new Medians(Map.of(Kind.OWN_ONE, 1_000.0, Kind.OWN_MANY, 2_400.0));
    assertThat(medians.each(Kind.OWN_MANY, Kind.OWN_ONE)).isEqualTo(200);
  }
}
