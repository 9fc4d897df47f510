package tutti.protocol.integrated.janus;

import static org.assertj.core.api.Assertions.assertThat;
import static tutti.protocol.integrated.janus.SteppedShards.transaction;
import static tutti.protocol.integrated.janus.SteppedShards.writing;
import static tutti.protocol.machine.Effects.sends;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tutti.protocol.integrated.Ballot;
import tutti.protocol.integrated.janus.graph.Decision;
import tutti.protocol.integrated.janus.graph.Dependencies;
import tutti.protocol.integrated.janus.graph.Transaction;
import tutti.protocol.machine.Address;
import tutti.protocol.machine.Event;

/**
 * A transaction that one shard has forgotten while another one answered that it comes before. The
 * replicas that have executed it may be those of a later configuration of the other shard, and one
 * that was left out of that has not, and does not know.
 */
class ForgottenElsewhereTest {
  private static final Map<Integer, List<Integer>> GROUPS =
      Map.of(0, List.of(0, 1, 2), 1, List.of(1, 2, 0));
  private static final Transaction EARLIER = transaction(1, 0, 1);
  private static final Transaction LATER = transaction(2, 0, 1);
  private static final Dependencies NAMED = Dependencies.of(List.of(EARLIER));

  private final List<Decision> committed = new ArrayList<>();
  private final Coordinator coordinator =
      Coordinator.first(0, LATER, SteppedShards.SETTINGS, GROUPS, writing(LATER, "x"), 0);

  private void answers(int shard, int host, Dependencies witnessed, Dependencies forgotten) {
    Message answer =
        new Message.PreAccepted(LATER.id(), Ballot.FIRST, witnessed, Dependencies.NONE, forgotten);
    Address from = new Address.Replica(host, shard);
    for (var each : sends(coordinator.on(new Event.Received<>(from, answer)))) {
      if (each.message() instanceof Message.Commit(_, Decision decision, _)) {
        committed.add(decision);
      }
    }
  }

  private List<List<Transaction>> before() {
    return committed.stream().map(each -> each.dependencies().transactions()).distinct().toList();
  }

  @Test
  void comesBeforeStill() {
    coordinator.on(new Event.Started<>(1));
    for (int host = 0; host < 3; host++) {
      answers(1, host, NAMED, Dependencies.NONE);
      answers(0, host, Dependencies.NONE, NAMED);
    }
    assertThat(before()).containsExactly(NAMED.transactions());
  }

  @Test
  void isLeftOutWhereAReplicaOfTheShardThatNamesItHasForgottenIt() {
    coordinator.on(new Event.Started<>(1));
    for (int host = 0; host < 3; host++) {
      answers(1, host, Dependencies.NONE, NAMED);
      answers(
          0, host, host == 0 ? NAMED : Dependencies.NONE, host == 0 ? Dependencies.NONE : NAMED);
    }
    assertThat(before()).containsExactly(List.of());
  }
}
