package tutti.protocol.integrated.janus;

import static org.assertj.core.api.Assertions.assertThat;
import static tutti.protocol.integrated.janus.SteppedShards.exchanging;
import static tutti.protocol.integrated.janus.SteppedShards.transaction;
import static tutti.protocol.integrated.janus.SteppedShards.writing;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tutti.protocol.integrated.janus.graph.Transaction;
import tutti.protocol.integrated.janus.graph.TransactionId;

/** The costs of the package's card, counted. */
class JanusCostTest {
  private static final Transaction FIRST = transaction(1, 0);

  private static Transaction touching(int number, int shards) {
    return shards == 1 ? transaction(number, 0) : transaction(number, 0, 1);
  }

  @ParameterizedTest
  @CsvSource({"1, 1", "1, 3", "2, 3", "2, 5"})
  void theFastPathTakesOneRoundTripAndOneFlushAtEachReplica(int shards, int size) {
    SteppedShards all = new SteppedShards(shards, size);
    Transaction transaction = touching(1, shards);
    all.begin(transaction, writing(transaction, "x"));
    all.deliver();
    assertThat(all.messages).as("no answer before the flush").isEmpty();
    all.flush();
    all.deliver();
    assertThat(all.delivered).as("one round trip").isEqualTo(2 * shards * size);
    assertThat(all.flushed).as("one flush").isEqualTo(shards * size);
    // The client waits for one replica of each participant: the nearest.
    all.deliver(sent -> sent.to() == 0);
    all.deliver(sent -> !sent.toReplica() && sent.message() instanceof Message.Executed);
    assertThat(all.outcome(transaction)).isEqualTo(Outcome.COMMITTED);
    assertThat(all.flushed).as("no further flush").isEqualTo(shards * size);
  }

  @ParameterizedTest
  @CsvSource({"1, 3", "2, 3", "2, 5"})
  void theSlowPathTakesTwoRoundTripsAndTwoFlushesAtEachReplica(int shards, int size) {
    SteppedShards all = new SteppedShards(shards, size);
    Transaction one = touching(1, shards);
    Transaction other = touching(2, shards);
    all.begin(one, writing(one, "x"));
    List<SteppedShards.Sent> first = all.take();
    all.begin(other, writing(other, "x"));
    List<SteppedShards.Sent> second = all.take();
    // Host 0 hears of them in one order, the others in the other one; the first one alone goes on.
    first.stream().filter(sent -> sent.to() == 0).forEach(all::deliver);
    second.forEach(all::deliver);
    first.stream().filter(sent -> sent.to() != 0).forEach(all::deliver);
    all.flush();
    all.take().stream().filter(sent -> isOf(one, sent)).forEach(all::deliver);
    int before = all.delivered;
    assertThat(all.messages).hasSize(shards * size).allMatch(JanusCostTest::isAccept);
    all.deliver();
    assertThat(all.messages).as("no answer before the flush").isEmpty();
    all.flush();
    all.deliver();
    assertThat(all.delivered - before).as("a second round trip").isEqualTo(2 * shards * size);
    assertThat(all.flushed).as("two flushes").isEqualTo(2 * shards * size);
    assertThat(all.messages).hasSize(shards * size).allMatch(JanusCostTest::isCommit);
  }

  private static boolean isOf(Transaction transaction, SteppedShards.Sent sent) {
    return sent.message() instanceof Message.PreAccepted(TransactionId id, _, _, _, _)
        && id.equals(transaction.id());
  }

  private static boolean isAccept(SteppedShards.Sent sent) {
    return sent.message() instanceof Message.Accept;
  }

  private static boolean isCommit(SteppedShards.Sent sent) {
    return sent.message() instanceof Message.Commit;
  }

  @ParameterizedTest
  @CsvSource({"1, 3", "2, 3", "2, 5"})
  void aTransactionTakesSevenMessagesForEachReplicaUntilItIsForgotten(int shards, int size) {
    SteppedShards all = new SteppedShards(shards, size);
    Transaction transaction = touching(1, shards);
    all.begin(transaction, writing(transaction, "x"));
    all.settle();
    assertThat(all.delivered).isEqualTo(7 * shards * size);
    assertThat(all.flushed).isEqualTo(shards * size);
    assertThat(all.memory(0, 0).vertices()).isEmpty();
  }

  /** The values that replicas of a shard tell those of the others, each to the one on its host. */
  @ParameterizedTest
  @CsvSource({"2, 3", "2, 5"})
  void anExchangeOfValuesTakesAMessageForEachReplicaOfEachOtherShardAndNoFlush(
      int shards, int size) {
    SteppedShards all = new SteppedShards(shards, size);
    Transaction transaction = touching(1, shards);
    all.begin(transaction, exchanging(transaction, "x", 1, 0));
    all.settle();
    assertThat(all.outcome(transaction)).isEqualTo(Outcome.COMMITTED);
    assertThat(all.delivered).isEqualTo(7 * shards * size + shards * size * (shards - 1));
    assertThat(all.flushed).isEqualTo(shards * size);
  }

  @ParameterizedTest
  @CsvSource({"3", "5"})
  void aReadAsksAllReplicasAndThenOneOfThemAndFlushesNothing(int size) {
    SteppedShards all = new SteppedShards(1, size);
    all.read(1, "x", 1);
    all.settle();
    assertThat(all.delivered).isEqualTo(2 * size + 2);
    assertThat(all.flushed).isZero();
  }

  @ParameterizedTest
  @CsvSource({"3", "5"})
  void transactionsOneAfterAnotherOnOneItemAllTakeTheFastPath(int size) {
    SteppedShards all = new SteppedShards(1, size);
    for (int number = 1; number <= 3; number++) {
      Transaction transaction = transaction(number, 0);
      all.begin(transaction, writing(transaction, "x"));
      all.settle(sent -> !isAccept(sent));
      assertThat(all.outcome(transaction)).isEqualTo(Outcome.COMMITTED);
    }
    assertThat(all.written(0, 0, "x")).hasSize(3).startsWith(FIRST.id());
  }

  /** Ruling on forgetting: one replica has forgotten what others still wait for, or not. */
  @ParameterizedTest
  @CsvSource({"3", "5"})
  void whatOneReplicaHasForgottenDoesNotCostTheFastPath(int size) {
    SteppedShards all = new SteppedShards(1, size);
    all.begin(FIRST, writing(FIRST, "x"));
    all.settle(sent -> !(sent.message() instanceof Message.Collect && sent.to() > 0));
    assertThat(all.memory(0, 0).vertices()).isEmpty();
    assertThat(all.memory(0, 1).vertices()).hasSize(1);
    Transaction next = transaction(2, 0);
    all.begin(next, writing(next, "x"));
    all.settle(sent -> !isAccept(sent));
    assertThat(all.outcome(next)).isEqualTo(Outcome.COMMITTED);
  }

  private static boolean isSettle(SteppedShards.Sent sent) {
    return sent.message() instanceof Message.Collect;
  }

  private static List<Transaction> witnessed(SteppedShards all, int host, Transaction of) {
    return all.memory(0, host).vertex(of.id()).witnessed.transactions();
  }

  /** Ruling on what is implied. */
  @Test
  void aDecidedWriterStandsForThoseBeforeIt() {
    SteppedShards all = new SteppedShards(1, 3);
    Transaction last = FIRST;
    for (int number = 1; number <= 4; number++) {
      Transaction transaction = transaction(number, 0);
      all.begin(transaction, writing(transaction, "x"));
      all.settle(sent -> !isSettle(sent));
      if (number > 1) {
        assertThat(witnessed(all, 1, transaction)).containsExactly(last);
      }
      last = transaction;
    }
    for (int host = 0; host < 3; host++) {
      assertThat(all.written(0, host, "x")).hasSize(4).isSorted();
    }
  }

  @Test
  void whatOneReplicaImpliesDoesNotCostTheFastPath() {
    SteppedShards all = new SteppedShards(1, 3);
    all.begin(FIRST, writing(FIRST, "x"));
    all.settle(sent -> !isSettle(sent));
    Transaction second = transaction(2, 0);
    all.begin(second, writing(second, "x"));
    all.settle(sent -> !isSettle(sent) && !(isCommit(sent) && sent.to() > 0));
    Transaction third = transaction(3, 0);
    all.begin(third, writing(third, "x"));
    all.settle(sent -> !isSettle(sent) && !isAccept(sent));
    assertThat(witnessed(all, 0, third)).containsExactly(second);
    assertThat(witnessed(all, 1, third)).containsExactly(FIRST, second);
    assertThat(all.outcome(third)).isEqualTo(Outcome.COMMITTED);
  }

  /** One replica alone has heard of another transaction before. */
  @Test
  void whatOneReplicaHasNotSeenCostsTheFastPath() {
    SteppedShards all = new SteppedShards(1, 3);
    all.begin(FIRST, writing(FIRST, "x"));
    all.settle(sent -> sent.to() == 0 || !sent.toReplica());
    Transaction second = transaction(2, 0);
    all.begin(second, writing(second, "x"));
    all.settle(sent -> !isAccept(sent));
    assertThat(all.outcome(second)).isEqualTo(Outcome.UNKNOWN);
  }
}
