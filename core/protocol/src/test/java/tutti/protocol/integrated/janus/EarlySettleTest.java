package tutti.protocol.integrated.janus;

import static org.assertj.core.api.Assertions.assertThat;
import static tutti.protocol.integrated.janus.SteppedShards.transaction;
import static tutti.protocol.integrated.janus.SteppedShards.writing;
import static tutti.protocol.machine.Effects.outputs;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tutti.protocol.integrated.Ballot;
import tutti.protocol.integrated.janus.graph.Decision;
import tutti.protocol.integrated.janus.graph.Dependencies;
import tutti.protocol.integrated.janus.graph.Payload;
import tutti.protocol.integrated.janus.graph.PieceOutput;
import tutti.protocol.integrated.janus.graph.Request;
import tutti.protocol.integrated.janus.graph.Transaction;
import tutti.protocol.machine.Address;
import tutti.protocol.machine.Event;
import tutti.protocol.replication.Group;

/**
 * A replica that is told of a transaction that it is settled, and is at work for it still: the
 * others may have put it out of their configuration, and the coordinator may have heard of that
 * from a replica of another shard.
 */
class EarlySettleTest {
  private static final Transaction WRITER = transaction(1, 0);

  private final Settings settings = new Settings(10, 100, 1000, 1000, 1000);
  private final DurableState kept = new DurableState(0, settings);
  private final Replica replica =
      new Replica(0, new Group(0, List.of(0, 1, 2)), Map.of(0, List.of(0, 1, 2)), settings, kept);

  private List<Output> on(Message message) {
    return outputs(replica.on(new Event.Received<>(new Address.Replica(1, 0), message)));
  }

  @Test
  void isNotForgottenBeforeItIsExecuted() {
    on(new Message.PreAccept(WRITER, Ballot.FIRST, writing(WRITER, "x")));
    Decision decision = Decision.commit(Dependencies.NONE);
    assertThat(on(new Message.Commit(WRITER, decision, Request.NONE)))
        .hasAtLeastOneElementOfType(Output.Execute.class);

    on(new Message.Collect(WRITER, 0));
    assertThat(kept.vertex(WRITER.id())).as("it is at work for it").isNotNull();
    replica.on(
        new Event.Input<>(new Input.Ran(WRITER.id(), new PieceOutput(false, Payload.NONE, 1))));

    on(new Message.Collect(WRITER, 0));
    assertThat(kept.vertex(WRITER.id())).as("it is settled").isNull();
  }
}
