package tutti.lab.ycsb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tutti.engine.deployment.DeploymentReader;
import tutti.engine.deployment.DeploymentReader.Override;
import tutti.engine.deployment.Reading;
import tutti.lab.load.LoadPlan;
import tutti.lab.measure.RunResult;
import tutti.lab.node.MessageTrace;
import tutti.lab.node.Side;
import tutti.lab.virtual.HeadShares;
import tutti.simulator.model.Head;
import tutti.simulator.model.MachineFile;
import tutti.simulator.model.NetworkFile;

/** The heads of Easy Commit's Figure 12 add up, and each has what belongs to it. */
@Timeout(60)
class HeadSharesTest {
  private static final double SECONDS = 0.05;
  private static final String LAN = "network { places = [lan], latency { lan { lan = 250us } } }";

  private static RunResult run(String durability, int writes, double theta) throws Exception {
    Map<String, String> keys =
        Map.of(
            "concurrency-control", "no-wait",
            "durability", durability,
            "accept-loss", "on",
            "containers", "1",
            "executors", "1");
    Reading reading =
        DeploymentReader.read(
            null,
            keys.entrySet().stream()
                .map(each -> new Override(each.getKey(), each.getValue(), "test"))
                .toList());
    Side side = new Side("it", ((Reading.Valid) reading).settings().deployment());
    return PartitionedYcsb.simulated(
            new YcsbWorkload.Shape(1_000, 10, writes, theta, YcsbWorkload.Reads.TOGETHER),
            2,
            2,
            List.of(side),
            MachineFile.committed(),
            NetworkFile.parse(LAN, "lan"),
            false,
            MessageTrace.NONE)
        .run("it", new LoadPlan(8, Duration.ZERO, Duration.ofNanos((long) (SECONDS * 1e9)), 1));
  }

  /** Of the time in which cores did something. */
  private static double part(RunResult run, Head head) {
    return share(run, head) / (1 - share(run, Head.IDLE));
  }

  private static double share(RunResult run, Head head) {
    return run.figure(HeadShares.name(head)) / 100;
  }

  @Test
  void allThatCoresDoHasAHead() throws Exception {
    RunResult run = run("sync", 50, 0.6);
    assertThat(Arrays.stream(Head.values()).mapToDouble(head -> share(run, head)).sum())
        .isCloseTo(1, within(1e-9));
    double cores = 2.0 * MachineFile.committed().cores();
    double busy =
        run.figure("cpu-us-per-request") * run.outcomes().ended() / (1e6 * cores * SECONDS);
    assertThat(1 - share(run, Head.IDLE)).isCloseTo(busy, within(0.01));
    assertThat(share(run, Head.INDEX)).as("the model charges nothing for rows").isZero();
    for (Head head : List.of(Head.USEFUL_WORK, Head.TXN_MANAGER, Head.COMMIT, Head.OVERHEAD)) {
      assertThat(share(run, head)).as(head.label()).isPositive();
    }
  }

  @Test
  void conflictsAreWhatAbortsCome() throws Exception {
    assertThat(share(run("off", 0, 0.9), Head.ABORT)).as("nobody writes").isZero();
    assertThat(part(run("off", 50, 0.9), Head.ABORT))
        .isGreaterThan(part(run("off", 50, 0), Head.ABORT));
  }

  @Test
  void theLogIsCommitment() throws Exception {
    assertThat(part(run("sync", 50, 0), Head.COMMIT))
        .isGreaterThan(1.5 * part(run("off", 50, 0), Head.COMMIT));
  }
}
