package tutti.lab.bank;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tutti.engine.deployment.Deployment.ConcurrencyControlKind;
import tutti.engine.deployment.DeploymentReader;
import tutti.lab.node.Side;
import tutti.lab.node.Sides;

class SidesTest {
  private static List<Side> compare(String text) {
    return Sides.compare(text, more -> DeploymentReader.read(null, more));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "2pl,psac|two-phase-locking,path-sensitive",
        "path-sensitive,2pl|path-sensitive,two-phase-locking",
        "sync,off|sync,off",
        "serializable,object|serializable,object",
        "path-sensitive.intervals=on,path-sensitive.intervals=off"
            + "|path-sensitive.intervals=on,path-sensitive.intervals=off"
      })
  void takesTwoNamesOfAKindAndShowsTheLongOnes(String text, String labels) {
    assertThat(compare(text)).extracting(Side::label).containsExactly(labels.split(","));
  }

  @Test
  void eachSideRunsWithItsOwnSettingAndTheRestInCommon() {
    List<Side> sides = compare("psac,2pl");
    assertThat(sides.get(0).deployment().concurrencyControl())
        .isEqualTo(ConcurrencyControlKind.PATH_SENSITIVE);
    assertThat(sides.get(1).deployment().concurrencyControl())
        .isEqualTo(ConcurrencyControlKind.TWO_PHASE_LOCKING);
    assertThat(Sides.common(sides))
        .doesNotContainKey("concurrency-control")
        .containsEntry("durability", "sync");
  }

  @Test
  void aSideMayHaveSeveralSettings() {
    List<Side> sides = compare("containers=2+concurrency-control=2pl,containers=3");
    assertThat(sides)
        .extracting(Side::label)
        .containsExactly("containers=2+concurrency-control=2pl", "containers=3");
    assertThat(sides.getFirst().deployment().containers()).isEqualTo(2);
    assertThat(sides.getFirst().deployment().concurrencyControl())
        .isEqualTo(ConcurrencyControlKind.TWO_PHASE_LOCKING);
    assertThat(sides.getLast().deployment().containers()).isEqualTo(3);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "2pl",
        "2pl,sync",
        "2pl,2pl",
        "psac,path-sensitive",
        "2pl,psac,sync",
        ",",
        "a=1,b",
        "containers=2+psac,containers=3"
      })
  void refusesWhatAreNotTwoOfAKind(String text) {
    assertThatThrownBy(() -> compare(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("--compare");
  }
}
