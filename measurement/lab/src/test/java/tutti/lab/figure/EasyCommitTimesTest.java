package tutti.lab.figure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import tutti.lab.measure.RunResult;
import tutti.lab.virtual.HeadShares;
import tutti.simulator.model.Head;

/** The results that count as Figure 12 found again. */
class EasyCommitTimesTest {
  private static final List<Double> THETAS = List.of(0.1, 0.6, 0.7);
  private final Map<String, SortedMap<Double, RunResult>> runs = new LinkedHashMap<>();

  private EasyCommitTimesTest with(String protocol, Head head, double... shares) {
    SortedMap<Double, RunResult> mine = runs.computeIfAbsent(protocol, name -> new TreeMap<>());
    for (int i = 0; i < shares.length; i++) {
      RunResult run = mine.getOrDefault(THETAS.get(i), FigureFilesTest.run("r", 1, 1));
      for (Head each : Head.values()) {
        run = run.measures().containsKey(HeadShares.name(each)) ? run : share(run, each, 0);
      }
      mine.put(THETAS.get(i), share(run, head, shares[i]));
    }
    return this;
  }

  private EasyCommitTimesTest all(Head head, double... shares) {
    return with("two-phase", head, shares)
        .with("three-phase", head, shares)
        .with("easy-commit", head, shares);
  }

  private static RunResult share(RunResult run, Head head, double share) {
    return run.measure(HeadShares.name(head), share);
  }

  private CommitSweep sweep() {
    return new CommitSweep("theta", THETAS, runs);
  }

  @Test
  void abortsTakeMoreAndMore() {
    assertThat(EasyCommitTimes.abort(all(Head.ABORT, 0.1, 0.2, 0.3).sweep(), "", "").found())
        .isTrue();
    with("easy-commit", Head.ABORT, 0.1, 0.3, 0.2);
    assertThat(EasyCommitTimes.abort(sweep(), "", "").found()).isFalse();
  }

  @Test
  void commitmentTakesLeastWithoutContention() {
    assertThat(EasyCommitTimes.commit(all(Head.COMMIT, 0.1, 0.3, 0.2).sweep(), "", "").found())
        .isTrue();
    with("two-phase", Head.COMMIT, 0.2, 0.1, 0.3);
    assertThat(EasyCommitTimes.commit(sweep(), "", "").found()).isFalse();
  }

  @Test
  void threePhaseIsIdleAndDoesLittle() {
    all(Head.IDLE, 0.5, 0.5, 0.5).all(Head.USEFUL_WORK, 0.2, 0.2, 0.2);
    with("three-phase", Head.IDLE, 0.4, 0.6, 0.6)
        .with("three-phase", Head.USEFUL_WORK, 1, 0.1, 0.1);
    assertThat(EasyCommitTimes.idle(sweep(), "", "").found()).isTrue();
    with("easy-commit", Head.USEFUL_WORK, 0.2, 0.2, 0.1);
    assertThat(EasyCommitTimes.idle(sweep(), "", "").found()).isFalse();
  }
}
