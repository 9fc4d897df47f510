package tutti.protocol.integrated.janus;

import static org.assertj.core.api.Assertions.assertThat;
import static tutti.protocol.integrated.janus.SteppedShards.transaction;
import static tutti.protocol.integrated.janus.SteppedShards.writing;
import static tutti.protocol.machine.Effects.outputs;

import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import tutti.protocol.integrated.Ballot;
import tutti.protocol.integrated.Timer;
import tutti.protocol.integrated.janus.SteppedShards.Sent;
import tutti.protocol.integrated.janus.graph.Decision;
import tutti.protocol.integrated.janus.graph.Dependencies;
import tutti.protocol.integrated.janus.graph.Payload;
import tutti.protocol.integrated.janus.graph.Piece;
import tutti.protocol.integrated.janus.graph.Transaction;
import tutti.protocol.integrated.janus.graph.TransactionId;
import tutti.protocol.machine.Address;
import tutti.protocol.machine.Effect;
import tutti.protocol.machine.Event;

/** The sections and figures of the text that the package's card names. */
class JanusPaperTest {
  private static final Transaction T1 = transaction(1, 0);
  private static final Transaction T2 = transaction(2, 0);

  private static boolean isPreAccept(Sent sent) {
    return sent.message() instanceof Message.PreAccept;
  }

  private static boolean isAccept(Sent sent) {
    return sent.message() instanceof Message.Accept;
  }

  private static Predicate<Sent> without(int host) {
    return sent -> sent.toReplica() ? sent.to() != host : sent.from() != host;
  }

  /** The coordinator of a transaction dies after its first message has reached these replicas. */
  private static void preAcceptAndDie(SteppedShards all, Transaction transaction, int... hosts) {
    all.begin(transaction, writing(transaction, "x"));
    for (Sent sent : all.take()) {
      for (int host : hosts) {
        if (sent.to() == host) {
          all.deliver(sent);
        }
      }
    }
    all.flush();
    all.take();
    all.coordinators.remove(transaction.id());
  }

  private static void runsInOneOrder(SteppedShards all, int shard, long... numbers) {
    for (SimulatedReplica each : all.shards.get(shard)) {
      assertThat(all.written(shard, each.host(), "x"))
          .as("shard %s, host %s", shard, each.host())
          .extracting(TransactionId::number)
          .containsExactly(java.util.Arrays.stream(numbers).boxed().toArray(Long[]::new));
    }
  }

  /** Figure 2a: two transactions arrive in different orders at the replicas of one shard. */
  @Test
  void aConflictDuringReplicationIsOrderedByTheAcceptPhase() {
    SteppedShards all = new SteppedShards(1, 3);
    all.begin(T1, writing(T1, "x"));
    List<Sent> first = all.take();
    all.begin(T2, writing(T2, "x"));
    List<Sent> second = all.take();
    first.stream().filter(sent -> sent.to() == 0).forEach(all::deliver);
    second.forEach(all::deliver);
    first.stream().filter(sent -> sent.to() != 0).forEach(all::deliver);
    boolean[] accepted = new boolean[1];
    all.settle(
        sent -> {
          accepted[0] |= isAccept(sent);
          return true;
        });
    assertThat(accepted[0]).isTrue();
    assertThat(all.outcome(T1)).isEqualTo(Outcome.COMMITTED);
    assertThat(all.outcome(T2)).isEqualTo(Outcome.COMMITTED);
    runsInOneOrder(all, 0, 1, 2);
  }

  /** Figures 1b and 2b: two transactions arrive in different orders at two shards. */
  @Test
  void aConflictOfTransactionsIsOrderedWithoutTheAcceptPhase() {
    SteppedShards all = new SteppedShards(2, 3);
    Transaction one = transaction(1, 0, 1);
    Transaction other = transaction(2, 1, 0);
    all.begin(one, writing(one, "x"));
    List<Sent> first = all.take();
    all.begin(other, writing(other, "x"));
    List<Sent> second = all.take();
    first.stream().filter(sent -> sent.shard() == 0).forEach(all::deliver);
    second.forEach(all::deliver);
    first.stream().filter(sent -> sent.shard() == 1).forEach(all::deliver);
    all.settle(sent -> !isAccept(sent));
    assertThat(all.outcome(one)).isEqualTo(Outcome.COMMITTED);
    assertThat(all.outcome(other)).isEqualTo(Outcome.COMMITTED);
    runsInOneOrder(all, 0, 1, 2);
    runsInOneOrder(all, 1, 1, 2);
  }

  /** §3.1, Algorithm 4, line 45: a server asks for an ancestor that does not involve it. */
  @Test
  void aReplicaInquiresAboutAnAncestorOfOtherShards() {
    SteppedShards all = new SteppedShards(3, 3);
    Transaction far = transaction(1, 0);
    Transaction middle = transaction(2, 0, 1);
    Transaction near = transaction(3, 1);
    for (Transaction each : List.of(far, middle, near)) {
      all.begin(each, writing(each, "x"));
      all.take().forEach(all::deliver);
    }
    // The first one's commit is on its way for a long time.
    boolean[] inquired = new boolean[1];
    Predicate<Sent> late =
        sent -> sent.message() instanceof Message.Commit(Transaction its, _, _) && its.equals(far);
    all.settle(
        sent -> {
          inquired[0] |= sent.message() instanceof Message.Inquire;
          return !late.test(sent);
        });
    assertThat(inquired[0]).isTrue();
    assertThat(all.outcome(near)).isEqualTo(Outcome.UNKNOWN);
    all.fire(far, Timer.RETRY);
    all.settle();
    assertThat(all.outcome(near)).isEqualTo(Outcome.COMMITTED);
    assertThat(all.written(1, 0, "x")).extracting(TransactionId::number).containsExactly(2L, 3L);
  }

  /** §3.2: without a fast quorum, a majority accepts. */
  @Test
  void withAReplicaAwayAMajorityAccepts() {
    SteppedShards all = new SteppedShards(1, 3);
    all.begin(T1, writing(T1, "x"));
    all.settle(without(2));
    assertThat(all.outcome(T1)).isEqualTo(Outcome.UNKNOWN);
    all.fire(T1, Timer.FAST);
    all.settle(without(2));
    assertThat(all.outcome(T1)).isEqualTo(Outcome.COMMITTED);
    assertThat(all.memory(0, 0).vertices()).as("host 2 has not executed it").hasSize(1);
    all.fire(T1, Timer.RETRY);
    all.settle();
    runsInOneOrder(all, 0, 1);
    assertThat(all.memory(0, 0).vertices()).isEmpty();
  }

  /** §3.3, line 76: what may have been taken on the fast path is taken over. */
  @Test
  void aTakeoverKeepsWhatTheFastPathHasChosen() {
    SteppedShards all = new SteppedShards(1, 3);
    preAcceptAndDie(all, T2, 0, 1, 2);
    all.begin(T1, writing(T1, "x"));
    all.settle(sent -> !(sent.message() instanceof Message.Commit) || sent.to() == 0);
    // Host 0 alone knows the decision, and waits for the other transaction.
    all.coordinators.clear();
    all.takeOver(T1, Ballot.FIRST);
    all.settle(without(0));
    all.takeOver(T2, Ballot.FIRST);
    all.settle(without(0));
    for (int host = 1; host < 3; host++) {
      Vertex vertex = all.memory(0, host).vertex(T1.id());
      assertThat(vertex).isNotNull();
      assertThat(vertex.decided).isEqualTo(all.memory(0, 0).vertex(T1.id()).decided);
    }
    all.takeOver(T2, Ballot.FIRST);
    all.settle();
    runsInOneOrder(all, 0, 2, 1);
  }

  /** §3.3, line 74: an accepted decision is taken over, that of the highest ballot. */
  @Test
  void aTakeoverKeepsTheDecisionOfTheHighestBallot() {
    SteppedShards all = new SteppedShards(1, 3);
    preAcceptAndDie(all, T2, 1);
    all.begin(T1, writing(T1, "x"));
    all.settle(sent -> without(1).test(sent) && !isAccept(sent));
    all.fire(T1, Timer.FAST);
    // Host 0 accepts that nothing comes before; then the coordinator dies.
    all.settle(sent -> without(1).test(sent) && isAccept(sent) && sent.to() == 0);
    all.coordinators.clear();
    all.takeOver(T1, Ballot.FIRST);
    all.settle(without(2));
    Vertex vertex = all.memory(0, 1).vertex(T1.id());
    assertThat(vertex).isNotNull();
    assertThat(vertex.decided).isEqualTo(Decision.commit(Dependencies.NONE));
    assertThat(vertex.witnessed.transactions()).containsExactly(T2);
  }

  /** §3.3, line 79, with a majority of one participant where the text has one replica. */
  @Test
  void aTakeoverCommitsWhatAMajorityOfOneParticipantHas() {
    Transaction both = transaction(1, 0, 1);
    SteppedShards all = new SteppedShards(2, 3);
    all.begin(both, writing(both, "x"));
    all.settle(sent -> sent.shard() == 1 && isPreAccept(sent) && sent.to() != 2);
    all.coordinators.clear();
    all.takeOver(both, Ballot.FIRST);
    all.settle();
    assertThat(all.outcome(both)).isEqualTo(Outcome.COMMITTED);
    runsInOneOrder(all, 0, 1);
    runsInOneOrder(all, 1, 1);
  }

  /** A host that was cut off has it, and may have heard that nobody waits for it any more. */
  @Test
  void aTakeoverAbandonsWhatOneReplicaHas() {
    SteppedShards all = new SteppedShards(1, 3);
    preAcceptAndDie(all, T1, 1);
    all.takeOver(T1, Ballot.FIRST);
    all.settle();
    assertThat(all.outcome(T1)).isEqualTo(Outcome.ABANDONED);
    runsInOneOrder(all, 0);
  }

  /** §3.3, line 81: nobody among those that were heard has the request. */
  @Test
  void aTakeoverAbandonsWhatNoReplicaHas() {
    SteppedShards all = new SteppedShards(1, 3);
    preAcceptAndDie(all, T1, 0);
    all.takeOver(T1, Ballot.FIRST);
    all.settle(without(0));
    assertThat(all.outcome(T1)).isEqualTo(Outcome.ABANDONED);
    all.fire(T1, Timer.RETRY);
    all.settle();
    runsInOneOrder(all, 0);
    assertThat(all.memory(0, 0).vertices()).isEmpty();
  }

  /** §3.3: the first coordinator was alive, and hears that its transaction was abandoned. */
  @Test
  void aFirstCoordinatorThatIsLateHearsThatItsTransactionWasAbandoned() {
    SteppedShards all = new SteppedShards(1, 3);
    all.begin(T1, writing(T1, "x"));
    Coordinator first = all.coordinators.get(T1.id());
    List<Sent> late = all.take();
    all.takeOver(T1, Ballot.FIRST);
    all.settle(sent -> !(sent.message() instanceof Message.Collect));
    assertThat(all.outcome(T1)).isEqualTo(Outcome.ABANDONED);
    late.forEach(all::deliver);
    List<Sent> answers = all.take();
    assertThat(answers).isNotEmpty();
    assertThat(answers).noneMatch(sent -> sent.message() instanceof Message.PreAccepted);
    List<Effect<Coordinator.Output>> heard =
        answers.stream()
            .flatMap(
                sent ->
                    first
                        .on(
                            new Event.Received<>(
                                new Address.Replica(sent.from(), sent.shard()), sent.message()))
                        .stream())
            .toList();
    assertThat(outputs(heard))
        .filteredOn(Coordinator.Output.Ended.class::isInstance)
        .extracting(effect -> ((Coordinator.Output.Ended) effect).outcome())
        .containsExactly(Outcome.ABANDONED);
  }

  /** Algorithm 2, line 24, as it is meant: a pre-accept below the promise changes nothing. */
  @Test
  void aPreAcceptBelowThePromiseIsRefused() {
    SteppedShards all = new SteppedShards(1, 3);
    all.begin(T1, writing(T1, "x"));
    List<Sent> late = all.take();
    all.coordinators.clear();
    all.takeOver(T1, new Ballot(5, 1));
    all.settle(sent -> sent.message() instanceof Message.Prepare && sent.to() == 0);
    all.deliver(late.getFirst());
    all.flush();
    assertThat(all.take())
        .extracting(Sent::message)
        .contains(new Message.Refused(T1.id(), all.memory(0, 0).vertex(T1.id()).promised));
    assertThat(all.memory(0, 0).vertex(T1.id()).request.isKnown()).isFalse();
  }

  /** Algorithm 2, lines 28 to 30: a late pre-accept does not undo an acceptance. */
  @Test
  void aLatePreAcceptDoesNotUndoAnAcceptance() {
    SteppedShards all = new SteppedShards(1, 3);
    all.begin(T1, writing(T1, "x"));
    List<Sent> first = all.take();
    first.stream().filter(sent -> sent.to() < 2).forEach(all::deliver);
    all.flush();
    all.deliver();
    all.fire(T1, Timer.FAST);
    all.deliver(JanusPaperTest::isAccept);
    first.forEach(all::deliver);
    all.flush();
    for (int host = 0; host < 3; host++) {
      Vertex vertex = all.memory(0, host).vertex(T1.id());
      assertThat(vertex).isNotNull();
      assertThat(vertex.accepted).isEqualTo(Decision.commit(Dependencies.NONE));
    }
  }

  /**
   * A takeover that abandons dies, another one finds the request: the replica that has accepted the
   * abandonment tells what it has witnessed, and not what it has accepted ({@link ByTheLetter}).
   */
  @Test
  void anAbandonedTakeoverDoesNotHideWhatWasBefore() {
    Transaction both = transaction(1, 0, 1);
    SteppedShards all = new SteppedShards(2, 3);
    all.begin(both, writing(both, "x"));
    all.settle(sent -> isPreAccept(sent) && sent.to() <= sent.shard());
    all.coordinators.clear();
    all.take();
    all.begin(T2, writing(T2, "x"));
    all.settle(without(0));
    all.fire(T2, Timer.FAST);
    all.settle(without(0));
    assertThat(all.written(0, 1, "x")).containsExactly(T2.id());
    all.coordinators.clear();
    all.takeOver(both, Ballot.FIRST);
    all.settle(
        sent ->
            without(0).test(sent) && !(isAccept(sent) && (sent.to() == 2 || sent.shard() == 1)));
    Vertex abandoned = all.memory(0, 1).vertex(both.id());
    assertThat(abandoned).isNotNull();
    assertThat(abandoned.accepted).isEqualTo(Decision.ABANDONED);
    all.coordinators.clear();
    all.takeOver(both, abandoned.promised);
    all.settle(sent -> without(sent.shard() == 0 ? 1 : 2).test(sent) && !isPreAccept(sent));
    all.fire(both, Timer.RETRY);
    all.settle(without(2));
    all.takeOver(T2, Ballot.FIRST);
    all.fire(both, Timer.RETRY);
    all.settle();
    runsInOneOrder(all, 0, 2, 1);
    runsInOneOrder(all, 1, 1);
  }

  /** A transaction that is forgotten stays what it was. */
  @Test
  void aLateMessageDoesNotBringBackWhatIsForgotten() {
    SteppedShards all = new SteppedShards(1, 3);
    all.begin(T1, writing(T1, "x"));
    List<Sent> first = all.take();
    first.forEach(all::deliver);
    all.settle();
    first.forEach(all::deliver);
    assertThat(all.memory(0, 0).vertices()).isEmpty();
    assertThat(all.take()).allMatch(sent -> sent.message() instanceof Message.Collected);
  }

  /**
   * Ruling on forgetting: three transactions form a ring through three shards. A replica that lags
   * can still see all of it, since no member is forgotten before all are executed everywhere.
   */
  @Test
  void noMemberOfARingIsForgottenBeforeAllAreExecuted() {
    SteppedShards all = new SteppedShards(3, 3);
    Transaction one = transaction(1, 2, 0);
    Transaction two = transaction(2, 0, 1);
    Transaction far = transaction(3, 1, 2);
    all.begin(two, writing(two, "x"));
    List<Sent> second = all.take();
    second.stream().filter(sent -> sent.shard() == 0).forEach(all::deliver);
    all.begin(one, writing(one, "x"));
    all.deliver(sent -> sent.toReplica());
    all.begin(far, writing(far, "x"));
    all.deliver(sent -> sent.toReplica());
    second.stream().filter(sent -> sent.shard() == 1).forEach(all::deliver);
    // One replica of the first shard hears of no decision; those that ask it have to ask others.
    Predicate<Sent> known =
        sent -> !(sent.message() instanceof Message.Commit && sent.shard() == 0 && sent.to() == 2);
    all.settle(known);
    all.on(all.replica(1, 2), new Event.TimerFired<>(Timer.RETRY));
    all.on(all.replica(2, 2), new Event.TimerFired<>(Timer.RETRY));
    all.settle(known);
    assertThat(all.written(0, 0, "x")).containsExactly(one.id(), two.id());
    assertThat(all.outcome(far)).isEqualTo(Outcome.COMMITTED);
    assertThat(all.memory(1, 0).vertex(far.id())).isNotNull();
    all.fire(one, Timer.RETRY);
    all.fire(two, Timer.RETRY);
    all.settle();
    runsInOneOrder(all, 0, 1, 2);
    all.on(all.replica(0, 2), new Event.TimerFired<>(Timer.WATCH));
    all.settle();
    for (List<SimulatedReplica> shard : all.shards) {
      shard.forEach(each -> assertThat(each.memory().vertices()).isEmpty());
    }
  }

  /** A replica that starts again executes what it had not, in the same order. */
  @Test
  void aReplicaThatStartsAgainGoesOn() {
    SteppedShards all = new SteppedShards(1, 3);
    all.begin(T1, writing(T1, "x"));
    all.begin(T2, writing(T2, "x"));
    all.deliver();
    all.flush();
    all.deliver();
    all.deliver(sent -> sent.message() instanceof Message.Commit);
    SimulatedReplica replica = all.replica(0, 1);
    replica.crash(replica.written.size() - 1);
    all.start(replica);
    all.settle();
    all.fire(T1, Timer.RETRY);
    all.fire(T2, Timer.RETRY);
    all.settle();
    runsInOneOrder(all, 0, 1, 2);
    assertThat(all.memory(0, 1).vertices()).isEmpty();
  }

  /** Ruling on reads: one that began later than an answer sees what was answered, everywhere. */
  @Test
  void aReadWaitsForWhatWasToldBefore() {
    SteppedShards all = new SteppedShards(1, 3);
    all.begin(T1, writing(T1, "x"));
    all.settle(sent -> !(sent.message() instanceof Message.Commit) || sent.to() == 0);
    assertThat(all.outcome(T1)).isEqualTo(Outcome.COMMITTED);
    all.read(1, "x", 2);
    all.settle(without(0));
    assertThat(all.read).as("host 2 has not executed it").isEmpty();
    all.fire(T1, Timer.RETRY);
    all.settle();
    assertThat(all.read).containsEntry(1L, 1);
  }

  /** A majority is asked: the replica that answers first may have heard of nothing. */
  @Test
  void aReadDoesNotRelyOnOneReplica() {
    SteppedShards all = new SteppedShards(1, 3);
    all.begin(T1, writing(T1, "x"));
    all.settle(without(2));
    all.fire(T1, Timer.FAST);
    all.settle(without(2));
    assertThat(all.outcome(T1)).isEqualTo(Outcome.COMMITTED);
    all.read(1, "x", 2);
    all.settle();
    assertThat(all.read).as("host 2 has not executed it").isEmpty();
    all.fire(T1, Timer.RETRY);
    all.settle();
    assertThat(all.read).containsEntry(1L, 1);
  }

  /** A read that has seen a transaction is not followed by one that has not. */
  @Test
  void aReadSeesWhatAnEarlierReadHasSeen() {
    SteppedShards all = new SteppedShards(1, 3);
    all.begin(T1, writing(T1, "x"));
    all.settle(
        sent ->
            !(sent.message() instanceof Message.Executed)
                && (!(sent.message() instanceof Message.Commit) || sent.to() == 0));
    all.read(1, "x", 0);
    all.settle();
    assertThat(all.outcome(T1)).isEqualTo(Outcome.UNKNOWN);
    assertThat(all.read).containsEntry(1L, 1);
    all.read(2, "x", 1);
    all.settle(without(0));
    assertThat(all.read).doesNotContainKey(2L);
  }

  /**
   * Ruling on reads: a replica executes transactions that have a conflict in another shard alone in
   * any order. So items are read together by a transaction, which waits for its place.
   */
  @Test
  void itemsAreReadTogetherByATransactionAlone() {
    SteppedShards all = new SteppedShards(2, 3);
    Transaction first = transaction(1, 0, 1);
    Transaction second = transaction(2, 0, 1);
    Transaction reading = transaction(3, 0);
    all.read(1, "x", 0);
    all.read(2, "y", 0);
    all.deliver();
    all.deliver();
    List<Sent> late = all.take();
    // The first one waits for words in shard 0, and the second one is executed there before it.
    Predicate<Sent> words =
        sent -> !(sent.message() instanceof Message.SendInput said && said.shard() == 1);
    all.begin(first, SteppedShards.exchanging(first, "x", 1, 0));
    all.settle(words);
    Piece behind = writing(second, "x").piece(1);
    all.begin(second, SteppedShards.request(writing(second, "y").piece(0), behind));
    all.settle(words);
    assertThat(all.outcome(second)).isEqualTo(Outcome.COMMITTED);
    assertThat(all.written(1, 0, "x")).containsExactly(first.id(), second.id());
    assertThat(all.written(0, 0, "x")).isEmpty();
    all.begin(reading, SteppedShards.request(SteppedShards.reading("x", "y")));
    late.forEach(all::deliver);
    all.settle(words);
    assertThat(all.read)
        .as("two reads of one replica, at one moment of it")
        .containsExactly(Map.entry(1L, 0), Map.entry(2L, 1));
    all.read(3, "x", 0);
    all.settle(words);
    assertThat(all.read).as("a read that began later waits").doesNotContainKey(3L);
    assertThat(all.outcome(reading)).isEqualTo(Outcome.UNKNOWN);
    for (int look = 0; look < 2; look++) {
      all.shards.getFirst().forEach(each -> all.on(each, new Event.TimerFired<>(Timer.RETRY)));
      all.settle();
    }
    assertThat(all.read).containsEntry(3L, 1);
    assertThat(all.outputs(reading)).containsEntry(0, new Payload(new byte[] {1, 1}));
  }
}
