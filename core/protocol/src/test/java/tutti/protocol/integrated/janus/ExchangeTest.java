package tutti.protocol.integrated.janus;

import static org.assertj.core.api.Assertions.assertThat;
import static tutti.protocol.integrated.janus.SteppedShards.exchanging;
import static tutti.protocol.integrated.janus.SteppedShards.transaction;
import static tutti.protocol.integrated.janus.SteppedShards.writing;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tutti.protocol.integrated.Timer;
import tutti.protocol.integrated.janus.SteppedShards.Sent;
import tutti.protocol.integrated.janus.graph.Transaction;
import tutti.protocol.machine.Event;

/** §4 of the text, for pieces of which any may refuse: participants exchange words. */
class ExchangeTest {
  private static final int CHAIN = 10;
  private static final int REFUSES = 1;
  private static final int ACCEPTS = 0;
  private static final Transaction ONE = transaction(1, 0, 1);
  private static final Transaction OTHER = transaction(2, 1, 0);

  private static boolean isSaid(Sent sent) {
    return sent.message() instanceof Message.SendInput;
  }

  private static void isWrittenBy(SteppedShards all, Transaction... writers) {
    for (int shard = 0; shard < all.shards.size(); shard++) {
      for (SimulatedReplica each : all.shards.get(shard)) {
        assertThat(all.written(shard, each.host(), "x"))
            .as("shard %s, host %s", shard, each.host())
            .containsExactlyElementsOf(List.of(writers).stream().map(Transaction::id).toList());
      }
    }
  }

  private static void lookTwice(SteppedShards all) {
    for (int look = 0; look < 2; look++) {
      all.shards.forEach(
          shard -> shard.forEach(each -> all.on(each, new Event.TimerFired<>(Timer.RETRY))));
      all.settle();
    }
  }

  @Test
  void whatOneParticipantRefusesIsExecutedNowhere() {
    SteppedShards all = new SteppedShards(2, 3);
    all.begin(ONE, exchanging(ONE, "x", 1, REFUSES));
    all.settle();
    assertThat(all.outcome(ONE)).isEqualTo(Outcome.REFUSED);
    isWrittenBy(all);
    assertThat(all.memory(0, 0).vertices()).isEmpty();
  }

  @Test
  void whatAllAcceptIsExecutedByAll() {
    SteppedShards all = new SteppedShards(2, 3);
    all.begin(ONE, exchanging(ONE, "x", 1, ACCEPTS));
    all.settle();
    assertThat(all.outcome(ONE)).isEqualTo(Outcome.COMMITTED);
    isWrittenBy(all, ONE);
  }

  /** The last shard hears in the second round how often the first one's item was written. */
  @Test
  void aRefusalMayRestOnWhatAnotherParticipantHasTold() {
    SteppedShards all = new SteppedShards(2, 3);
    Transaction local = transaction(1, 0);
    all.begin(local, writing(local, "x"));
    all.settle();
    Transaction odd = transaction(2, 0, 1);
    all.begin(odd, exchanging(odd, "x", 2, 2));
    all.settle();
    assertThat(all.outcome(odd)).as("one write").isEqualTo(Outcome.COMMITTED);
    Transaction third = transaction(3, 0);
    all.begin(third, writing(third, "x"));
    all.settle();
    Transaction even = transaction(4, 0, 1);
    all.begin(even, exchanging(even, "x", 2, 2));
    all.settle();
    assertThat(all.outcome(even)).as("four writes").isEqualTo(Outcome.REFUSED);
  }

  /** The state before a transaction is that which its place gives, in all shards alike. */
  @Test
  void transactionsInARingAreRefusedInTheirOrder() {
    SteppedShards all = new SteppedShards(2, 3);
    all.begin(ONE, exchanging(ONE, "x", 2, ACCEPTS));
    List<Sent> first = all.take();
    all.begin(OTHER, exchanging(OTHER, "x", 2, 2));
    List<Sent> second = all.take();
    first.stream().filter(sent -> sent.shard() == 0).forEach(all::deliver);
    second.forEach(all::deliver);
    first.stream().filter(sent -> sent.shard() == 1).forEach(all::deliver);
    all.settle();
    assertThat(all.outcome(ONE)).isEqualTo(Outcome.COMMITTED);
    assertThat(all.outcome(OTHER)).as("two writes before it").isEqualTo(Outcome.REFUSED);
    isWrittenBy(all, ONE);
  }

  /** Ruling on exchanges: pieces without a conflict do not wait for each other. */
  @Test
  void aTransactionThatWaitsForWordsHoldsUpNoneWithoutAConflict() {
    SteppedShards all = new SteppedShards(2, 3);
    all.begin(ONE, exchanging(ONE, "x", 1, ACCEPTS));
    Transaction apart = transaction(2, 0);
    Transaction behind = transaction(3, 0);
    all.settle(sent -> !isSaid(sent));
    all.begin(apart, writing(apart, "y"));
    all.begin(behind, writing(behind, "x"));
    all.settle(sent -> !isSaid(sent));
    assertThat(all.outcome(apart)).isEqualTo(Outcome.COMMITTED);
    assertThat(all.outcome(behind)).isEqualTo(Outcome.UNKNOWN);
  }

  @Test
  void wordsThatAreLostAreAskedForAgain() {
    SteppedShards all = new SteppedShards(2, 3);
    all.begin(ONE, exchanging(ONE, "x", 1, ACCEPTS));
    all.settle(sent -> !isSaid(sent));
    assertThat(all.outcome(ONE)).isEqualTo(Outcome.UNKNOWN);
    for (int look = 0; look < 2; look++) {
      all.shards.forEach(
          shard -> shard.forEach(each -> all.on(each, new Event.TimerFired<>(Timer.RETRY))));
      all.settle();
    }
    all.fire(ONE, Timer.RETRY);
    all.settle();
    assertThat(all.outcome(ONE)).isEqualTo(Outcome.COMMITTED);
    isWrittenBy(all, ONE);
  }

  /** One replica has lost its word, and comes to the same one; the others have executed it. */
  @Test
  void aReplicaThatStartsAgainHearsTheWordsOfThoseThatHaveExecuted() {
    for (int left = 0; left < 4; left++) {
      SteppedShards all = new SteppedShards(2, 3);
      all.begin(ONE, exchanging(ONE, "x", 2, 3));
      all.deliver();
      all.flush();
      all.deliver();
      all.deliver();
      SimulatedReplica replica = all.replica(0, 2);
      replica.crash(Math.min(left, replica.written.size()));
      all.settle();
      all.start(replica);
      all.fire(ONE, Timer.RETRY);
      all.settle();
      assertThat(all.outcome(ONE)).isEqualTo(Outcome.REFUSED);
      lookTwice(all);
      all.fire(ONE, Timer.RETRY);
      all.settle();
      isWrittenBy(all);
      assertThat(all.memory(0, 2).vertices()).isEmpty();
    }
  }

  /** The words of a chain of transactions are asked for together, by a replica that was away. */
  @Test
  void aReplicaThatWasAwayHearsAllWordsAtOnce() {
    SteppedShards all = new SteppedShards(2, 3);
    SimulatedReplica away = all.replica(0, 2);
    away.crash(0);
    Transaction[] chain = new Transaction[CHAIN];
    for (int each = 0; each < CHAIN; each++) {
      chain[each] = transaction(each + 1, 0, 1);
      all.begin(chain[each], exchanging(chain[each], "x", 1, ACCEPTS));
      all.settle();
      all.fire(chain[each], Timer.FAST);
      all.settle();
    }
    while (all.written(1, 2, "x").size() < CHAIN) {
      all.on(all.replica(1, 2), new Event.TimerFired<>(Timer.RETRY));
      all.settle();
    }
    all.start(away);
    for (Transaction each : chain) {
      all.fire(each, Timer.RETRY);
      all.settle();
    }
    for (int look = 0; look < 2; look++) {
      all.on(away, new Event.TimerFired<>(Timer.RETRY));
      all.settle();
    }
    isWrittenBy(all, chain);
  }

  @ParameterizedTest
  @CsvSource({"1, 3, 1", "2, 3, 1", "2, 3, 2", "3, 3, 1", "2, 5, 1"})
  void aRoundTakesOneMessageToEachReplicaOfEachOtherParticipant(int shards, int size, int rounds) {
    SteppedShards all = new SteppedShards(shards, size);
    Integer[] participants = new Integer[shards];
    for (int shard = 0; shard < shards; shard++) {
      participants[shard] = shard;
    }
    Transaction transaction = transaction(1, participants);
    all.begin(transaction, exchanging(transaction, "x", rounds, ACCEPTS));
    int[] said = new int[1];
    all.settle(
        sent -> {
          said[0] += isSaid(sent) ? 1 : 0;
          return true;
        });
    assertThat(said[0]).isEqualTo(rounds * size * shards * (shards - 1));
    assertThat(all.delivered).isEqualTo(7 * shards * size + said[0]);
    assertThat(all.flushed).as("no further flush").isEqualTo(shards * size);
  }
}
