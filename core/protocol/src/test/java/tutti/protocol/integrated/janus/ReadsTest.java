package tutti.protocol.integrated.janus;

import static org.assertj.core.api.Assertions.assertThat;
import static tutti.protocol.integrated.janus.SteppedShards.reading;
import static tutti.protocol.integrated.janus.SteppedShards.transaction;
import static tutti.protocol.integrated.janus.SteppedShards.writing;
import static tutti.protocol.machine.Effects.outputs;
import static tutti.protocol.machine.Effects.sends;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tutti.protocol.integrated.Ballot;
import tutti.protocol.integrated.Timer;
import tutti.protocol.integrated.janus.graph.Decision;
import tutti.protocol.integrated.janus.graph.Dependencies;
import tutti.protocol.integrated.janus.graph.Payload;
import tutti.protocol.integrated.janus.graph.PieceOutput;
import tutti.protocol.integrated.janus.graph.Request;
import tutti.protocol.integrated.janus.graph.Transaction;
import tutti.protocol.machine.Address;
import tutti.protocol.machine.Effect;
import tutti.protocol.machine.Event;
import tutti.protocol.replication.Group;

/** Reads that wait at a replica for a transaction that has its place, and is being executed. */
class ReadsTest {
  private static final Transaction ELSEWHERE = transaction(1, 1);
  private static final Transaction WRITER = transaction(2, 0);
  private static final Transaction LATER = transaction(3, 0);

  private final Settings settings = new Settings(10, 100, 1000, 1000, 1000);
  private final DurableState kept = new DurableState(0, settings);
  private final Replica replica =
      new Replica(
          0,
          new Group(0, List.of(0, 1, 2)),
          Map.of(0, List.of(0, 1, 2), 1, List.of(0, 1, 2)),
          settings,
          kept);

  private List<Effect<Output>> on(Message message) {
    return replica.on(new Event.Received<>(new Address.Replica(1, 0), message));
  }

  private static Decision after(Transaction... before) {
    return Decision.commit(Dependencies.of(List.of(before)));
  }

  private void preAccept(Transaction transaction) {
    Request request = writing(transaction, "x");
    on(new Message.PreAccept(transaction, Ballot.FIRST, request));
  }

  private List<Output> commit(Transaction transaction, Transaction... before) {
    return outputs(on(new Message.Commit(transaction, after(before), Request.NONE)));
  }

  private List<Output> read(Transaction after) {
    Dependencies before = Dependencies.of(List.of(after));
    return outputs(on(new Message.Read(7, before, reading("x"))));
  }

  /** The writer has its place, and a transaction behind it need not wait for it once more. */
  @Test
  void aReadThatWaitsHoldsNoOtherTransactionUp() {
    preAccept(WRITER);
    preAccept(LATER);
    commit(LATER, ELSEWHERE, WRITER);
    assertThat(commit(WRITER)).hasAtLeastOneElementOfType(Output.Execute.class);
    assertThat(read(WRITER)).as("the writer is not executed").isEmpty();
    on(new Message.Known(ELSEWHERE, after(), Request.NONE));
    assertThat(kept.isOver(LATER)).as("the later one has its place").isTrue();
    assertThat(ran(WRITER)).hasAtLeastOneElementOfType(Output.Read.class);
  }

  @Test
  void aReadAsksForNoDecisionThatIsKnown() {
    preAccept(WRITER);
    commit(WRITER);
    assertThat(read(WRITER)).isEmpty();
    for (int look = 0; look < 4; look++) {
      assertThat(sends(replica.on(new Event.TimerFired<>(Timer.RETRY))))
          .noneMatch(each -> each.message() instanceof Message.Inquire);
    }
  }

  /** A transaction that does not end for hours, and readers that have gone long ago. */
  @Test
  void readsThatWaitAreNotRememberedWithoutBound() {
    preAccept(WRITER);
    commit(WRITER);
    Dependencies before = Dependencies.of(List.of(WRITER));
    int many = 3 * Reads.MOST;
    for (long number = 1; number <= many; number++) {
      assertThat(on(new Message.Read(number, before, reading("x")))).isEmpty();
    }
    assertThat(ran(WRITER))
        .filteredOn(each -> each instanceof Output.Read)
        .hasSizeBetween(1, Reads.MOST)
        .contains(new Output.Read(1, many, reading("x")));
  }

  private List<Output> ran(Transaction transaction) {
    PieceOutput output = new PieceOutput(false, Payload.NONE, 1);
    return outputs(replica.on(new Event.Input<>(new Input.Ran(transaction.id(), output))));
  }

  private static boolean reads(List<Output> outputs) {
    return outputs.stream().anyMatch(Output.Read.class::isInstance);
  }

  /** Each comes before the other; a reader is told the one alone, which implies the other. */
  private void writeInARing() {
    preAccept(WRITER);
    preAccept(LATER);
    commit(WRITER, LATER);
    assertThat(commit(LATER, WRITER)).hasAtLeastOneElementOfType(Output.Execute.class);
  }

  @Test
  void aReadWaitsForAllThatAWriterImplies() {
    writeInARing();
    assertThat(reads(read(WRITER))).isFalse();
    assertThat(reads(ran(WRITER))).as("the later one was told as well").isFalse();
    assertThat(reads(ran(LATER))).isTrue();
  }

  @Test
  void aReadWaitsForAllThatAWriterImpliesWhichIsExecuted() {
    writeInARing();
    ran(WRITER);
    assertThat(reads(read(WRITER))).isFalse();
    assertThat(reads(ran(LATER))).isTrue();
  }
}
