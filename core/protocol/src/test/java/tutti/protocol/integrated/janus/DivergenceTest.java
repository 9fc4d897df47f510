package tutti.protocol.integrated.janus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static tutti.protocol.integrated.janus.SteppedShards.transaction;
import static tutti.protocol.integrated.janus.SteppedShards.writing;
import static tutti.protocol.machine.Effects.outputs;
import static tutti.protocol.machine.Effects.sends;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tutti.protocol.integrated.Timer;
import tutti.protocol.integrated.janus.SteppedShards.Sent;
import tutti.protocol.integrated.janus.graph.Payload;
import tutti.protocol.integrated.janus.graph.PieceOutput;
import tutti.protocol.integrated.janus.graph.Transaction;
import tutti.protocol.machine.Address;
import tutti.protocol.machine.Effect;
import tutti.protocol.machine.Event;

/** Replicas that come to different ends: the digests of their outputs are compared. */
class DivergenceTest {
  private static ShardReplies tally(long... digests) {
    ShardReplies tally = new ShardReplies(List.of(0, 1, 2));
    for (int host = 0; host < digests.length; host++) {
      tally.executed(host, new PieceOutput(false, Payload.NONE, digests[host]));
    }
    return tally;
  }

  @Test
  void allAreToldWhatAMajorityHas() {
    assertThat(tally(5, 5, 5).diverging(false)).isEmpty();
    assertThat(tally(5, 6).diverging(false)).as("nobody knows which").isEmpty();
    assertThat(tally(5, 6, 5).diverging(false)).isEqualTo(Map.of(0, 5L, 1, 5L, 2, 5L));
    assertThat(tally(6, 5, 5).diverging(false)).isEqualTo(Map.of(0, 5L, 1, 5L, 2, 5L));
  }

  @Test
  void noneOfTwoThatDifferIsRightIfTheThirdDoesNotCome() {
    assertThat(tally(5, 6).diverging(true)).isEqualTo(Map.of(0, 0L, 1, 0L));
    assertThat(tally(5, 6, 6).diverging(true)).as("it has come").containsEntry(0, 6L);
    assertThat(tally(5, 5).diverging(true)).isEmpty();
    assertThat(tally(0, 6).diverging(true)).as("an output without a digest").isEmpty();
  }

  @Test
  void whereAllDifferNoneIsRight() {
    assertThat(tally(5, 6, 7).diverging(false)).isEqualTo(Map.of(0, 0L, 1, 0L, 2, 0L));
  }

  @Test
  void anOutputWithoutADigestSaysNothing() {
    assertThat(tally(0, 6, 6).diverging(false)).isEmpty();
    assertThat(tally(0, 6, 7).diverging(false)).isEqualTo(Map.of(1, 0L, 2, 0L));
    assertThat(tally(6, 0, 7).diverging(false)).containsOnlyKeys(0, 2);
  }

  /** Two replicas differ, and the third one does not come: both have to wait. */
  @Test
  void aCoordinatorThatWaitsInVainForTheThirdTellsBoth() {
    SteppedShards all = new SteppedShards(1, 3);
    Transaction one = transaction(1, 0);
    all.begin(one, writing(one, "x"));
    all.settle(sent -> sent.to() != 2 && !(sent.message() instanceof Message.Executed));
    all.fire(one, Timer.FAST);
    all.settle(sent -> sent.to() != 2 && !(sent.message() instanceof Message.Executed));
    Coordinator coordinator = all.coordinators.get(one.id());
    assertThat(executed(coordinator, one, 0, 5)).isEmpty();
    assertThat(executed(coordinator, one, 1, 6)).isEmpty();
    assertThat(told(coordinator.on(new Event.TimerFired<>(Timer.RETRY)))).isEmpty();
    coordinator.on(new Event.TimerFired<>(Timer.RETRY));
    assertThat(told(coordinator.on(new Event.TimerFired<>(Timer.RETRY)))).containsExactly(0, 1);
    assertThat(executed(coordinator, one, 2, 6)).as("it has come").containsExactly(0, 1, 2);
  }

  private final SteppedShards two = new SteppedShards(2, 3);
  private final Transaction both = transaction(1, 0, 1);

  /** Returns the coordinator of a transaction of two shards that has heard of no execution. */
  private Coordinator decided() {
    two.begin(both, writing(both, "x"));
    two.settle(sent -> !(sent.message() instanceof Message.Executed));
    return two.coordinators.get(both.id());
  }

  private static final PieceOutput REFUSED = new PieceOutput(true, Payload.NONE, 1);
  private static final PieceOutput DONE = new PieceOutput(false, Payload.NONE, 5);

  @Test
  void whereOneHostRefusesAloneTheOutcomeIsThatOfTheOthers() {
    Coordinator coordinator = decided();
    List<Effect<Coordinator.Output>> effects = new ArrayList<>();
    for (int host = 0; host < 3; host++) {
      effects.addAll(coordinator.on(executed(both, host, 0, host == 0 ? REFUSED : DONE)));
    }
    for (int host = 2; host >= 0; host--) {
      effects.addAll(coordinator.on(executed(both, host, 1, host == 0 ? REFUSED : DONE)));
    }
    assertThat(outputs(effects))
        .filteredOn(each -> each instanceof Coordinator.Output.Ended)
        .singleElement()
        .isInstanceOfSatisfying(
            Coordinator.Output.Ended.class,
            end -> assertThat(end.outcome()).isEqualTo(Outcome.COMMITTED));
    assertThat(told(effects)).contains(0);
    assertThat(sends(effects))
        .extracting(Effect.Send::message)
        .as("those that have executed it hear that they are right")
        .filteredOn(each -> each instanceof Message.Diverged)
        .containsOnly(new Message.Diverged(both, DONE.digest()));
  }

  /**
   * One shard has executed it, and the other has refused it: no outcome is right, and no replica of
   * that shard has a memory that the others could take.
   */
  @Test
  void whereAParticipantRefusesAloneNothingIsToldAndItsReplicasStop() {
    Coordinator coordinator = decided();
    List<Effect<Coordinator.Output>> effects = new ArrayList<>();
    for (int host = 0; host < 3; host++) {
      effects.addAll(coordinator.on(executed(both, host, 0, DONE)));
      effects.addAll(coordinator.on(executed(both, host, 1, REFUSED)));
    }
    assertThat(outputs(effects)).noneMatch(each -> each instanceof Coordinator.Output.Ended);
    assertThat(sends(effects))
        .extracting(each -> ((Address.Replica) each.to()).shard(), Effect.Send::message)
        .containsOnly(tuple(1, new Message.Diverged(both, 0)))
        .hasSize(3);
  }

  /** The verdict of most replicas of all shards is not that of most replicas of one. */
  @Test
  void whereMostOfAParticipantRefuseItsReplicasStopAndNoneTakesWhatIsInNoMemory() {
    Coordinator coordinator = decided();
    List<Effect<Coordinator.Output>> effects = new ArrayList<>();
    for (int host = 0; host < 3; host++) {
      effects.addAll(coordinator.on(executed(both, host, 0, DONE)));
    }
    for (int host = 2; host >= 0; host--) {
      effects.addAll(coordinator.on(executed(both, host, 1, host == 0 ? DONE : REFUSED)));
    }
    effects.addAll(coordinator.on(new Event.TimerFired<>(Timer.RETRY)));
    assertThat(outputs(effects)).noneMatch(each -> each instanceof Coordinator.Output.Ended);
    assertThat(sends(effects))
        .filteredOn(each -> each.to().host() > 0)
        .extracting(Effect.Send::message)
        .filteredOn(each -> each instanceof Message.Diverged)
        .as("no majority is told to take the others' memory")
        .noneMatch(each -> each.equals(new Message.Diverged(both, DONE.digest())));
  }

  private static Event<Coordinator.Input> executed(
      Transaction one, int host, int shard, PieceOutput output) {
    return new Event.Received<>(
        new Address.Replica(host, shard), new Message.Executed(one.id(), output));
  }

  private static List<Integer> executed(
      Coordinator coordinator, Transaction one, int host, long digest) {
    PieceOutput output = new PieceOutput(false, Payload.NONE, digest);
    return told(
        coordinator.on(
            new Event.Received<>(
                new Address.Replica(host, 0), new Message.Executed(one.id(), output))));
  }

  private static List<Integer> told(List<Effect<Coordinator.Output>> effects) {
    return sends(effects).stream()
        .filter(each -> each.message() instanceof Message.Diverged)
        .map(each -> each.to().host())
        .toList();
  }

  /** A replica that was told so ends, and one that was told what it has goes on. */
  @Test
  void aReplicaThatHasAnotherEndSaysSo() {
    SteppedShards all = new SteppedShards(1, 3);
    Transaction one = transaction(1, 0);
    all.begin(one, writing(one, "x"));
    while (all.memory(0, 2).vertex(one.id()) == null
        || all.memory(0, 2).vertex(one.id()).output == null) {
      for (Sent sent : all.take()) {
        all.deliver(sent);
      }
      all.flush();
    }
    Replica replica = all.replica(0, 2).up();
    long own = all.memory(0, 2).vertex(one.id()).output.digest();
    assertThat(
            replica.on(
                new Event.Received<>(new Address.Replica(0, 0), new Message.Diverged(one, own))))
        .isEmpty();
    Event<Input> differs =
        new Event.Received<>(new Address.Replica(0, 0), new Message.Diverged(one, own + 1));
    assertThat(outputs(replica.on(differs)))
        .filteredOn(each -> each instanceof Output.Diverged)
        .containsExactly(new Output.Diverged(one.id(), all.requests.get(one.id()), own, own + 1));
    assertThat(replica.kept().executes()).isFalse();
    assertThat(replica.on(differs)).as("once is enough").isEmpty();
  }

  /** While it is not known which end is right a replica waits; it goes on if its own is. */
  @Test
  void aReplicaThatIsRightGoesOn() {
    SteppedShards all = new SteppedShards(1, 3);
    Transaction one = transaction(1, 0);
    all.begin(one, writing(one, "x"));
    all.settle(sent -> !(sent.message() instanceof Message.Collect));
    Replica replica = all.replica(0, 2).up();
    long own = all.memory(0, 2).vertex(one.id()).output.digest();
    replica.on(new Event.Received<>(new Address.Replica(0, 0), new Message.Diverged(one, 0)));
    assertThat(replica.kept().isStopped()).isTrue();
    replica.on(new Event.Received<>(new Address.Replica(0, 0), new Message.Diverged(one, own)));
    assertThat(replica.kept().executes()).isTrue();
  }

  /** A transaction is not forgotten before all outputs were compared. */
  @Test
  void anExecutionCountsOnceItsOutputHasCome() {
    ShardReplies tally = tally(5, 5);
    for (int host = 0; host < 3; host++) {
      tally.applied(host);
    }
    assertThat(tally.isApplied()).isFalse();
    tally.executed(2, new PieceOutput(false, Payload.NONE, 5));
    tally.applied(2);
    assertThat(tally.isApplied()).isTrue();
  }
}
