package tutti.lab.bank;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tutti.engine.deployment.Deployment;
import tutti.engine.deployment.DeploymentReader;
import tutti.engine.deployment.DeploymentReader.Override;
import tutti.engine.deployment.NodeAddress;
import tutti.engine.deployment.Reading;
import tutti.lab.load.LoadPlan;
import tutti.lab.measure.RunResult;
import tutti.lab.node.MessageTrace;
import tutti.lab.node.Side;
import tutti.lab.virtual.Model;
import tutti.simulator.model.Constant;
import tutti.simulator.model.MachineFile;
import tutti.simulator.model.MachineModel;
import tutti.simulator.model.NetworkFile;
import tutti.simulator.model.NetworkModel;

/** Whole nodes in the model: figures that theory knows, and the same ones for the same seed. */
@Timeout(300)
class ModelledBankTest {
  private static final NetworkModel TWO_PLACES =
      NetworkFile.parse(
          """
          network {
            places = [here, there]
            latency { here { here = 0, there = 50ms }, there { there = 0 } }
          }
          """,
          "two-places.conf");

  private static Side side(int nodes, String... settings) {
    List<Override> overrides =
        java.util.Arrays.stream(settings)
            .map(each -> each.split("=", 2))
            .map(each -> new Override(each[0], each[1], "test"))
            .toList();
    return switch (DeploymentReader.read(null, overrides)) {
      case Reading.Valid valid -> {
        Deployment one = valid.settings().deployment();
        yield new Side("it", nodes == 1 ? one : one.withNodes(NodeAddress.inOneProcess(nodes)));
      }
      case Reading.Invalid invalid -> throw new IllegalArgumentException(invalid.toString());
    };
  }

  /** A machine whose flushes take just the time by which they are padded. */
  private static MachineModel quickDisk() {
    return MachineFile.committed().scaled(Constant.FLUSH, 0).scaled(Constant.FLUSH_COST, 0);
  }

  private static LoadPlan plan(int clients, int millis, long seed) {
    return new LoadPlan(clients, Duration.ofMillis(millis), Duration.ofMillis(millis), seed);
  }

  private static RunResult run(
      Scenario scenario, Side side, MachineModel machine, @Nullable NetworkModel net, LoadPlan plan)
      throws Exception {
    RunResult run =
        new BankWorkload(scenario, 50, new Model(machine, net, false), List.of(side))
            .run("it", plan);
    assertThat(run.checks()).isNotEmpty().doesNotContainValue(false);
    return run;
  }

  @Test
  void oneSeedIsOneRun() throws Exception {
    Side side = side(3);
    MachineModel machine = MachineFile.committed();
    RunResult first = run(Scenario.SYNC, side, machine, TWO_PLACES, plan(20, 500, 1));
    RunResult again = run(Scenario.SYNC, side, machine, TWO_PLACES, plan(20, 500, 1));
    RunResult other = run(Scenario.SYNC, side, machine, TWO_PLACES, plan(20, 500, 2));
    assertThat(again).isEqualTo(first);
    assertThat(other.latency()).isNotEqualTo(first.latency());
    assertThat(first.outcomes().committed()).isPositive();
  }

  @Test
  void aHotAccountUnderLocksGivesOneOverTheTimeThatItIsHeld() throws Exception {
    Side side = side(2, "concurrency-control=2pl", "journal.flush-padding=5ms");
    RunResult run = run(Scenario.HOT, side, quickDisk(), null, plan(16, 2_000, 1));
    assertThat(run.figure("hot-held")).as("the account is never free").isCloseTo(1, within(0.03));
    double sold = run.throughput() * run.figure("hot-hold-us") / 1e6;
    assertThat(sold).as("commits in the time of one hold").isBetween(0.85, 1.05);
    // The vote's flush and the decision's, and little beside.
    assertThat(run.figure("hot-hold-us")).isBetween(10_000.0, 12_000.0);
  }

  @Test
  void aHotAccountUnderPathSensitiveControlGivesAboutAsManyAtATimeAsMayBeInProgress()
      throws Exception {
    Side side = side(2, "journal.flush-padding=5ms", "path-sensitive.max-in-progress=8");
    RunResult run = run(Scenario.HOT, side, quickDisk(), null, plan(32, 1_000, 1));
    assertThat(run.figure("hot-held")).isBetween(4.0, 8.2);
  }

  @Test
  void aRequestForAnotherPlacePaysTheWayThereAndBack() throws Exception {
    Side side = side(2, "durability=off", "accept-loss=true");
    NetworkModel far = TWO_PLACES;
    assertThat(slowest(side, far, 1_000)).isBetween(100_000.0, 105_000.0);
    assertThat(slowest(side, far.scaled(2, 1), 1_000)).isBetween(200_000.0, 205_000.0);
    assertThat(slowest(side, far.scaled(0, 1), 5)).isLessThan(5_000.0);
  }

  /** In microseconds: half of what a client opens lives at the other place. */
  private static double slowest(Side side, NetworkModel network, int millis) throws Exception {
    RunResult run =
        run(Scenario.NOSYNC, side, MachineFile.committed(), network, plan(4, millis, 1));
    assertThat(run.latency().getMinValue()).isLessThan(5_000_000);
    return run.latency().getMaxValue() / 1e3;
  }

  @Test
  void aProcessorBoundNodeDoesWhatItsExecutorCan() throws Exception {
    Side one = side(1, "durability=off", "executors=1");
    Side two = side(1, "durability=off", "executors=2", "containers=2");
    MachineModel machine = MachineFile.committed();
    double costly = throughput(one, machine.scaled(Constant.ACTION, 20));
    double cheap = throughput(one, machine.scaled(Constant.ACTION, 10));
    assertThat(cheap / costly).isBetween(1.5, 2.0);
    MachineModel slow = machine.scaled(Constant.ACTION, 100);
    assertThat(throughput(two, slow) / throughput(one, slow)).isCloseTo(2, within(0.1));
    MachineModel single = slow.scaled(Constant.CORES, 0.01);
    assertThat(throughput(two, single) / throughput(one, slow)).isCloseTo(1, within(0.1));
  }

  private static double throughput(Side side, MachineModel machine) throws Exception {
    return run(Scenario.NOSYNC, side, machine, null, plan(32, 50, 1)).throughput();
  }

  @Test
  void tellsWhichConstantsARatioHangsOn() throws Exception {
    Deployment locks = side(2, "concurrency-control=2pl", "journal.flush-padding=1ms").deployment();
    Deployment paths = side(2, "journal.flush-padding=1ms").deployment();
    BankWorkload bank =
        new BankWorkload(
            Scenario.HOT,
            50,
            new Model(MachineFile.committed(), TWO_PLACES, false, true, MessageTrace.NONE),
            List.of(new Side("psac", paths), new Side("2pl", locks)));
    List<String> table = bank.appendix(plan(8, 200, 1), line -> {});
    assertThat(table)
        .anyMatch(line -> line.contains("throughput psac/2pl"))
        .anyMatch(line -> line.startsWith("| `network.latency` |"))
        .anyMatch(line -> line.startsWith("| `disk.flush` |"));
    assertThat(bank.simulatedMachine().cpu()).startsWith("a model of");
    assertThat(bank.parameters()).containsEntry("places", List.of("here", "there"));
    assertThat(Map.copyOf(bank.parameters())).containsEntry("nodes", 2);
  }
}
