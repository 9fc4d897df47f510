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
  void doesNotCountWhatTheMeasurementItselfUses() {
    // An hour in which all used two hours of processor time, and this process three quarters of it.
    Beside.Watch begin = new Beside.Watch(0, 0, 100, 10);
    Beside.Watch end = new Beside.Watch(0, 3_600_000_000_000L, 7_300, 5_410);
    assertThat(begin.until(end).cores()).isEqualTo(0.5);
  }

  @Test
  void isTold() {
    assertThat(new Beside(0.314, 2.1, 0.04))
        .hasToString("load 0.31 before and 2.10 after, others used 0.04 cores meanwhile");
    assertThat(Beside.UNKNOWN).hasToString("load unknown");
  }
}
