package tutti.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tutti.engine.deployment.Deployment;
import tutti.engine.deployment.Deployment.Replication;
import tutti.engine.replication.Reads;
import tutti.model.testing.Effort;
import tutti.simulator.fault.FaultKind;
import tutti.simulator.options.SimulationOptions;
import tutti.simulator.report.SimulationReport;

/** Hosts with replicas of shards, under faults, by seeds. */
class ReplicatedSimulationTest {
  private static final String COMMAND = "./tutti simulate toy --replication multipaxos";

  private static final Set<FaultKind> OF_HOSTS_THAT_ARE_DOWN =
      EnumSet.of(
          FaultKind.LOSE_DISK,
          FaultKind.WRONG_DISK,
          FaultKind.BIT_FLIP,
          FaultKind.MISDIRECTED_WRITE);

  private static final int CORES = Runtime.getRuntime().availableProcessors();

  private static Deployment replicated(Deployment drawn) {
    Replication replication = drawn.replication().with(Replication.Protocol.MULTIPAXOS);
    return drawn.toBuilder().replication(replication).build();
  }

  private static SimulationReport run(SimulationOptions options) {
    return Simulation.run(
        new ToyBank(), options.withDeployment(ReplicatedSimulationTest::replicated));
  }

  @Test
  void everyHistoryIsCorrect() {
    int runs = Effort.of(12);
    SimulationReport report =
        run(SimulationOptions.of(1, COMMAND).withRuns(runs, () -> false).withThreads(CORES));
    assertThat(report.violations()).isEmpty();
    assertThat(report.replicas().runs()).isEqualTo(runs);
    assertThat(report.replicas().lostDisks()).isPositive();
    assertThat(report.replicas().leaderChanges()).isPositive();
    assertThat(report.pointsNeverReached())
        .doesNotContain(
            "leader-changed", "leader-changed-under-load", "transaction-on-several-nodes");
  }

  /** Clocks differ as much as is assumed, and timers ring late. */
  @Test
  void readsByLeaseAreCorrect() {
    Reads leases = new Reads(Reads.Kind.LEASE, Duration.ZERO, 0.1);
    SimulationReport report =
        Simulation.run(
            new ToyBank(),
            SimulationOptions.of(1, COMMAND + " -D shards.reads=lease -D assume.clock-drift=0.1")
                .withRuns(Effort.of(12), () -> false)
                .withThreads(CORES)
                .withDeployment(
                    drawn -> {
                      Deployment all = replicated(drawn);
                      return all.toBuilder().replication(all.replication().with(leases)).build();
                    }));
    assertThat(report.violations()).isEmpty();
    assertThat(report.faults()).containsKey(FaultKind.CLOCK_DRIFT.label());
    assertThat(report.replicas().leaderChanges()).isPositive();
  }

  /** Each flush takes half of the time that an election is waited for. */
  @Test
  void slowDisksElectLeaders() {
    SimulationReport report =
        Simulation.run(
            new ToyBank(),
            SimulationOptions.of(1, COMMAND + " -D journal.flush-padding=…")
                .withRequests(60)
                .withFaults(EnumSet.noneOf(FaultKind.class))
                .withRuns(2, () -> false)
                .withDeployment(ReplicatedSimulationTest::withSlowDisks));
    assertThat(report.violations()).isEmpty();
    assertThat(report.transactions()).isPositive();
  }

  private static Deployment withSlowDisks(Deployment drawn) {
    Deployment all = replicated(drawn);
    Deployment.JournalSettings journal = all.journal();
    return all.toBuilder()
        .journal(
            new Deployment.JournalSettings(
                journal.segmentBytes(),
                journal.checkpointBytes(),
                all.replication().electionTimeout().dividedBy(2)))
        .build();
  }

  @Test
  void theSameSeedHasTheSameDigest() {
    SimulationOptions options = SimulationOptions.of(7, COMMAND);
    SimulationReport first = run(options);
    assertThat(run(options)).isEqualTo(first);
    assertThat(run(SimulationOptions.of(8, COMMAND)).digest()).isNotEqualTo(first.digest());
  }

  /** In turn with those of nodes without replicas. */
  static List<FaultKind> kinds() {
    return Effort.fewInTurn(
        1,
        2,
        List.of(
            FaultKind.CRASH,
            FaultKind.LOSE_DISK,
            FaultKind.LEADER_PAUSE,
            FaultKind.PARTIAL_PARTITION,
            FaultKind.FORCE_FAILURE,
            FaultKind.BIT_FLIP,
            FaultKind.MISDIRECTED_WRITE,
            FaultKind.WRONG_DISK));
  }

  @ParameterizedTest(allowZeroInvocations = true)
  @MethodSource("kinds")
  void aKindOfFaultThatComesAloneIsCounted(FaultKind kind) {
    Set<FaultKind> kinds =
        OF_HOSTS_THAT_ARE_DOWN.contains(kind)
            ? EnumSet.of(kind, FaultKind.CRASH)
            : EnumSet.of(kind);
    SimulationReport report =
        SimulatedShares.untilMet(
            16,
            seed -> SimulationOptions.of(seed, COMMAND).withFaults(kinds),
            ReplicatedSimulationTest::run,
            found -> found.faults().containsKey(kind.label()));
    assertThat(report.faults()).containsKey(kind.label());
  }

  @Test
  void aRunIsValidWithoutFaults() {
    SimulationReport report =
        run(
            SimulationOptions.of(1, COMMAND)
                .withFaults(FaultKind.none())
                .withRuns(Effort.of(4), () -> false));
    assertThat(report.violations()).isEmpty();
    assertThat(report.crashes()).isZero();
    assertThat(report.replicas().leaderChanges()).isZero();
  }
}
