package tutti.lab.measure;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

class BesideTest {

  @Test
  @EnabledOnOs(OS.LINUX)
  void seesTheLoadAndWhatOthersUse() {
    Beside beside = Beside.watch().seen();
    assertThat(beside.before()).isNotNegative();
    assertThat(beside.after()).isNotNegative();
    assertThat(beside.cores()).isNotNegative();
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void doesNotCountWhatTheMeasurementItselfUses() {
    Beside.Watch later = Beside.watch();
    // An hour in which this process and all together had used so much less than now.
    Beside.Watch begin =
        new Beside.Watch(
            0, later.nanos() - 3_600_000_000_000L, later.used() - 7_200, later.own() - 5_400);
    assertThat(begin.seen().cores()).isBetween(0.4, 0.7);
  }

  @Test
  void isTold() {
    assertThat(new Beside(0.314, 2.1, 0.04))
        .hasToString("load 0.31 before and 2.10 after, others used 0.04 cores meanwhile");
    assertThat(Beside.UNKNOWN).hasToString("load unknown");
  }
}
