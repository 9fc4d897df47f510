package tutti.lab.log;

import static org.assertj.core.api.Assertions.assertThat;
import static tutti.lab.log.LoggedValues.ACCOUNT;
import static tutti.lab.log.LoggedValues.OTHER;
import static tutti.lab.log.LoggedValues.keyItem;
import static tutti.lab.log.LoggedValues.name;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import tutti.lab.bank.BundledSpecification;
import tutti.model.ActorId;
import tutti.model.Application;
import tutti.model.Encoder;
import tutti.protocol.integrated.Ballot;
import tutti.protocol.integrated.janus.Record;
import tutti.protocol.integrated.janus.graph.Decision;
import tutti.protocol.integrated.janus.graph.Dependencies;
import tutti.protocol.integrated.janus.graph.Payload;
import tutti.protocol.integrated.janus.graph.Piece;
import tutti.protocol.integrated.janus.graph.PieceOutput;
import tutti.protocol.integrated.janus.graph.Request;
import tutti.protocol.integrated.janus.graph.Transaction;
import tutti.protocol.integrated.janus.graph.TransactionId;
import tutti.simulator.history.Anomaly;
import tutti.simulator.history.Operation;

/** Logs of hosts of Janus that are made by hand, with and without contradictions. */
class OrderedItemsTest {
  private static final int INTEGRATED = 2;
  private static final int FACT = 0;
  private static final int WRITES = 1;
  private static final int IMAGE = 2;
  private static final int IMAGED_ITEMS = 5;
  private static final int COMPLETE = 6;
  private static final int COMING = 7;
  private static final int COME = 8;
  private static final int TAKEN = 9;

  private final Application application = BundledSpecification.simulation();
  private final LoggedValues values = new LoggedValues(application);
  private final OrderedItems logs = new OrderedItems(application);

  /** A record of a replica, whose parts stand behind each other as those of one step do. */
  private static final class Step {
    final Encoder out = new Encoder();

    Step(int shard) {
      out.putByte(INTEGRATED).putVarLong(shard);
    }

    Step fact(Record fact) {
      fact.encode(out.putByte(FACT));
      return this;
    }

    Step kind(int kind) {
      out.putByte(kind);
      return this;
    }

    Step items(SortedMap<ActorId, byte[]> items) {
      out.putVarLong(items.size());
      items.forEach(
          (item, value) -> out.putString(item.type()).putString(item.key()).putBytes(value));
      return this;
    }
  }

  private void log(int host, Step step) {
    logs.add(host, step.out.toByteArray());
  }

  private static TransactionId id(long number) {
    return new TransactionId(number, 9);
  }

  /** A replica hears of a transaction that names these items of its shard, and that is decided. */
  private void decided(int host, int shard, long number, List<Integer> shards, ActorId... items) {
    decided(host, shard, number, shards, Decision.commit(Dependencies.NONE), items);
  }

  private void decided(
      int host, int shard, long number, List<Integer> shards, Decision how, ActorId... items) {
    Transaction transaction = new Transaction(id(number), shards);
    SortedMap<Integer, Piece> pieces = new TreeMap<>();
    shards.forEach(
        each ->
            pieces.put(
                each,
                each == shard
                    ? new Piece(new TreeSet<>(), new TreeSet<>(Set.of(items)), Payload.NONE)
                    : new Piece(new TreeSet<>(), new TreeSet<>(), Payload.NONE)));
    log(
        host,
        new Step(shard)
            .fact(
                new Record.Witnessed(
                    transaction, new Request(pieces), Ballot.FIRST, Dependencies.NONE))
            .fact(new Record.Decided(transaction, how)));
  }

  private void executed(int host, int shard, long number, Map<ActorId, byte[]> writes) {
    Step step = new Step(shard);
    if (!writes.isEmpty()) {
      id(number).encode(step.kind(WRITES).out);
      step.items(new TreeMap<>(writes));
    }
    log(host, step.fact(new Record.Executed(id(number), PieceOutput.of(Payload.NONE))));
  }

  /** A transaction of one shard that makes a version of an account, at one host. */
  private void made(int host, long number, long version) {
    decided(host, 0, number, List.of(0), ACCOUNT, keyItem(number));
    executed(host, 0, number, version(number, version));
  }

  private Map<ActorId, byte[]> version(long number, long version) {
    return Map.of(ACCOUNT, values.account(ACCOUNT, version), keyItem(number), values.key(number));
  }

  private List<String> wrong() {
    return logs.summary(true).anomalies().stream().map(Anomaly::name).distinct().toList();
  }

  @Test
  void versionsFollowEachOtherAndReadsAreKnown() {
    for (int host = 0; host < 3; host++) {
      made(host, 1, 1);
      made(host, 2, 3);
      decided(host, 0, 3, List.of(0, 1), ACCOUNT);
      decided(host, 1, 3, List.of(0, 1), OTHER, keyItem(3));
      executed(host, 0, 3, Map.of());
      executed(host, 1, 3, Map.of(OTHER, values.account(OTHER, 1), keyItem(3), values.key(3)));
    }

    LogSummary summary = logs.summary(true);
    assertThat(summary.anomalies()).isEmpty();
    assertThat(summary.transactions()).hasSize(3);
    assertThat(summary.actors().get(ACCOUNT).version()).isEqualTo(3);
    LogSummary.Logged second = summary.transactions().get(name(2).toString());
    assertThat(second.key()).isEqualTo("k2");
    assertThat(second.writes())
        .containsExactly(
            Operation.Write.of(ACCOUNT.toString(), 2), Operation.Write.of(ACCOUNT.toString(), 3));
    assertThat(summary.transactions().get(name(3).toString()).reads())
        .containsExactly(new Operation.Read(ACCOUNT.toString(), 3));
  }

  @Test
  void replicasThatExecuteInAnotherOrderAreFound() {
    made(0, 1, 1);
    made(0, 2, 2);
    made(1, 2, 1);
    made(1, 1, 2);
    assertThat(wrong()).contains("replicas-differ");
  }

  @Test
  void aReplicaThatIsBehindAtTheEndIsFound() {
    made(0, 1, 1);
    made(0, 2, 2);
    made(1, 1, 1);
    assertThat(logs.summary(false).anomalies()).isEmpty();
    assertThat(wrong()).containsExactly("replicas-differ");
  }

  @Test
  void aVersionThatIsMadeOfAnOlderOneIsFound() {
    made(0, 1, 1);
    made(0, 2, 1);
    assertThat(wrong()).containsExactly("lost-write");
  }

  @Test
  void aParticipantThatHasNotExecutedIsFound() {
    decided(0, 0, 1, List.of(0, 1), ACCOUNT, keyItem(1));
    executed(0, 0, 1, version(1, 1));
    assertThat(logs.summary(false).anomalies()).isEmpty();
    assertThat(wrong()).containsExactly("half-committed");
  }

  @Test
  void aParticipantThatHasRefusedIsFound() {
    decided(0, 0, 1, List.of(0, 1), ACCOUNT, keyItem(1));
    executed(0, 0, 1, version(1, 1));
    decided(0, 1, 1, List.of(0, 1), OTHER);
    log(0, new Step(1).fact(new Record.Executed(id(1), new PieceOutput(true, Payload.NONE))));
    assertThat(wrong()).containsExactly("half-committed");
  }

  @Test
  void twoOutcomesOfOneTransactionAreFound() {
    made(0, 1, 1);
    decided(1, 0, 1, List.of(0), Decision.ABANDONED, ACCOUNT);
    assertThat(wrong()).contains("ended-twice", "half-committed");
  }

  @Test
  void aTransactionThatIsAbandonedIsSkippedEverywhere() {
    decided(0, 0, 1, List.of(0, 1), Decision.ABANDONED, ACCOUNT);
    executed(0, 0, 1, Map.of());
    LogSummary summary = logs.summary(true);
    assertThat(summary.anomalies()).isEmpty();
    assertThat(summary.transactions()).isEmpty();
  }

  /** A transaction that is abandoned has no place in the order; its request may come later. */
  @Test
  void aTransactionThatIsAbandonedIsSkippedAtAnyTime() {
    Transaction abandoned = new Transaction(id(2), List.of(0));
    log(
        0,
        new Step(0)
            .fact(new Record.Decided(abandoned, Decision.ABANDONED))
            .fact(new Record.Executed(id(2), PieceOutput.NONE)));
    made(0, 1, 1);
    decided(1, 0, 2, List.of(0), Decision.ABANDONED, ACCOUNT, keyItem(2));
    executed(1, 0, 2, Map.of());
    made(1, 1, 1);
    made(2, 1, 1);
    decided(2, 0, 2, List.of(0), Decision.ABANDONED, ACCOUNT, keyItem(2));
    executed(2, 0, 2, Map.of());
    assertThat(wrong()).isEmpty();
  }

  @Test
  void aReplicaThatExecutesWhatIsAbandonedIsFound() {
    decided(0, 0, 1, List.of(0), Decision.ABANDONED, ACCOUNT, keyItem(1));
    executed(0, 0, 1, Map.of());
    decided(1, 0, 1, List.of(0), Decision.ABANDONED, ACCOUNT, keyItem(1));
    executed(1, 0, 1, version(1, 1));
    assertThat(logs.summary(false).anomalies())
        .extracting(Anomaly::name)
        .containsExactly("replicas-differ");
  }

  @Test
  void aTransactionThatIsRefusedInAnotherOrderIsFound() {
    PieceOutput refused = new PieceOutput(true, Payload.NONE);
    made(0, 1, 1);
    decided(0, 0, 2, List.of(0), ACCOUNT);
    log(0, new Step(0).fact(new Record.Executed(id(2), refused)));
    decided(1, 0, 2, List.of(0), ACCOUNT);
    log(1, new Step(0).fact(new Record.Executed(id(2), refused)));
    made(1, 1, 1);
    assertThat(wrong()).containsExactly("replicas-differ");
  }

  @Test
  void aKeyThatTwoTransactionsHaveUsedIsFound() {
    made(0, 1, 1);
    decided(0, 0, 2, List.of(0), ACCOUNT, keyItem(1));
    executed(0, 0, 2, version(1, 2));
    assertThat(wrong()).containsExactly("key-used-twice");
  }

  @Test
  void anImageThatLacksWhatWasWrittenIsFound() {
    made(0, 1, 1);
    log(0, new Step(0).kind(IMAGE));
    made(0, 2, 2);
    log(0, new Step(0).kind(IMAGED_ITEMS).items(new TreeMap<>(version(1, 2))));
    log(0, new Step(0).kind(COMPLETE));
    assertThat(wrong()).isEmpty();

    log(0, new Step(0).kind(IMAGE));
    log(0, new Step(0).kind(IMAGED_ITEMS).items(new TreeMap<>(version(1, 1))));
    log(0, new Step(0).kind(COMPLETE));
    assertThat(wrong()).containsExactly("image-differs");
  }

  @Test
  void aReplicaThatHasLostItsDiskGoesOnFromTheItemsOfAnother() {
    made(0, 1, 1);
    made(1, 1, 1);
    logs.lost(1);
    log(1, new Step(0).kind(IMAGE));
    log(1, new Step(0).kind(COMING));
    log(1, new Step(0).kind(COME).items(new TreeMap<>(version(1, 1))));
    log(1, new Step(0).kind(IMAGE));
    log(1, new Step(0).kind(TAKEN));
    made(0, 2, 2);
    made(1, 2, 2);
    assertThat(wrong()).isEmpty();
  }

  @Test
  void itemsThatHaveComeOtherwiseAreFound() {
    made(0, 1, 1);
    log(1, new Step(0).kind(COMING));
    log(1, new Step(0).kind(COME).items(new TreeMap<>(Map.of(OTHER, values.account(OTHER, 1)))));
    log(1, new Step(0).kind(IMAGE));
    log(1, new Step(0).kind(TAKEN));
    assertThat(wrong()).containsExactly("replicas-differ");
  }

  /** A replica forgets a key in its place of the order, or hears of it when a memory comes. */
  @Test
  void aKeyThatIsForgottenIsNoItemAndNamesNoTransaction() {
    made(0, 1, 1);
    log(1, new Step(0).kind(COMING));
    log(1, new Step(0).kind(COME).items(new TreeMap<>(version(1, 1))));
    decided(0, 0, 2, List.of(0), keyItem(1));
    executed(0, 0, 2, Map.of(keyItem(1), new byte[0]));
    log(1, new Step(0).kind(COME).items(new TreeMap<>(Map.of(keyItem(1), new byte[0]))));
    log(1, new Step(0).kind(IMAGE));
    log(1, new Step(0).kind(TAKEN));
    assertThat(wrong()).isEmpty();
    assertThat(logs.summary(true).transactions().values())
        .extracting(LogSummary.Logged::key)
        .containsExactly("k1", null);
  }
}
