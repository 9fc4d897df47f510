package tutti.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tutti.embedded.AbortedException;
import tutti.embedded.RefusedException;
import tutti.model.testing.Effort;
import tutti.testkit.SimulatedBlocksTest.Count;
import tutti.testkit.SimulatedBlocksTest.Purse;
import tutti.testkit.SimulatedBlocksTest.Put;
import tutti.testkit.SimulatedBlocksTest.Take;

/** Calls that clients make again under one idempotency key have a serial order. */
class SimulatedRepeatsTest {
  private static Simulation simulation() {
    return Simulation.of(SimulatedBlocksTest.application()).serially();
  }

  @Test
  void haveTheFirstAnswer() {
    simulation()
        .clients(
            1,
            (tutti, random) -> {
              for (int i = 0; i < 3; i++) {
                assertThat(tutti.once("k").actor(Purse.class, "a").call(new Put(1))).isOne();
              }
            })
        .run(2);
  }

  /** Three clients, of which each may be the first one, and whose keys are those of other calls. */
  private static void repeat(SimulatedTutti tutti, RandomGenerator random) {
    String[] purses = {"a", "b"};
    for (int i = 0; i < 5; i++) {
      String purse = purses[random.nextInt(2)];
      String key = "k" + random.nextInt(3);
      try {
        switch (random.nextInt(4)) {
          case 0 -> tutti.once(key).actor(Purse.class, purse).call(new Put(2));
          case 1 -> tutti.once(key).actor(Purse.class, purse).call(new Take(3));
          case 2 -> tutti.once(key).actor(Purse.class, purse).call(new Count());
          default -> tutti.actor(Purse.class, purse).call(new Put(1));
        }
      } catch (RefusedException tooFew) {
        assertThat(tooFew.code()).isEqualTo("too-few");
      } catch (AbortedException reused) {
        assertThat(reused.code()).isEqualTo("idempotency-key-reused");
      }
    }
  }

  static Stream<String> deployments() {
    return Stream.concat(Stream.of(""), Effort.few(List.of("replicas", "tapir", "janus")).stream());
  }

  @ParameterizedTest
  @MethodSource("deployments")
  void ofSeveralClientsHaveAnOrder(String deployment) {
    Simulation simulation = simulation().clients(3, SimulatedRepeatsTest::repeat).crashes(3);
    if (!deployment.isEmpty()) {
      simulation.deployment(
          SimulatedSpecificationsTest.bank().resolve("three-" + deployment + ".conf"));
    }
    simulation.run(deployment.isEmpty() ? 30 : 3);
  }

  @Test
  void onSeveralNodesHaveAnOrder() {
    simulation().nodes(3).clients(3, SimulatedRepeatsTest::repeat).crashes(3).run(10);
  }

  @Test
  void afterTheTimeOfAKeyHaveAnOrder() {
    simulation()
        .clients(
            2,
            (tutti, random) -> {
              for (int i = 0; i < 4; i++) {
                tutti.once("k").actor(Purse.class, "a").call(new Put(1));
                tutti.advance(Duration.ofHours(9));
                tutti.actor(Purse.class, "a").call(new Put(1));
              }
            })
        .run(10);
  }
}
