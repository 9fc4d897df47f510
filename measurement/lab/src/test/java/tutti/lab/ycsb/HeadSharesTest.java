package tutti.lab.ycsb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tutti.lab.measure.RunResult;
import tutti.lab.virtual.HeadShares;
import tutti.simulator.model.Head;
import tutti.simulator.model.MachineFile;

/** The heads of Easy Commit's Figure 12 add up, and each has what belongs to it. */
@Timeout(300)
class HeadSharesTest {
  private static final double SECONDS = 0.05;

  private static RunResult run(String durability, int writes, double theta) throws Exception {
    return PartitionedYcsbTest.run("no-wait", writes, theta, durability);
  }

  /** The share of a head in the time in which cores did something. */
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
    for (Head head : Head.values()) {
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
