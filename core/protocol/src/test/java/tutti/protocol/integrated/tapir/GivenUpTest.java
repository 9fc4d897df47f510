package tutti.protocol.integrated.tapir;

import static org.assertj.core.api.Assertions.assertThat;
import static tutti.protocol.integrated.tapir.SteppedShards.STRICT;
import static tutti.protocol.integrated.tapir.SteppedShards.item;
import static tutti.protocol.integrated.tapir.TapirPaperTest.time;
import static tutti.protocol.integrated.tapir.TapirPaperTest.writing;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tutti.protocol.integrated.Ballot;
import tutti.protocol.integrated.Timer;
import tutti.protocol.integrated.tapir.Entry.Outcome;
import tutti.protocol.integrated.tapir.SteppedShards.Sent;
import tutti.protocol.machine.Address;
import tutti.protocol.machine.Event;

/** First coordinators of transactions that no client waits for any more. */
class GivenUpTest {
  private static final Transaction ONE = new Transaction(time(1), List.of(0));

  private final SteppedShards all = SteppedShards.open(1, 3, STRICT);

  /** Host 0, where the coordinator runs, is cut off. */
  private static boolean isOfHostZero(Sent sent) {
    return sent.from() == 0 && sent.to() == 0;
  }

  private void beginWhileCutOff() {
    all.begin(ONE.id(), writing("x"));
    all.settle(GivenUpTest::isOfHostZero);
    assertThat(all.memory(0, 0).entry(ONE).vote().consents()).isTrue();
  }

  private void neverHappens() {
    assertThat(all.outcome(ONE.id())).isEqualTo(Outcome.ABORTED);
    for (int host = 0; host < 3; host++) {
      assertThat(all.memory(0, host).version(item("x"))).isEqualTo(Timestamp.NONE);
    }
  }

  @Test
  void isRefusedWhenTheCutEnds() {
    beginWhileCutOff();
    all.giveUp(ONE.id());
    all.settle(GivenUpTest::isOfHostZero);
    all.fire(ONE.id(), Timer.RETRY);
    all.settle();
    neverHappens();
  }

  /** The consent of one replica would be validated, and stay. */
  @Test
  void isRefusedByAViewThatBeginsWhenTheCutEnds() {
    beginWhileCutOff();
    all.giveUp(ONE.id());
    all.settle(GivenUpTest::isOfHostZero);
    all.changeView(0, _ -> true);
    all.fire(ONE.id(), Timer.RETRY);
    all.settle();
    neverHappens();
  }

  /** In the next view, which has begun meanwhile, no other replica knows of the transaction. */
  @Test
  void isRefusedAlsoInTheNextViews() {
    beginWhileCutOff();
    all.lead(0, 1);
    all.giveUp(ONE.id());
    all.take();
    all.replica(0, 0).crash(0);
    SimulatedReplica leader = all.replica(0, 1);
    all.on(
        leader,
        new Event.Received<>(
            new Address.Replica(1, 0), new Message.RequestViewChange(all.memory(0, 1).view())));
    all.settle();
    all.start(all.replica(0, 0));
    all.fire(ONE.id(), Timer.RETRY);
    all.settle();
    all.fire(ONE.id(), Timer.RETRY);
    all.settle();
    neverHappens();
  }

  @Test
  void isRefusedByTheFirstAnswerWhereNoneHasCome() {
    all.begin(ONE.id(), writing("x"));
    all.take();
    all.giveUp(ONE.id());
    all.fire(ONE.id(), Timer.RETRY);
    all.settle();
    neverHappens();
  }

  /** A consent may be chosen elsewhere, so no other transaction gets one here until the end. */
  @Test
  void holdsItsItemsUntilItsEnd() {
    beginWhileCutOff();
    all.giveUp(ONE.id());
    all.settle(GivenUpTest::isOfHostZero);
    all.begin(time(2), writing("x"));
    all.settle(GivenUpTest::isOfHostZero);
    Transaction two = new Transaction(time(2), List.of(0));
    assertThat(all.memory(0, 0).entry(two).vote().consents()).isFalse();
    all.fire(ONE.id(), Timer.RETRY);
    all.settle();
    all.begin(time(3), writing("x"));
    all.settle();
    assertThat(all.outcome(time(3))).isEqualTo(Outcome.COMMITTED);
  }

  /** The transaction ends soon: a majority has it. */
  @Test
  void isNotGivenUpWhereAMajorityHasTold() {
    all.begin(ONE.id(), writing("x"));
    all.settle(sent -> sent.from() != 2 && sent.to() != 2);
    all.giveUp(ONE.id());
    assertThat(all.take()).isEmpty();
    all.fire(ONE.id(), Timer.FAST);
    all.settle();
    assertThat(all.outcome(ONE.id())).isEqualTo(Outcome.COMMITTED);
  }

  /**
   * All replicas have consented, and the coordinator has heard that of one: what another
   * coordinator chooses by the others stays.
   */
  @Test
  void keepsWhatAnotherCoordinatorHasChosen() {
    all.begin(ONE.id(), writing("x"));
    all.settle(sent -> sent.toReplica() || sent.from() == 0);
    all.giveUp(ONE.id());
    all.settle(GivenUpTest::isOfHostZero);
    assertThat(all.memory(0, 0).entry(ONE).vote().consents()).isFalse();
    Coordinator first = all.coordinators.get(ONE.id());
    all.takeOver(ONE, Ballot.FIRST);
    all.settle(sent -> sent.from() != 0 && sent.to() != 0);
    all.fire(ONE.id(), Timer.RETRY);
    all.settle(sent -> sent.from() != 0 && sent.to() != 0);
    assertThat(all.outcome(ONE.id())).as("the one that takes over").isEqualTo(Outcome.COMMITTED);
    all.forget();
    all.coordinators.put(ONE.id(), first);
    all.fire(ONE.id(), Timer.RETRY);
    all.settle();
    assertThat(all.outcome(ONE.id())).as("the first one").isEqualTo(Outcome.COMMITTED);
    assertThat(all.memory(0, 2).version(item("x"))).isEqualTo(ONE.id());
  }

  /** One participant has chosen its consent, and the other does not answer. */
  @Test
  void isRefusedInTheParticipantThatDoesNotAnswer() {
    SteppedShards both = SteppedShards.open(2, 3, STRICT);
    Transaction across = new Transaction(time(1), List.of(0, 1));
    both.begin(across, Map.of(0, writing("x"), 1, writing("y")));
    both.settle(sent -> sent.shard() == 0);
    both.giveUp(across.id());
    both.fire(across.id(), Timer.RETRY);
    both.settle();
    assertThat(both.outcome(across.id())).isEqualTo(Outcome.ABORTED);
  }
}
