package tutti.lab.ycsb;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tutti.engine.deployment.DeploymentReader;
import tutti.engine.deployment.DeploymentReader.Override;
import tutti.engine.deployment.Reading;
import tutti.lab.load.LoadPlan;
import tutti.lab.measure.RunResult;
import tutti.lab.node.Side;
import tutti.lab.virtual.Model;
import tutti.simulator.model.MachineFile;
import tutti.simulator.model.NetworkFile;

/** YCSB over the nodes of a model. */
@Timeout(300)
class PartitionedYcsbTest {
  private static final String LAN = "network { places = [lan], latency { lan { lan = 250us } } }";

  /** Skewed, on two nodes without a log, for a twentieth of a virtual second. */
  static RunResult run(String control, int writes, double theta, String durability)
      throws Exception {
    Map<String, String> keys =
        Map.of(
            "concurrency-control", control,
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
    return new PartitionedYcsb(
            new YcsbWorkload.Shape(1_000, 10, writes, theta, YcsbWorkload.Reads.TOGETHER, false),
            2,
            2,
            List.of(side),
            new Model(MachineFile.committed(), NetworkFile.parse(LAN, "lan"), false))
        .run("it", new LoadPlan(8, Duration.ZERO, Duration.ofMillis(50), 1));
  }

  @Test
  void controlThatValidatesAtTheEndDoesSoInAModelToo() throws Exception {
    RunResult run = run("optimistic", 100, 0.9, "off");
    assertThat(run.good()).as("%s", run.checks()).isTrue();
    assertThat(run.figure("retries-per-request")).isPositive();
  }
}
