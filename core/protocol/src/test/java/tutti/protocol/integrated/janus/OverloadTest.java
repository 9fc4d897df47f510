package tutti.protocol.integrated.janus;

import static org.assertj.core.api.Assertions.assertThat;
import static tutti.protocol.integrated.janus.SteppedShards.transaction;
import static tutti.protocol.integrated.janus.SteppedShards.writing;

import java.util.List;
import org.junit.jupiter.api.Test;
import tutti.protocol.integrated.Ballot;
import tutti.protocol.integrated.Timer;
import tutti.protocol.integrated.janus.SteppedShards.Sent;
import tutti.protocol.integrated.janus.graph.Transaction;
import tutti.protocol.integrated.janus.graph.TransactionId;

/** Ruling on the bound of the graph: a replica that has too many transactions takes no new one. */
class OverloadTest {
  private static final Transaction FIRST = transaction(1, 0);
  private static final Transaction NEXT = transaction(2, 0);

  private static final Settings ONE = new Settings(10, 100, 1000, 1000, 1);

  /** Each request has more bytes. */
  private static final Settings FEW_BYTES = Settings.of(10, 100, 1000).within(1);

  /** Shards of three, each with room for one transaction, in which those hosts have it. */
  private static SteppedShards full(int... hosts) {
    return full(ONE, hosts);
  }

  private static SteppedShards full(Settings settings, int... hosts) {
    SteppedShards all = new SteppedShards(1, 3, settings);
    all.begin(FIRST, writing(FIRST, "x"));
    for (Sent sent : all.take()) {
      for (int host : hosts) {
        if (sent.to() == host) {
          all.deliver(sent);
        }
      }
    }
    all.flush();
    all.take();
    all.coordinators.clear();
    return all;
  }

  @Test
  void aReplicaThatHasTooManyIsDoneWithout() {
    SteppedShards all = full(2);
    all.begin(NEXT, writing(NEXT, "y"));
    boolean[] accepts = new boolean[1];
    all.settle(
        sent -> {
          accepts[0] |= sent.message() instanceof Message.Accept;
          return true;
        });
    assertThat(accepts[0]).as("the slow path").isTrue();
    assertThat(all.outcome(NEXT)).isEqualTo(Outcome.COMMITTED);
    assertThat(all.written(0, 2, "y")).as("what is decided is taken").containsExactly(NEXT.id());
  }

  @Test
  void aTransactionThatNoMajorityTakesNeverHappens() {
    neverHappens(ONE);
  }

  /** The number of transactions bounds no memory where each may have sixteen megabytes. */
  @Test
  void theBytesOfRequestsFillAReplica() {
    neverHappens(FEW_BYTES);
    SteppedShards all = full(FEW_BYTES, 0, 1, 2);
    assertThat(all.memory(0, 0).bytes()).isPositive();
    all.takeOver(FIRST, Ballot.FIRST);
    all.settle();
    assertThat(all.memory(0, 0).bytes()).as("the bytes of what is forgotten").isZero();
    all.begin(NEXT, writing(NEXT, "y"));
    all.settle();
    assertThat(all.outcome(NEXT)).isEqualTo(Outcome.COMMITTED);
  }

  private static void neverHappens(Settings settings) {
    SteppedShards all = full(settings, 1, 2);
    all.begin(NEXT, writing(NEXT, "y"));
    List<Sent> late = List.copyOf(all.messages);
    all.settle();
    assertThat(all.outcome(NEXT)).isEqualTo(Outcome.OVERLOADED);
    late.forEach(all::deliver);
    all.settle();
    for (int host = 0; host < 3; host++) {
      assertThat(all.written(0, host, "y")).isEmpty();
      assertThat(all.memory(0, host).vertex(NEXT.id())).isNull();
    }
  }

  /** A coordinator that gives up keeps what another one had accepted. */
  @Test
  void whatMayBeChosenIsNotGivenUp() {
    SteppedShards all = new SteppedShards(1, 3, ONE);
    all.begin(NEXT, writing(NEXT, "y"));
    Coordinator first = all.coordinators.get(NEXT.id());
    all.deliver(sent -> sent.to() != 2);
    all.flush();
    all.take();
    all.takeOver(NEXT, Ballot.FIRST);
    all.settle(sent -> !(sent.message() instanceof Message.Commit));
    all.take();
    all.coordinators.put(NEXT.id(), first);
    all.giveUp(NEXT);
    all.settle();
    all.fire(NEXT, Timer.RETRY);
    all.settle();
    assertThat(all.outcome(NEXT)).isEqualTo(Outcome.COMMITTED);
  }

  /** Only new transactions are refused: others may be needed elsewhere. */
  @Test
  void whatWasPromisedIsNotRefused() {
    SteppedShards all = full(0, 1, 2);
    all.takeOver(FIRST, Ballot.FIRST);
    all.settle();
    assertThat(all.outcome(FIRST)).isEqualTo(Outcome.COMMITTED);
    all.begin(NEXT, writing(NEXT, "y"));
    all.settle();
    assertThat(all.outcome(NEXT)).as("there is room again").isEqualTo(Outcome.COMMITTED);
  }

  @Test
  void aFrontIsFullUntilMajoritiesHaveExecuted() {
    TransactionNumbers front = new TransactionNumbers(1, 1);
    TransactionId id = front.next();
    assertThat(front.isFull()).isTrue();
    front.freed(id);
    assertThat(front.isFull()).isFalse();
    assertThat(front.settledUpTo()).isZero();
  }

  @Test
  void aTransactionFreesItsPlaceWhenAMajorityHasExecutedIt() {
    SteppedShards all = new SteppedShards(1, 3);
    all.begin(FIRST, writing(FIRST, "x"));
    all.settle(sent -> !(sent.message() instanceof Message.Commit) || sent.to() == 0);
    assertThat(all.outcome(FIRST)).isEqualTo(Outcome.COMMITTED);
    assertThat(all.freed).isEmpty();
    all.fire(FIRST, Timer.RETRY);
    all.settle(sent -> sent.to() != 2 || !sent.toReplica());
    assertThat(all.freed).containsExactly(FIRST);
  }
}
