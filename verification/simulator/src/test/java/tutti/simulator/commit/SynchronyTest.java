package tutti.simulator.commit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import tutti.protocol.commit.Assumption;
import tutti.simulator.commit.CommitExploration.Violation;
import tutti.simulator.commit.rule.ProtocolClaims;
import tutti.simulator.commit.rule.Rule;
import tutti.simulator.commit.state.CommitScope;
import tutti.simulator.commit.state.GlobalState;
import tutti.simulator.commit.step.TransitionRelation;

/** Time in the model is what a bound of delays gives: no more, and no less. */
class SynchronyTest {
  private static final ProtocolClaims NOTHING =
      new ProtocolClaims() {
        @Override
        public List<Rule> rules(TransitionRelation laws) {
          return List.of();
        }

        @Override
        public boolean endsAlone(GlobalState world, int node) {
          return false;
        }
      };

  private static CommitExploration explore(int patience, int losses, int delays, Assumption world) {
    CommitScope scope = CommitScopes.of(world, 0, losses, 0, delays);
    return new CommitExplorer(new Relay(patience), NOTHING, scope, Assumption.SYNCHRONOUS_CRASH)
        .explore(Set.of(0, 1, 2), states -> {});
  }

  /** One message may take no time and the two others all that they may. */
  @Test
  void silenceOfTwoBoundsIsNoCrashOfTwoHops() {
    assertThat(explore(1, 0, 0, Assumption.SYNCHRONOUS_CRASH).held()).isFalse();
    assertThat(explore(2, 0, 0, Assumption.SYNCHRONOUS_CRASH).held()).isFalse();
  }

  @Test
  void silenceOfMoreThanTwoBoundsIs() {
    CommitExploration all = explore(3, 0, 0, Assumption.SYNCHRONOUS_CRASH);
    assertThat(all.held()).isTrue();
    assertThat(all.violations()).isEmpty();
  }

  @Test
  void whatIsLostOrLateIsMoreThanItClaims() {
    for (CommitExploration all :
        List.of(
            explore(3, 1, 0, Assumption.SYNCHRONOUS_CRASH),
            explore(3, 0, 1, Assumption.SYNCHRONOUS_CRASH))) {
      assertThat(all.held()).isTrue();
      assertThat(all.violations()).isNotEmpty().noneMatch(Violation::claimed);
    }
  }

  @Test
  void withoutABoundItMayRingAsSoonAsNothingButWhatIsLateIsUnderWay() {
    CommitExploration calm = explore(3, 0, 0, Assumption.ASYNCHRONOUS);
    assertThat(calm.violations()).isEmpty();
    CommitExploration late = explore(3, 0, 1, Assumption.ASYNCHRONOUS);
    assertThat(late.violations()).isNotEmpty();
    assertThat(late.violations().getFirst().story())
        .anyMatch(step -> step.endsWith("will be late"))
        .last()
        .asString()
        .contains("SILENCE", "aborts");
  }
}
