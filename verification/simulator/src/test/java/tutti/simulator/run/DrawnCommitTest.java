package tutti.simulator.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import tutti.engine.commit.CommitKind;
import tutti.engine.commit.CommitKinds;
import tutti.engine.deployment.Deployment;
import tutti.engine.deployment.Deployment.Commitment;
import tutti.protocol.commit.Assumption;
import tutti.simulator.world.Seeds;

class DrawnCommitTest {
  private static final int SEEDS = 400;
  private static final UnaryOperator<Deployment> FREE = drawn -> drawn;

  private static DrawnCommit draw(long seed, int nodes, UnaryOperator<Deployment> fixed) {
    return DrawnCommit.draw(Seeds.stream(seed, "commit"), nodes, false, fixed);
  }

  private static boolean isSafe(CommitKind kind, Assumption assumed) {
    return kind.protocol().traits().safeUnder().contains(assumed);
  }

  @Test
  void everyProtocolIsDrawnRegularlyAndTheUsualOneOften() {
    Map<String, Integer> drawn = new TreeMap<>();
    for (long seed = 0; seed < SEEDS; seed++) {
      drawn.merge(draw(seed, 4, FREE).first().longName(), 1, Integer::sum);
    }
    assertThat(drawn).hasSize(CommitKinds.all().size());
    assertThat(drawn.values()).allMatch(runs -> runs > SEEDS / 30);
    assertThat(drawn.get(CommitKinds.usual().longName())).isGreaterThan(SEEDS / 3);
  }

  @Test
  void bothProtocolsAreSafeUnderWhatTheRunAssumesAllTheTime() {
    int crashing = 0;
    for (long seed = 0; seed < SEEDS; seed++) {
      DrawnCommit drawn = draw(seed, 4, FREE);
      Assumption assumed = drawn.assumed(FREE);
      assertThat(isSafe(drawn.first(), assumed) && isSafe(drawn.second(), assumed)).isTrue();
      crashing += assumed == Assumption.SYNCHRONOUS_CRASH ? 1 : 0;
    }
    assertThat(crashing).isBetween(SEEDS / 8, SEEDS * 2 / 3);
  }

  @Test
  void noProtocolIsDrawnThatNeedsMoreNodesThanThereAre() {
    for (long seed = 0; seed < SEEDS; seed++) {
      assertThat(draw(seed, 2, FREE).leastNodes(FREE)).isLessThanOrEqualTo(2);
    }
  }

  @Test
  void whatIsFixedHasTheLastWord() {
    for (CommitKind kind : CommitKinds.all()) {
      UnaryOperator<Deployment> fixed = drawn -> drawn.toBuilder().commit(kind).build();
      for (long seed = 0; seed < 20; seed++) {
        DrawnCommit drawn = draw(seed, 4, fixed);
        assertThat(drawn.first()).isEqualTo(kind);
        assertThat(drawn.second()).isEqualTo(kind);
        assertThat(drawn.assumed(fixed) == Assumption.ASYNCHRONOUS)
            .isEqualTo(isSafe(kind, Assumption.ASYNCHRONOUS));
      }
    }
  }

  @Test
  void whoeverFixesThatMessagesMayBeLateRulesOutWhatIsNotSafeThen() {
    Commitment late = new Commitment(Assumption.ASYNCHRONOUS, Duration.ofSeconds(1), 1);
    UnaryOperator<Deployment> fixed = drawn -> drawn.toBuilder().commitment(late).build();
    for (long seed = 0; seed < SEEDS; seed++) {
      assertThat(isSafe(draw(seed, 4, fixed).first(), Assumption.ASYNCHRONOUS)).isTrue();
    }
  }
}
