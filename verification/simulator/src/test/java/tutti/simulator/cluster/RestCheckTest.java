package tutti.simulator.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import tutti.engine.node.ActorView;
import tutti.model.ActorId;
import tutti.model.ActorState;

class RestCheckTest {
  private static ActorView actor(String key, int stage, long version, String... uses) {
    return new ActorView(
        new ActorId("Account", key), new ActorState(stage, new Object[0]), version, List.of(uses));
  }

  @Test
  void aKeyThatNoLimitTakesIsLeft() {
    assertThat(RestCheck.keys(3, 3)).isNull();
    assertThat(RestCheck.keys(4, 3)).contains("4 idempotency keys, and only 3");
  }

  @Test
  void aKeyThatIsKeptTwiceSinceItStoodForTwoTransactionsIsNoLeak() {
    assertThat(RestCheck.keys(3, 4)).isNull();
  }

  @Test
  void votesThatAWitnessRemembersAreLeft() {
    assertThat(RestCheck.witnesses(0)).isNull();
    assertThat(RestCheck.witnesses(2)).contains("votes of 2 transactions");
  }

  @Test
  void anActorThatNothingHasHappenedToIsLeftUnlessItIsUsed() {
    assertThat(
            RestCheck.actors(
                List.of(
                    actor("opened", 1, 1), actor("preset", 1, 0), actor("asked", 0, 0, "a lock"))))
        .isNull();
    assertThat(RestCheck.actors(List.of(actor("opened", 1, 1), actor("odd", 0, 0))))
        .contains("1 actors", "Account[odd]");
  }
}
