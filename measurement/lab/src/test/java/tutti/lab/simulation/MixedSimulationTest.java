package tutti.lab.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import tutti.engine.commit.CommitKind;
import tutti.engine.commit.CommitKinds;
import tutti.engine.deployment.Deployment;
import tutti.engine.deployment.Deployment.Durability;
import tutti.engine.deployment.Deployment.Replication.Protocol;
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
    Map<String, Long> drawn = drawn(0, UnaryOperator.identity());

    assertThat(drawn)
        .containsOnlyKeys(
            "bank",
            "charges",
            "orders",
            "ring",
            "rows",
            "smallbank",
            "smallbank-rebel",
            "tills",
            "tpcc-rows",
            "values",
            "watch");
    for (String name : drawn.keySet()) {
      assertThat(drawn.get(name))
          .as(name)
          .isGreaterThan(
              switch (name) {
                case "bank", "rows", "tills" -> SEEDS / 6;
                case "orders", "smallbank", "smallbank-rebel", "tpcc-rows" -> SEEDS / 80;
                default -> SEEDS / 14;
              });
    }
  }

  @Test
  void benchmarksRunWhereALogMayBeKept() {
    UnaryOperator<Deployment> janus =
        it -> it.toBuilder().replication(it.replication().with(Protocol.JANUS)).build();
    UnaryOperator<Deployment> forgets = it -> it.toBuilder().durability(Durability.OFF).build();

    assertThat(drawn(0, janus)).containsKeys("tpcc-rows", "smallbank");
    assertThat(drawn(1, UnaryOperator.identity())).containsKeys("tpcc-rows", "smallbank");
    assertThat(drawn(1, forgets)).doesNotContainKeys("tpcc-rows", "smallbank", "orders");
    assertThat(drawn(3, forgets)).doesNotContainKeys("tpcc-rows", "smallbank", "orders");
  }

  @Test
  void countersAreDrawnUnderIntegratedProtocolsAlone() {
    UnaryOperator<Deployment> janus =
        it -> it.toBuilder().replication(it.replication().with(Protocol.JANUS)).build();
    assertThat(drawn(0, janus).get("counters")).isBetween(SEEDS / 5L, SEEDS / 3L);
    assertThat(drawn(2, janus)).doesNotContainKey("counters");
  }

  /**
   * A commit protocol that the user has fixed is not replaced by one that charges can run under.
   */
  @Test
  void cardsAreChargedOnlyUnderSettingsThatAllowIt() {
    CommitKind paxos = (CommitKind) CommitKinds.byName().get("paxos-commit");
    UnaryOperator<Deployment> othersDecide = it -> it.toBuilder().commit(paxos).build();
    UnaryOperator<Deployment> forgets = it -> it.toBuilder().durability(Durability.OFF).build();

    assertThat(drawn(0, othersDecide)).doesNotContainKey("charges");
    assertThat(drawn(3, othersDecide)).doesNotContainKey("charges");
    assertThat(drawn(1, othersDecide)).containsKey("charges");
    assertThat(drawn(1, forgets)).doesNotContainKey("charges");
  }

  private static Map<String, Long> drawn(int nodes, UnaryOperator<Deployment> fixed) {
    MixedSimulation mixed = new MixedSimulation();
    return LongStream.range(0, SEEDS)
        .mapToObj(seed -> mixed.drawn(seed, nodes, fixed).name())
        .collect(Collectors.groupingBy(name -> name, TreeMap::new, Collectors.counting()));
  }
}
