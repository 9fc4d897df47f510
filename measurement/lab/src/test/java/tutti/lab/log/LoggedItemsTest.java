package tutti.lab.log;

import static org.assertj.core.api.Assertions.assertThat;
import static tutti.lab.log.LoggedValues.ACCOUNT;
import static tutti.lab.log.LoggedValues.OTHER;
import static tutti.lab.log.LoggedValues.keyItem;
import static tutti.lab.log.LoggedValues.name;

import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import tutti.lab.bank.BundledSpecification;
import tutti.model.ActorId;
import tutti.model.Application;
import tutti.model.Encoder;
import tutti.protocol.integrated.Ballot;
import tutti.protocol.integrated.tapir.Entry;
import tutti.protocol.integrated.tapir.Entry.Outcome;
import tutti.protocol.integrated.tapir.Part;
import tutti.protocol.integrated.tapir.Record;
import tutti.protocol.integrated.tapir.Timestamp;
import tutti.protocol.integrated.tapir.Transaction;
import tutti.protocol.integrated.tapir.Vote;
import tutti.simulator.history.Anomaly;
import tutti.simulator.history.Operation;

/** Logs of hosts of TAPIR that are made by hand, with and without contradictions. */
class LoggedItemsTest {
  private static final int INTEGRATED = 2;
  private static final Vote OK = new Vote(Vote.Verdict.OK, Timestamp.NONE);

  private final Application application = BundledSpecification.simulation();
  private final LoggedValues values = new LoggedValues(application);
  private final LoggedItems logs = new LoggedItems(application);

  private static Timestamp time(long time) {
    return new Timestamp(time, 1);
  }

  private Part.Value account(ActorId actor, long version) {
    return new Part.Value(values.account(actor, version));
  }

  private Part.Value key(long number) {
    return new Part.Value(values.key(number));
  }

  private void log(int shard, Timestamp at, List<Integer> shards, Part part, Outcome outcome) {
    Entry entry =
        new Entry(
            new Transaction(at, shards),
            part,
            OK,
            Entry.Standing.FINALIZED,
            Ballot.FIRST,
            Ballot.FIRST,
            outcome,
            outcome == Outcome.UNKNOWN ? Entry.Stage.UNDECIDED : Entry.Stage.SETTLED);
    Encoder out = new Encoder().putByte(INTEGRATED).putVarLong(shard);
    new Record.EntryLogged(entry).encode(out);
    logs.add(0, out.toByteArray());
  }

  /** A transaction that makes a version of an account, on that of another one. */
  private Part writing(long number, Timestamp read, long version) {
    SortedMap<ActorId, Timestamp> reads = new TreeMap<>(Map.of(ACCOUNT, read));
    SortedMap<ActorId, Part.Value> writes =
        new TreeMap<>(Map.of(ACCOUNT, account(ACCOUNT, version)));
    writes.put(keyItem(number), key(number));
    return new Part(reads, writes);
  }

  private void committed(long number, Timestamp read, long version) {
    log(0, time(number), List.of(0), writing(number, read, version), Outcome.COMMITTED);
  }

  private List<String> wrong() {
    return logs.summary(true).anomalies().stream().map(Anomaly::name).distinct().toList();
  }

  @Test
  void versionsFollowEachOtherAndReadsAreKnown() {
    committed(1, Timestamp.NONE, 1);
    committed(2, time(1), 3);
    Part looking =
        new Part(
            new TreeMap<>(Map.of(ACCOUNT, time(2), OTHER, Timestamp.NONE)),
            new TreeMap<>(Map.of(OTHER, account(OTHER, 1), keyItem(3), key(3))));
    log(1, time(3), List.of(1), looking, Outcome.COMMITTED);
    log(0, time(4), List.of(0), writing(4, time(2), 4), Outcome.ABORTED);

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
  void aVersionThatIsMadeOfAnOlderOneIsFound() {
    committed(1, Timestamp.NONE, 1);
    committed(2, time(1), 2);
    committed(3, time(1), 2);
    assertThat(wrong()).containsExactly("lost-write");
  }

  @Test
  void aReadOfWhatWasNotCommittedIsFound() {
    log(0, time(1), List.of(0), writing(1, Timestamp.NONE, 1), Outcome.ABORTED);
    committed(2, time(1), 2);
    assertThat(wrong()).contains("dirty-read");
  }

  @Test
  void aParticipantThatHasNotCommittedIsFound() {
    log(0, time(1), List.of(0, 1), writing(1, Timestamp.NONE, 1), Outcome.COMMITTED);
    assertThat(wrong()).containsExactly("half-committed");
  }

  @Test
  void twoOutcomesOfOneTransactionAreFound() {
    committed(1, Timestamp.NONE, 1);
    log(0, time(1), List.of(0), writing(1, Timestamp.NONE, 1), Outcome.ABORTED);
    assertThat(wrong()).contains("ended-twice");
  }

  @Test
  void aKeyThatTwoTransactionsHaveUsedIsFound() {
    committed(1, Timestamp.NONE, 1);
    Part again = writing(1, time(1), 2);
    log(0, time(2), List.of(0), again, Outcome.COMMITTED);
    assertThat(wrong()).containsExactly("key-used-twice");
  }
}
