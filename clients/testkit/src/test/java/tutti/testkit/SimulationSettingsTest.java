package tutti.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

/** Settings by which a simulation would check nothing, and pass. */
class SimulationSettingsTest {
  private final Simulation simulation = Simulation.of(SimulatedSpecificationsTest.bank());

  @Test
  void runsAtLeastOnce() {
    assertThatThrownBy(() -> simulation.run(0)).hasMessageContaining("at least once");
    assertThatThrownBy(() -> simulation.run(-1)).hasMessageContaining("at least once");
  }

  @Test
  void hasClientsAndCrashesThatCanBeCounted() {
    assertThatThrownBy(() -> simulation.clients(0, (client, random) -> {}))
        .hasMessageContaining("at least one client");
    assertThatThrownBy(() -> simulation.crashes(-1)).hasMessageContaining("cannot crash -1 times");
  }

  @Test
  void repeatsTheSeedThatIsNamedAndNoOther() {
    assertThat(Simulation.seed("-17")).isEqualTo(-17);
    assertThatThrownBy(() -> Simulation.seed("seed-17"))
        .hasMessage("-Dtutti.seed is the number of a seed, but this is 'seed-17'");
  }

  @Test
  void saysWhatIsNull() {
    assertThatThrownBy(() -> simulation.at(null))
        .hasMessage("a test begins at an instant, but this is null");
    assertThatThrownBy(() -> simulation.clients(1, null)).hasMessage("the clients are null");
    assertThatThrownBy(() -> simulation.opening(null)).hasMessage("the opening is null");
    assertThatThrownBy(() -> simulation.invariant("nobody owes", null))
        .hasMessage("the check 'nobody owes' is null");
    assertThatThrownBy(() -> simulation.atTheEnd("nobody owes", null))
        .hasMessage("the check 'nobody owes' is null");
  }
}
