package tutti.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import tutti.embedded.Client;
import tutti.embedded.RefusedException;
import tutti.embedded.Request;
import tutti.engine.deployment.Deployment;
import tutti.model.testing.Effort;
import tutti.testkit.SimulatedBlocksTest.Count;
import tutti.testkit.SimulatedBlocksTest.Purse;
import tutti.testkit.SimulatedBlocksTest.Put;
import tutti.testkit.SimulatedBlocksTest.Take;

/** The test kit's simulation of an application on several nodes, which crash. */
class SimulatedNodesTest {
  private static final String[] PURSES = {"a", "b", "c", "d"};
  private static final long COINS = 20;

  private static void fill(Client tutti) {
    for (String purse : PURSES) {
      tutti.actor(Purse.class, purse).call(new Put(COINS));
    }
  }

  private static String any(RandomGenerator random) {
    return PURSES[random.nextInt(PURSES.length)];
  }

  private static void move(SimulatedTutti tutti, RandomGenerator random) {
    for (int i = 0; i < 4; i++) {
      long coins = 1 + random.nextInt(15);
      String from = any(random);
      String to = any(random);
      try {
        Request request = tutti.request();
        request.call(Purse.class, from, new Take(coins));
        request.call(Purse.class, to, new Put(coins));
        request.run();
      } catch (RefusedException tooFew) {
        assertThat(tooFew.code()).isEqualTo("too-few");
      }
      assertThat(tutti.actor(Purse.class, to).call(new Count())).isNotNegative();
    }
  }

  private static long all(Client tutti) {
    long all = 0;
    for (String purse : PURSES) {
      all += tutti.actor(Purse.class, purse).call(new Count());
    }
    return all;
  }

  private static Simulation purses() {
    return Simulation.of(SimulatedBlocksTest.application())
        .opening(SimulatedNodesTest::fill)
        .clients(3, SimulatedNodesTest::move)
        .atTheEnd(
            "no coin is lost", tutti -> assertThat(all(tutti)).isEqualTo(PURSES.length * COINS))
        .crashes(3)
        .serially();
  }

  @Test
  void theSeedDrawsHowTheyCommit() {
    purses().nodes(3).run(4);
  }

  /** Whatever is drawn goes together, also with what the simulation sets. */
  @ParameterizedTest
  @ValueSource(strings = {"none", "tapir", "janus"})
  void everySeedDrawsADeployment(String integrated) {
    Simulation simulation = purses().nodes(3).set("integrated", integrated);
    for (int seed = 0; seed < 50; seed++) {
      Deployment drawn = simulation.deployment(new Random(seed));
      assertThat(drawn.integrated()).isEqualTo(!integrated.equals("none"));
    }
  }

  @ParameterizedTest
  @CsvSource({
    "replication, multipaxos, 3",
    "replication, multipaxos, 5",
    "paxos-commit.f, 2, 3",
    "journal.segment-size, 1MiB, 1",
    "containers, 3, 1",
  })
  void everySeedDrawsWhatGoesWithASetting(String key, String value, int nodes) {
    Simulation simulation = purses().nodes(nodes).set(key, value);
    Set<String> controls = new HashSet<>();
    for (int seed = 0; seed < 50; seed++) {
      controls.add(simulation.deployment(new Random(seed)).concurrencyControl().name());
    }
    assertThat(controls).hasSizeGreaterThan(4);
  }

  static List<String> files() {
    return Effort.few(List.of("three-nodes", "three-replicas", "three-tapir", "three-janus"));
  }

  @ParameterizedTest
  @MethodSource("files")
  void runTheApplicationAsAFileSays(String file) {
    Simulation simulation =
        purses().deployment(SimulatedSpecificationsTest.bank().resolve(file + ".conf"));
    SimulatedRun run = simulation.runSeed(1);
    assertThat(run.requests()).isGreaterThan(15);
    assertThat(run.digest()).isEqualTo(simulation.runSeed(1).digest());
  }

  @Test
  void crash() {
    assertThat(purses().nodes(3).runSeed(1).crashes()).isGreaterThan(2);
  }

  @Test
  void runAsATextSays() {
    SimulatedRun run =
        purses()
            .deployment(
                "tutti { nodes { x = \"x:1\", y = \"y:1\" }, concurrency-control = no-wait }")
            .runSeed(0);
    assertThat(run.deployment()).contains("no-wait", "y:1");
  }
}
