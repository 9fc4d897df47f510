package tutti.engine.node.cost;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tutti.engine.node.cost.CostConstants.Cost;
import tutti.model.cost.CallPlace;

class CostFileTest {
  @TempDir private Path folder;

  private static CostConstants all() {
    Map<CostConstant, Cost> costs = new EnumMap<>(CostConstant.class);
    for (CostConstant constant : CostConstant.values()) {
      costs.put(constant, new Cost(100 + constant.ordinal(), 1_000 + constant.ordinal()));
    }
    return new CostConstants("a \"fast\" machine, 2 cores", "2026-11-30", "optimistic", costs);
  }

  private static String text() {
    return CostFile.text(all(), Map.of(CostConstant.CALL, "90 to 110 ns"));
  }

  @Test
  void readsWhatItWrites() {
    assertThat(CostFile.parse(text(), "calls.conf")).isEqualTo(all());
    assertThat(text()).contains("that does nothing (90 to 110 ns)");
  }

  @Test
  void aPlaceMayBeLeftOutAsAWhole() {
    Map<CostConstant, Cost> costs = new EnumMap<>(all().costs());
    CostConstant.of(CallPlace.OTHER_PROCESS).forEach(costs::remove);
    CostConstants some = new CostConstants("m", "d", "optimistic", costs);
    assertThat(CostFile.parse(CostFile.text(some, Map.of()), "calls.conf")).isEqualTo(some);
  }

  @Test
  void aConstantThatIsMissingIsNamedWithItsPlace() {
    String without = text().replaceAll("(?m)^  other-node.join .*$", "");
    assertThatThrownBy(() -> CostFile.parse(without, "calls.conf"))
        .hasMessageContaining("calls.conf:")
        .hasMessageContaining("other-node.join: is missing")
        .hasMessageContaining("tutti calibrate --calls");
  }

  @Test
  void unknownKeysAndWrongValuesAreNamed() {
    assertThatThrownBy(() -> CostFile.parse(text().replace("begin {", "began {"), "calls.conf"))
        .hasMessageContaining("unknown key 'began'; did you mean 'begin'?");
    assertThatThrownBy(() -> CostFile.parse(text().replace("100ns", "soon"), "calls.conf"))
        .hasMessageContaining("begin.latency: 'soon' is no duration");
    assertThatThrownBy(() -> CostFile.parse(text().replace("100ns", "100d"), "calls.conf"))
        .hasMessageContaining("begin.latency: '100d' is longer than the 1m that a cost may be");
  }

  @Test
  void aFileOfAnotherMachineIsRefusedWithItsLineAndARemedy() throws IOException {
    Path file = Files.writeString(folder.resolve("calls.conf"), text());
    assertThat(CostFile.read(file, Optional.of(all().machine()))).isEqualTo(all());
    assertThat(CostFile.read(file, Optional.empty())).isEqualTo(all());
    assertThatThrownBy(() -> CostFile.read(file, Optional.of("mine")))
        .hasMessageContaining("calls.conf:3: machine: these are the costs of 'a \"fast\" machine")
        .hasMessageContaining("tutti calibrate --calls")
        .hasMessageContaining("--any-machine");
  }

  @Test
  void theBuildHasConstantsOfEveryPlace() {
    CostConstants committed = CostFile.committed();
    assertThat(committed.costs()).containsOnlyKeys(CostConstant.values());
    assertThat(committed.machine()).isNotEmpty();
  }
}
