package tutti.simulator.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.random.RandomGenerator;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import tutti.engine.deployment.Deployment;
import tutti.engine.runtime.Promise;
import tutti.engine.runtime.TaskExecutor;
import tutti.simulator.ToyBank;
import tutti.simulator.application.SimulatedApplication;
import tutti.simulator.check.EpochOracle;
import tutti.simulator.check.Findings;
import tutti.simulator.check.States;
import tutti.simulator.fault.FaultKind;
import tutti.simulator.fault.Faults;
import tutti.simulator.report.CoveragePoint;
import tutti.simulator.run.DrawnCommit;
import tutti.simulator.run.DrawnDeployment;
import tutti.simulator.world.Seeds;
import tutti.simulator.world.SimulatedScheduler;

/** Whole nodes that somebody else looks at, crashes and starts. */
class ClusterTest {
  private static final long SECOND = 1_000_000_000L;
  private static final long MILLISECOND = 1_000_000;

  private final Findings findings = new Findings();
  private final EnumSet<CoveragePoint> reached = EnumSet.noneOf(CoveragePoint.class);
  private final SimulatedScheduler world = new SimulatedScheduler(7);
  private final SimulatedApplication bank = new ToyBank();

  private Cluster cluster(int nodes, Faults faults) {
    RandomGenerator random = world.entropy("run");
    Deployment deployment =
        DrawnDeployment.draw(
            random,
            DrawnDeployment.Size.draw(random, nodes),
            DrawnCommit.usual(drawn -> drawn),
            bank.scenario(world.entropy("scenario")),
            faults,
            drawn -> drawn);
    EpochOracle ledger =
        new EpochOracle(bank.application(), true, true, findings, node -> {}, world::trace);
    return new Cluster(
        new RunContext(world, faults, findings, reached, ledger, null),
        bank.application(),
        deployment);
  }

  /** Found by a redeployment that came just after a restart: a look waited for ever. */
  @Test
  void whoLooksAtANodeThatCrashesIsToldNothing() {
    Faults none = new Faults(FaultKind.none(), false, world::entropy);
    List<Boolean> told = new ArrayList<>();
    long[] crashes = LongStream.range(0, 40).map(i -> i * 2_000).toArray();
    for (long crash : crashes) {
      Cluster cluster = cluster(1, none);
      world
          .newExecutor("looks-" + crash)
          .start(
              () -> {
                cluster.start();
                world.later(crash, cluster.node(0)::crash);
                States states = cluster.states();
                told.add(states != null);
              });
    }
    world.run(() -> told.size() == crashes.length, SECOND);
    assertThat(told).hasSize(crashes.length).contains(true, false);
    assertThat(findings.texts()).isEmpty();
  }

  /** Two that have forgotten each other would talk, and that is no fault of theirs. */
  @Test
  void twoNodesDoNotHaveAWrongDiskAtOneTime() {
    Faults faults = usesWrongDisks();
    Cluster cluster = cluster(2, faults);
    int rounds = 30;
    int[] done = new int[1];
    for (NodeUnderTest node : cluster.nodes()) {
      TaskExecutor hand = world.newExecutor("hand-" + node.number());
      hand.start(
          () -> {
            for (int i = 0; i < rounds; i++) {
              node.start();
              pause(hand, 50 * MILLISECOND);
              node.crash();
              node.recoverDisk();
              node.tryWrongDisk();
            }
            done[0]++;
          });
    }
    world.run(() -> done[0] == 2, 600 * SECOND);
    assertThat(done[0]).isEqualTo(2);
    assertThat(faults.counts().get(FaultKind.WRONG_DISK)).isGreaterThan(3);
    assertThat(reached).contains(CoveragePoint.EMPTY_DISK_REFUSED);
    assertThat(findings.texts()).isEmpty();
  }

  private void pause(TaskExecutor hand, long nanos) {
    Promise<Boolean> over = new Promise<>();
    world.after(nanos, hand, () -> over.complete(true));
    over.await();
  }

  private static Faults usesWrongDisks() {
    for (long seed = 1; ; seed++) {
      long one = seed;
      Faults faults =
          new Faults(Set.of(FaultKind.WRONG_DISK), false, purpose -> Seeds.stream(one, purpose));
      if (faults.uses(FaultKind.WRONG_DISK)) {
        return faults;
      }
    }
  }
}
