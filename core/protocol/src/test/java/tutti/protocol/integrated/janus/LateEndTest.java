package tutti.protocol.integrated.janus;

import static org.assertj.core.api.Assertions.assertThat;
import static tutti.protocol.integrated.janus.SteppedShards.transaction;
import static tutti.protocol.integrated.janus.SteppedShards.writing;
import static tutti.protocol.machine.Effects.outputs;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import tutti.protocol.integrated.janus.graph.Decision;
import tutti.protocol.integrated.janus.graph.Payload;
import tutti.protocol.integrated.janus.graph.PieceOutput;
import tutti.protocol.integrated.janus.graph.Request;
import tutti.protocol.integrated.janus.graph.Transaction;
import tutti.protocol.machine.Address;
import tutti.protocol.machine.Event;

/**
 * Coordinators that were cut off, and hear of their transaction when another one has ended it, and
 * replicas have forgotten it. Some of them remember its end, and others have started again since.
 */
class LateEndTest {
  private static final int HOSTS = 3;

  private final List<Coordinator.Output.Ended> ended = new ArrayList<>();

  private Coordinator cutOff(Transaction one) {
    SteppedShards all = new SteppedShards(one.shards().size(), HOSTS);
    all.begin(one, writing(one, "x"));
    all.take();
    Coordinator coordinator = all.coordinators.get(one.id());
    assertThat(coordinator).isNotNull();
    return coordinator;
  }

  private void tell(Coordinator coordinator, int host, int shard, Message message) {
    Address from = new Address.Replica(host, shard);
    for (var output : outputs(coordinator.on(new Event.Received<>(from, message)))) {
      if (output instanceof Coordinator.Output.Ended end) {
        ended.add(end);
      }
    }
  }

  private static Message executed(Transaction one) {
    return new Message.Executed(one.id(), new PieceOutput(false, Payload.NONE, 5));
  }

  @Test
  void theEndIsWhatAnyReplicaRemembers() {
    Transaction one = transaction(1, 0);
    Coordinator coordinator = cutOff(one);
    tell(coordinator, 1, 0, new Message.Collected(one));
    assertThat(ended).as("that one has started again").isEmpty();
    tell(coordinator, 0, 0, executed(one));
    assertThat(ended)
        .extracting(Coordinator.Output.Ended::outcome)
        .containsExactly(Outcome.COMMITTED);
    tell(coordinator, 0, 0, new Message.Collected(one));
    tell(coordinator, 2, 0, new Message.Collected(one));
    assertThat(ended).hasSize(1);
  }

  @Test
  void theEndHasTheOutputsOfAllParticipants() {
    Transaction one = transaction(1, 0, 1);
    Coordinator coordinator = cutOff(one);
    tell(coordinator, 0, 0, executed(one));
    tell(coordinator, 0, 0, new Message.Collected(one));
    tell(coordinator, 1, 1, new Message.Collected(one));
    assertThat(ended).isEmpty();
    tell(coordinator, 0, 1, executed(one));
    assertThat(ended)
        .singleElement()
        .satisfies(end -> assertThat(end.outputs()).containsOnlyKeys(0, 1));
  }

  @Test
  void oneThatWasAbandonedIsToldSo() {
    Transaction one = transaction(1, 0);
    Coordinator coordinator = cutOff(one);
    tell(coordinator, 1, 0, new Message.Collected(one));
    tell(coordinator, 0, 0, new Message.Done(one.id(), Decision.ABANDONED, Request.NONE));
    assertThat(ended)
        .extracting(Coordinator.Output.Ended::outcome)
        .containsExactly(Outcome.ABANDONED);
  }

  @Test
  void theEndIsUnknownOnlyWhereNoReplicaRemembersIt() {
    Transaction one = transaction(1, 0);
    Coordinator coordinator = cutOff(one);
    for (int host = 0; host < HOSTS; host++) {
      assertThat(ended).isEmpty();
      tell(coordinator, host, 0, new Message.Collected(one));
    }
    assertThat(ended)
        .extracting(Coordinator.Output.Ended::outcome)
        .containsExactly(Outcome.UNKNOWN);
  }
}
