package tutti.protocol.integrated.tapir;

import static org.assertj.core.api.Assertions.assertThat;
import static tutti.protocol.integrated.tapir.SteppedShards.STRICT;
import static tutti.protocol.integrated.tapir.SteppedShards.TIMESTAMPS;
import static tutti.protocol.integrated.tapir.SteppedShards.item;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import tutti.protocol.integrated.Ballot;
import tutti.protocol.integrated.Timer;
import tutti.protocol.integrated.tapir.Entry.Outcome;
import tutti.protocol.integrated.tapir.Entry.Standing;
import tutti.protocol.integrated.tapir.SteppedShards.Sent;
import tutti.protocol.integrated.tapir.Vote.Verdict;
import tutti.protocol.machine.Address;
import tutti.protocol.machine.Event;

/** The sections of the texts that the package's card names, a test or two for each. */
class TapirPaperTest {
  static Timestamp time(long at) {
    return new Timestamp(at, 1);
  }

  private static final Part.Value VALUE = new Part.Value(new byte[] {1});

  static Part writing(String key) {
    return new Part(new TreeMap<>(), new TreeMap<>(Map.of(item(key), VALUE)));
  }

  static Part reading(String key, Timestamp version) {
    return new Part(new TreeMap<>(Map.of(item(key), version)), new TreeMap<>());
  }

  static Part increment(String key, Timestamp version) {
    return new Part(
        new TreeMap<>(Map.of(item(key), version)), new TreeMap<>(Map.of(item(key), VALUE)));
  }

  private static Predicate<SteppedShards.Sent> without(int host) {
    return sent -> sent.toReplica() ? sent.to() != host : sent.from() != host;
  }

  /** The coordinator of a transaction dies after its first message has reached these replicas. */
  private static void prepareAndDie(
      SteppedShards all, Transaction transaction, Map<Integer, Part> parts, int... hosts) {
    all.begin(transaction, parts);
    all.settle(sent -> sent.toReplica() && List.of(boxed(hosts)).contains(sent.to()));
    all.coordinators.remove(transaction.id());
  }

  private static Integer[] boxed(int... of) {
    return java.util.Arrays.stream(of).boxed().toArray(Integer[]::new);
  }

  /** §3.2.1: a fast quorum of equal results needs no second round. */
  @Test
  void aFastQuorumDecidesInOneRound() {
    SteppedShards all = SteppedShards.open(1, 5, STRICT);
    all.begin(time(1), writing("x"));
    all.settle(without(4));
    assertThat(all.outcome(time(1))).isEqualTo(Outcome.COMMITTED);
  }

  /** §3.2.1: a majority of equal results is finalized first. */
  @Test
  void aMajorityIsFinalizedFirst() {
    SteppedShards all = SteppedShards.open(1, 5, STRICT);
    all.begin(time(1), writing("x"));
    all.settle(sent -> without(4).test(sent) && without(3).test(sent));
    assertThat(all.outcome(time(1))).isEqualTo(Outcome.UNKNOWN);
    all.fire(time(1), Timer.FAST);
    all.settle(sent -> without(4).test(sent) && without(3).test(sent));
    assertThat(all.outcome(time(1))).isEqualTo(Outcome.COMMITTED);
    assertThat(all.memory(0, 0).record().getFirst().standing()).isEqualTo(Standing.FINALIZED);
  }

  /** §5.2.2, TAPIR-DECIDE, and ruling T2: abstaining is not consenting. */
  @Test
  void aMajorityThatAbstainsIsNoConsent() {
    SteppedShards all = SteppedShards.open(1, 3, STRICT);
    prepareAndDie(all, new Transaction(time(1), List.of(0)), Map.of(0, writing("x")), 0, 1, 2);
    all.begin(time(2), writing("x"));
    all.settle();
    assertThat(all.outcome(time(2))).isEqualTo(Outcome.ABORTED);
    assertThat(all.refusal(time(2))).isEqualTo(new Vote(Verdict.ABSTAIN, time(1)));
  }

  /** §5.2.1, TAPIR-OCC-CHECK: a read of an older version aborts, and names the newer one. */
  @Test
  void aReadOfAnOlderVersionAborts() {
    SteppedShards all = SteppedShards.open(1, 3, STRICT);
    all.begin(time(1), writing("x"));
    all.settle();
    all.begin(time(5), increment("x", Timestamp.NONE));
    all.settle();
    assertThat(all.refusal(time(5))).isEqualTo(new Vote(Verdict.ABORT, time(1)));
  }

  /** §5.2.1, §6.4, ruling T5: too low a timestamp is tried again above what it met. */
  @Test
  void aWriteBelowTheLastReadIsTriedAgainAbove() {
    SteppedShards all = SteppedShards.open(1, 3, STRICT);
    all.begin(time(9), reading("x", Timestamp.NONE));
    all.settle();
    all.begin(time(5), writing("x"));
    all.settle();
    assertThat(all.refusal(time(5))).isEqualTo(new Vote(Verdict.RETRY, time(9)));
    Clock clock = new Clock(2);
    Timestamp again = clock.next(6, all.refusal(time(5)).met());
    assertThat(time(9)).isLessThan(again);
    all.begin(again, writing("x"));
    all.settle();
    assertThat(all.outcome(again)).isEqualTo(Outcome.COMMITTED);
  }

  /** §5.2.2, TAPIR-EXEC-INCONSISTENT: a commit reaches a replica that missed Prepare. */
  @Test
  void aCommitReachesAReplicaThatMissedPrepare() {
    SteppedShards all = SteppedShards.open(1, 3, STRICT);
    all.begin(time(1), writing("x"));
    all.settle(sent -> !(sent.message() instanceof Message.Prepare && sent.to() == 2));
    all.fire(time(1), Timer.FAST);
    all.settle(sent -> !(sent.message() instanceof Message.Finalize && sent.to() == 2));
    assertThat(all.memory(0, 2).value(item("x"))).isEqualTo(VALUE);
  }

  /**
   * §5.2.3: a coordinator that takes over proposes a refusal, where another one has proposed the
   * consent and has reached a replica that the first does not hear. The transaction goes on to hold
   * its items where it was consented to, or a merge finds two proposed consents with a conflict.
   */
  @Test
  void aRefusalOfACoordinatorThatTakesOverLetsNoOtherTransactionIn() {
    SteppedShards all = SteppedShards.open(1, 3, STRICT);
    Transaction first = new Transaction(time(1), List.of(0));
    all.begin(first, Map.of(0, increment("x", Timestamp.NONE)));
    all.settle(sent -> !sent.toReplica() || sent.to() != 2);
    all.fire(time(1), Timer.FAST);
    all.settle(sent -> sent.toReplica() && sent.to() == 1);
    all.takeOver(first, Ballot.FIRST);
    all.settle(
        sent ->
            sent.message() instanceof Message.Finalize
                ? sent.to() == 0
                : sent.toReplica() ? sent.to() != 1 : sent.from() != 1);
    assertThat(all.memory(0, 0).record().getFirst().vote().consents()).isFalse();
    all.coordinators.remove(time(1));

    all.begin(time(2), increment("x", Timestamp.NONE));
    all.settle(sent -> !sent.toReplica() || sent.to() != 1);
    all.fire(time(2), Timer.FAST);
    all.settle(
        sent ->
            !(sent.message() instanceof Message.Decide) && (!sent.toReplica() || sent.to() != 1));
    all.coordinators.remove(time(2));

    all.changeView(
        0, sent -> !(sent.message() instanceof Message.DoViewChange) || sent.from() != 0);
    all.takeOver(first, Ballot.FIRST);
    all.settle();
    all.fire(time(1), Timer.RETRY);
    all.settle();
    assertThat(all.outcome(time(2))).as("the second one").isEqualTo(Outcome.ABORTED);
    assertThat(all.outcome(time(1))).as("the first one").isEqualTo(Outcome.COMMITTED);
  }

  /** §5.2.3: another coordinator took over before a replica had voted, and is gone, too. */
  @Test
  void aTransactionThatNoReplicaKnowsIsRefused() {
    SteppedShards all = SteppedShards.open(1, 3, STRICT);
    Transaction transaction = new Transaction(time(1), List.of(0));
    all.begin(transaction, Map.of(0, writing("x")));
    Coordinator first = all.coordinators.get(time(1));
    all.settle(_ -> false);
    all.takeOver(transaction, Ballot.FIRST);
    all.settle(Sent::toReplica);
    all.coordinators.put(time(1), first);
    for (int i = 0; i < 3; i++) {
      all.fire(time(1), Timer.RETRY);
      all.settle();
    }
    assertThat(all.outcome(time(1))).isEqualTo(Outcome.ABORTED);
  }

  /** §3.2.2: no replica acts in a view change, and the merged record has what was taken. */
  @Test
  void whatAClientTookOnTheFastPathSurvivesAViewChange() {
    SteppedShards all = SteppedShards.open(1, 5, STRICT);
    Transaction transaction = new Transaction(time(1), List.of(0));
    prepareAndDie(all, transaction, Map.of(0, writing("x")), 1, 2, 3, 4);
    // The records of hosts 0, 1 and 2 are merged: two of three have consented.
    all.changeView(0, sent -> !(sent.message() instanceof Message.DoViewChange) || sent.from() < 3);
    for (int host = 0; host < 5; host++) {
      Entry entry = all.memory(0, host).record().getFirst();
      assertThat(entry.vote().consents()).as("host %s", host).isTrue();
      assertThat(entry.standing()).isEqualTo(Standing.MERGED);
    }
  }

  /** TAPIR-MERGE: a result that cannot have been taken is found again, by timestamp. */
  @Test
  void whatCannotHaveBeenTakenIsValidatedAgain() {
    SteppedShards all = SteppedShards.open(1, 5, STRICT);
    prepareAndDie(all, new Transaction(time(2), List.of(0)), Map.of(0, writing("x")), 0);
    prepareAndDie(all, new Transaction(time(1), List.of(0)), Map.of(0, writing("x")), 1);
    all.changeView(0, sent -> !(sent.message() instanceof Message.DoViewChange) || sent.from() < 3);
    List<Entry> record = all.memory(0, 4).record();
    assertThat(record.getFirst().vote()).isEqualTo(Vote.OK);
    assertThat(record.getLast().vote()).isEqualTo(new Vote(Verdict.ABSTAIN, time(1)));
  }

  /** §3.2.2, ruling T2: a result of an older view is not taken; the merged one is told. */
  @Test
  void aFinalizeOfAnOlderViewIsAnsweredWithTheMergedResult() {
    SteppedShards all = SteppedShards.open(1, 3, STRICT);
    all.begin(time(1), writing("x"));
    all.settle(sent -> !(sent.toReplica() && sent.to() > 0));
    List<SteppedShards.Sent> none = all.take();
    assertThat(none).isEmpty();
    all.changeView(0, _ -> true);
    Vote refusal = new Vote(Verdict.ABSTAIN, Timestamp.NONE);
    Transaction transaction = new Transaction(time(1), List.of(0));
    all.on(
        all.replica(0, 1),
        new Event.Received<>(
            new Address.Replica(0, 0),
            new Message.Finalize(transaction, writing("x"), refusal, Ballot.FIRST, 1)));
    assertThat(all.take().getFirst().message())
        .isInstanceOfSatisfying(
            Message.PrepareReply.class,
            told -> {
              assertThat(told.view()).isEqualTo(all.memory(0, 1).view()).isGreaterThan(1);
              assertThat(told.entry().vote()).isEqualTo(Vote.OK);
            });
  }

  /** TAPIR-SYNC: a replica that missed a commit has it in the next view. */
  @Test
  void aReplicaThatMissedACommitHasItInTheNextView() {
    SteppedShards all = SteppedShards.open(1, 3, STRICT);
    all.begin(time(1), writing("x"));
    all.settle(without(2));
    all.fire(time(1), Timer.FAST);
    all.settle(without(2));
    assertThat(all.memory(0, 2).version(item("x"))).isEqualTo(Timestamp.NONE);
    all.changeView(0, _ -> true);
    assertThat(all.memory(0, 2).version(item("x"))).isEqualTo(time(1));
    assertThat(all.memory(0, 2).record()).as("what is settled leaves the record").isEmpty();
  }

  /** §5.2.3, ruling T4: what a coordinator told is kept by the one that takes over. */
  @Test
  void theOneThatTakesOverCommitsWhatWasPreparedEverywhere() {
    SteppedShards all = SteppedShards.open(2, 3, STRICT);
    Transaction transaction = new Transaction(time(1), List.of(0, 1));
    prepareAndDie(all, transaction, Map.of(0, writing("x"), 1, writing("y")), 0, 1, 2);
    all.takeOver(transaction, Ballot.FIRST);
    all.settle();
    assertThat(all.outcome(time(1))).isEqualTo(Outcome.COMMITTED);
    assertThat(all.memory(1, 2).version(item("y"))).isEqualTo(time(1));
  }

  /** §5.2.3: what was not prepared in some participant is aborted in all. */
  @Test
  void theOneThatTakesOverAbortsWhatAParticipantNeverHeardOf() {
    SteppedShards all = SteppedShards.open(2, 3, STRICT);
    Transaction transaction = new Transaction(time(1), List.of(0, 1));
    all.begin(transaction, Map.of(0, writing("x"), 1, writing("y")));
    List<SteppedShards.Sent> prepares = all.take();
    prepares.stream().filter(sent -> sent.shard() == 0).forEach(all::deliver);
    all.settle(_ -> false);
    all.coordinators.clear();
    all.takeOver(transaction, Ballot.FIRST);
    all.settle();
    assertThat(all.outcome(time(1))).isEqualTo(Outcome.ABORTED);
    // The question of the first coordinator comes late.
    prepares.stream().filter(sent -> sent.shard() == 1).forEach(all::deliver);
    assertThat(all.memory(1, 0).record().getFirst().vote().consents()).isFalse();
  }

  /** §5.2.3, ruling T4: the replicas heed no lower ballot, so the first one finds no result. */
  @Test
  void aCoordinatorThatWasTakenOverComesToTheSameOutcome() {
    SteppedShards all = SteppedShards.open(1, 3, STRICT);
    Transaction transaction = new Transaction(time(1), List.of(0));
    all.begin(transaction, Map.of(0, writing("x")));
    List<SteppedShards.Sent> prepares = all.take();
    all.deliver(prepares.getFirst());
    all.flush(0, 0);
    Coordinator first = all.coordinators.get(time(1));
    List<SteppedShards.Sent> answer = all.take();
    all.takeOver(transaction, Ballot.FIRST);
    all.settle();
    assertThat(all.outcome(time(1))).isEqualTo(Outcome.ABORTED);
    all.forget();
    all.coordinators.put(time(1), first);
    answer.forEach(all::deliver);
    prepares.subList(1, 3).forEach(all::deliver);
    all.settle();
    assertThat(all.outcome(time(1))).isEqualTo(Outcome.ABORTED);
  }

  /** A ballot that was heeded for a transaction that no replica knows is over with its view. */
  @Test
  void aPromiseAloneLeavesTheRecord() {
    SteppedShards all = SteppedShards.open(1, 3, STRICT);
    all.takeOver(new Transaction(time(1), List.of(0)), Ballot.FIRST);
    all.settle(sent -> sent.toReplica());
    assertThat(all.memory(0, 1).record()).hasSize(1);
    all.changeView(0, _ -> true);
    assertThat(all.memory(0, 1).record()).isEmpty();
  }

  /** Ruling T4: a replica asks for another coordinator once the first was silent for a while. */
  @Test
  void aReplicaOfTheHomeShardAsksForAnotherCoordinator() {
    SteppedShards all = SteppedShards.open(2, 3, STRICT);
    Transaction transaction = new Transaction(time(1), List.of(1, 0));
    prepareAndDie(all, transaction, Map.of(0, writing("x"), 1, writing("y")), 0, 1, 2);
    for (int each = 0; each < 2; each++) {
      all.on(all.replica(0, 0), new Event.TimerFired<>(Timer.WATCH));
      all.on(all.replica(1, 0), new Event.TimerFired<>(Timer.WATCH));
      all.on(all.replica(1, 1), new Event.TimerFired<>(Timer.WATCH));
    }
    assertThat(all.takeOvers).containsExactly(new Output.TakeOver(transaction, Ballot.FIRST));
  }

  /** Ruling RR9, UW's issue 15: a replica that lost its disk does not act before the next view. */
  @Test
  void aReplicaThatLostItsDiskActsOnlyInAViewThatBeganWithItsNewDisk() {
    SteppedShards all = SteppedShards.open(1, 3, STRICT);
    all.begin(time(1), writing("x"));
    all.settle();
    all.loseDisk(0, 2);
    assertThat(all.replica(0, 2).acts()).isFalse();
    all.begin(time(2), writing("y"));
    all.settle(sent -> !(sent.message() instanceof Message.DoViewChange));
    assertThat(all.outcome(time(2)))
        .as("two answers are no fast quorum")
        .isEqualTo(Outcome.UNKNOWN);
    all.on(all.replica(0, 2), new Event.TimerFired<>(Timer.RETRY));
    all.settle();
    assertThat(all.replica(0, 2).acts()).isTrue();
    assertThat(all.memory(0, 2).version(item("x"))).isEqualTo(time(1));
  }

  /**
   * The timestamp inversion of NCC (OSDI'23): by timestamps alone, a transaction that was told
   * before another began comes after it. The first coordinator's clock is ahead.
   */
  @Test
  void timestampsAloneInvertTheOrderOfRealTime() {
    assertThat(inverts(TIMESTAMPS)).isTrue();
    assertThat(inverts(STRICT)).isFalse();
  }

  private static boolean inverts(Settings settings) {
    SteppedShards all = SteppedShards.open(1, 3, settings);
    Timestamp olderA = all.memory(0, 0).version(item("a"));
    all.begin(time(10), writing("a"));
    all.settle();
    assertThat(all.outcome(time(10))).isEqualTo(Outcome.COMMITTED);
    all.begin(time(5), writing("b"));
    all.settle();
    assertThat(all.outcome(time(5))).isEqualTo(Outcome.COMMITTED);
    Part both =
        new Part(new TreeMap<>(Map.of(item("a"), olderA, item("b"), time(5))), new TreeMap<>());
    all.begin(time(7), both);
    all.settle();
    History history = new History();
    history.add(new History.Committed(time(10), writing("a"), 0, 1));
    history.add(new History.Committed(time(5), writing("b"), 2, 3));
    if (all.outcome(time(7)) == Outcome.COMMITTED) {
      history.add(new History.Committed(time(7), both, 4, 5));
    }
    assertThat(history.cycle(false)).as("serializable in any case").isEmpty();
    return !history.cycle(true).isEmpty();
  }

  /** NCC's second instance: a blind write below one that was told. */
  @Test
  void blindWritesInvertTheOrderToo() {
    assertThat(blindlyCommitted(TIMESTAMPS)).isEqualTo(Outcome.COMMITTED);
    assertThat(blindlyCommitted(STRICT)).isEqualTo(Outcome.ABORTED);
  }

  private static Outcome blindlyCommitted(Settings settings) {
    SteppedShards all = SteppedShards.open(1, 3, settings);
    all.begin(time(10), writing("a"));
    // Prepared and told, and not executed yet.
    all.settle(sent -> !(sent.message() instanceof Message.Decide));
    assertThat(all.outcome(time(10))).isEqualTo(Outcome.COMMITTED);
    all.begin(time(5), writing("b"));
    all.settle();
    Part part =
        new Part(
            new TreeMap<>(Map.of(item("b"), time(5))), new TreeMap<>(Map.of(item("a"), VALUE)));
    all.begin(time(7), part);
    all.settle();
    return all.outcome(time(7));
  }
}
