package tutti.protocol.integrated.janus;

import static org.assertj.core.api.Assertions.assertThat;
import static tutti.protocol.integrated.janus.SteppedShards.transaction;
import static tutti.protocol.integrated.janus.SteppedShards.writing;
import static tutti.protocol.machine.Effects.outputs;
import static tutti.protocol.machine.Effects.records;

import java.util.List;
import org.junit.jupiter.api.Test;
import tutti.model.Decoder;
import tutti.model.Encoder;
import tutti.protocol.integrated.janus.Message.Standing;
import tutti.protocol.integrated.janus.graph.Transaction;
import tutti.protocol.machine.Address;
import tutti.protocol.machine.Effect;
import tutti.protocol.machine.Event;

/** The answers of a replica that is asked to hold a transaction, and its verdict. */
class VerdictsTest {
  private final SteppedShards all = new SteppedShards(1, 3);
  private final Transaction one = transaction(1, 0);
  private final SimulatedReplica asked = all.replica(0, 1);

  VerdictsTest() {
    all.executes = false;
  }

  /** All have the transaction and its decision; it is executed nowhere. */
  private void decide() {
    all.begin(one, writing(one, "x"));
    all.settle();
    assertThat(asked.executions).hasSize(1);
  }

  /** The replica's answer to host 0; none if it does not answer. */
  private List<Standing> answers() {
    all.take();
    all.on(asked, new Event.Received<>(new Address.Replica(0, 0), new Message.Hold(one, 0)));
    all.flush();
    return all.take().stream()
        .map(SteppedShards.Sent::message)
        .filter(message -> message instanceof Message.Stands)
        .map(message -> ((Message.Stands) message).standing())
        .toList();
  }

  @Test
  void holdsWhatItHasNotBegunAndKeepsThatPromise() {
    assertThat(answers()).containsExactly(Standing.HELD);
    assertThat(asked.durable).contains(new Record.Held(one));
    all.begin(one, writing(one, "x"));
    all.settle(sent -> !(sent.message() instanceof Message.Hold));
    assertThat(asked.executions).as("it waits for a verdict").isEmpty();
  }

  @Test
  void saysNothingOfWhatIsBeingExecuted() {
    decide();
    assertThat(answers()).isEmpty();
    all.on(asked, asked.execute());
    assertThat(answers()).containsExactly(Standing.EXECUTED);
  }

  /** An earlier start may have executed it and told so, without a record. */
  @Test
  void holdsNothingThatAnEarlierStartKnew() {
    decide();
    asked.crash(0);
    all.start(asked);
    assertThat(answers()).isEmpty();
    assertThat(asked.executions).hasSize(1);
  }

  @Test
  void aFailureIsDurableBeforeTheProcessEnds() {
    decide();
    List<Effect<Output>> effects = asked.on(new Event.Input<>(new Input.Failed(one.id())));
    assertThat(outputs(effects)).noneMatch(each -> each instanceof Output.Fail);
    assertThat(records(effects)).containsExactly(new Record.Failed(one.id(), true));
    assertThat(outputs(asked.on(new Event.Persisted<>(1))))
        .containsExactly(new Output.Fail(one.id()));
  }

  @Test
  void isBarredOnceAllHoldItAndExecutedIfOneHas() {
    for (Standing last : List.of(Standing.HELD, Standing.EXECUTED)) {
      SteppedShards shards = new SteppedShards(1, 3);
      shards.executes = false;
      SimulatedReplica here = shards.replica(0, 1);
      shards.on(here, new Event.Received<>(new Address.Replica(0, 0), new Message.Hold(one, 0)));
      shards.begin(one, writing(one, "x"));
      shards.settle(sent -> !(sent.message() instanceof Message.Hold));
      for (int host = 0; host < 3; host++) {
        assertThat(here.executions).isEmpty();
        Standing its = host == 2 ? last : Standing.HELD;
        Message stands = new Message.Stands(one, 0, its);
        shards.on(here, new Event.Received<>(new Address.Replica(host, 0), stands));
      }
      assertThat(here.executions)
          .singleElement()
          .isInstanceOf(last == Standing.HELD ? Output.Refuse.class : Output.Execute.class);
    }
  }

  @Test
  void oneThatMayHaveExecutedItLeavesItOpen() {
    assertThat(answers()).containsExactly(Standing.HELD);
    all.begin(one, writing(one, "x"));
    all.settle(sent -> !(sent.message() instanceof Message.Hold));
    for (Standing its : List.of(Standing.HELD, Standing.HELD, Standing.UNSURE)) {
      all.on(
          asked,
          new Event.Received<>(
              new Address.Replica(its.ordinal(), 0), new Message.Stands(one, 0, its)));
    }
    assertThat(asked.executions).isEmpty();
  }

  @Test
  void eachStandingIsReadAsWritten() {
    for (Standing standing : Standing.values()) {
      Message message = new Message.Stands(one, 0, standing);
      Encoder out = new Encoder();
      message.encode(out);
      assertThat(Message.decode(new Decoder(out.toByteArray()))).isEqualTo(message);
    }
  }
}
