package tutti.protocol.replication.multipaxos;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tutti.protocol.machine.Event;
import tutti.protocol.replication.Input;
import tutti.protocol.replication.Output;

/** The costs of the package's card, counted. */
class MultiPaxosCostTest {

  @ParameterizedTest
  @ValueSource(ints = {1, 3, 5})
  void aCommandTakesTwoMessagesForEachOtherReplicaAndOneForcedWriteOnEach(int size) {
    Replicas all = Replicas.led(size);
    all.propose(0, "x");
    all.settle();
    assertThat(all.delivered).isEqualTo(2 * (size - 1));
    assertThat(all.forced).isEqualTo(size);
    assertThat(all.chosen(0)).isEqualTo(all.machines.getFirst().end().position());
  }

  @Test
  void theFlushesOfLeaderAndFollowersOverlap() {
    Replicas all = Replicas.led(3);
    all.propose(0, "x");
    // The leader has not flushed yet, and the followers have all that they need.
    List<Replicas.Sent> accepts = all.take();
    accepts.forEach(all::deliver);
    all.flush(1);
    all.flush(2);
    all.take().forEach(all::deliver);
    // Two of three have forced it: it is chosen, though the leader's own flush is still under way.
    assertThat(all.outputs(0, Output.Chosen.class)).hasSize(1);
  }

  @Test
  void commandsDoNotWaitForOneAnother() {
    Replicas all = Replicas.led(3);
    for (int each = 0; each < 10; each++) {
      all.propose(0, "command " + each);
    }
    assertThat(all.messages).hasSize(20);
    all.settle();
    assertThat(all.chosen(0)).isEqualTo(all.machines.getFirst().end().position());
    assertThat(all.forced).as("one flush serves all that have come").isEqualTo(3);
  }

  @Test
  void idleReadsShareOneRound() {
    Replicas all = Replicas.led(3);
    for (int ticket = 1; ticket <= 10; ticket++) {
      all.on(0, new Event.Input<>(new Input.Confirm(all.promised(0), ticket)));
    }
    all.settle();
    assertThat(all.outputs(0, Output.Confirmed.class))
        .containsExactly(new Output.Confirmed(1), new Output.Confirmed(10));
    assertThat(all.delivered).isEqualTo(2 * 2 * 2);
    assertThat(all.forced).isZero();
  }

  @Test
  void aReadIsServedByTheNextCommandsMessages() {
    Replicas all = Replicas.led(3);
    all.on(0, new Event.Input<>(new Input.Confirm(all.promised(0), 1)));
    all.on(0, new Event.Input<>(new Input.Confirm(all.promised(0), 2)));
    all.propose(0, "x");
    all.settle();
    assertThat(all.outputs(0, Output.Confirmed.class)).contains(new Output.Confirmed(2));
    assertThat(all.delivered).as("no message for the second read").isEqualTo(2 * 2 * 2);
  }
}
