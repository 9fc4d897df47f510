package tutti.lab.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import tutti.simulator.Simulation;
import tutti.simulator.options.SimulationOptions;

class MixedSimulationTest {
  private static final int SEEDS = 4_000;

  /** Found by the watch over answers: a query waited for a snapshot long beyond its deadline. */
  @Test
  void aSeedThatOnceWentWrongHolds() {
    SimulationOptions options = SimulationOptions.of(2018, "tutti simulate").withRequests(60);
    assertThat(Simulation.run(new MixedSimulation(), options).violations()).isEmpty();
  }

  @Test
  void everyWorkloadHasItsShareOfTheDefaultMix() {
    MixedSimulation mixed = new MixedSimulation();
    Map<String, Long> drawn =
        LongStream.range(0, SEEDS)
            .mapToObj(seed -> mixed.drawn(seed, 0).name())
            .collect(Collectors.groupingBy(name -> name, TreeMap::new, Collectors.counting()));

    assertThat(drawn).containsOnlyKeys("bank", "ring", "rows", "tills", "watch");
    for (String name : drawn.keySet()) {
      boolean posts = name.equals("ring") || name.equals("watch");
      assertThat(drawn.get(name)).as(name).isGreaterThan(SEEDS / (posts ? 10 : 5));
    }
  }
}
