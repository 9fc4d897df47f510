package tutti.engine.replication;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tutti.engine.journal.DataFolderRefused;
import tutti.engine.journal.ForgetfulDisk;
import tutti.engine.journal.ManualScheduler;
import tutti.engine.journal.SegmentedJournal;
import tutti.protocol.machine.Effect;
import tutti.protocol.machine.Event;
import tutti.protocol.replication.Ballot;
import tutti.protocol.replication.Command;
import tutti.protocol.replication.Group;
import tutti.protocol.replication.Input;
import tutti.protocol.replication.LogEntry;
import tutti.protocol.replication.Output;
import tutti.protocol.replication.ReplicaMachine;
import tutti.protocol.replication.ReplicationRecord;
import tutti.protocol.replication.Timing;
import tutti.protocol.replication.multipaxos.DurableState;
import tutti.protocol.replication.multipaxos.MultiPaxos;
import tutti.protocol.replication.multipaxos.Record;

/** The log of a host with a busy replica, of shard 0, and an idle one, of shard 1. */
class HostLogTest {
  private static final int IDLE = 1;
  private static final int ENTRIES = 5;
  private static final int MOST = 20_000;

  /** More than two renewals of the idle replica's entries. */
  private static final int LITTLE = 3_000;

  private static final long A_MINUTE = 60_000_000_000L;
  private static final Ballot BALLOT = new Ballot(3, 1);

  private final Random random = new Random(11);
  private final List<Integer> held = new ArrayList<>();
  private ManualScheduler scheduler = new ManualScheduler();
  private ForgetfulDisk disk = new ForgetfulDisk();
  private HostLog log;

  @BeforeEach
  void begin() throws IOException {
    open();
    store(IDLE, 0, ENTRIES);
  }

  private void open() throws IOException {
    scheduler = new ManualScheduler();
    log = HostLog.open(disk, new SegmentedJournal.Settings(1 << 12, 0, Duration.ZERO), scheduler);
    held.clear();
    log.whenHeld(MOST, held::add);
    pass();
  }

  private void pass() {
    for (int each = 0; each < 10; each++) {
      scheduler.runAll();
      scheduler.advance(5_000_000);
    }
    scheduler.runAll();
  }

  /** Loses what is not forced; some of the newest bytes may be there. */
  private void crash() throws IOException {
    disk = disk.crash(random);
    open();
  }

  private long store(int shard, long from, int count) {
    long end = from;
    for (int each = 0; each < count; each++) {
      LogEntry entry = new LogEntry(BALLOT, end, new Command(new byte[100]));
      log.append(shard, new Record.Stored(entry), true);
      end = entry.end();
    }
    return end;
  }

  /** Writes what a machine with the idle replica's memory writes anew. */
  private List<ReplicationRecord> renewal() {
    ReplicaMachine machine =
        MultiPaxos.replica(new Group(0, List.of(0, 1, 2)), Timing.of(1_000_000), log.found(IDLE));
    return machine.on(new Event.Input<>(new Input.Renew())).stream()
        .map(effect -> (ReplicationRecord) ((Effect.Persist<Output>) effect).record())
        .toList();
  }

  private List<LogEntry> idleEntries() {
    DurableState kept = log.peek(IDLE).orElseThrow();
    kept.add(new Record.ChosenTo(kept.endMark().position()));
    return kept.chosenBehind(0);
  }

  @Test
  void tellsOfTheReplicaThatHoldsTooMuchAndAgainWhileItDoes() {
    long end = store(0, 0, 100);
    pass();
    assertThat(held).isEmpty();
    end = store(0, end, 200);
    pass();
    assertThat(held).contains(IDLE);
    assertThat(log.held(IDLE)).isGreaterThan(MOST);
    held.clear();
    store(0, end, 100);
    pass();
    assertThat(held).contains(IDLE);
  }

  /** A host at rest would hold the log for ever: nothing is appended that prompts a look. */
  @Test
  void tellsOfItAgainThoughTheLogDoesNotGrowUntilItIsLetGo() throws IOException {
    long end = store(0, 0, 300);
    pass();
    crash();
    DurableState busy = log.peek(0).orElseThrow();
    busy.add(new Record.ChosenTo(end));
    log.append(0, busy.letGo(busy.placeAt(end).orElseThrow()), false);
    pass();
    for (int each = 0; each < 3; each++) {
      held.clear();
      scheduler.advance(A_MINUTE);
      pass();
      assertThat(held).containsExactly(IDLE);
    }
    renewal().forEach(record -> log.append(IDLE, record, false));
    pass();
    held.clear();
    scheduler.advance(A_MINUTE);
    pass();
    scheduler.advance(A_MINUTE);
    pass();
    assertThat(held).isEmpty();
  }

  /** A replica that is formed late would hold a log that it has nothing in. */
  @Test
  void aReplicaThatWritesItsFirstRecordLateHoldsNothingBeforeThat() throws IOException {
    int late = 2;
    store(0, 0, 100);
    store(late, 0, 1);
    pass();
    assertThat(log.held(late)).isLessThan(MOST / 10);
    crash();
    assertThat(log.held(late)).isLessThan(MOST / 10);
    assertThat(log.held(IDLE)).isGreaterThan(MOST / 2);
  }

  /** While a disk stands still, the log would grow by the facts again and again. */
  @Test
  void isWrittenAnewOnceUntilThatIsDurable() {
    assertThat(log.beginRenewal(IDLE)).as("nothing would be gained").isFalse();
    store(0, 0, 100);
    assertThat(log.beginRenewal(IDLE)).isTrue();
    renewal().forEach(record -> log.append(IDLE, record, false));
    store(0, 7_000, 100);
    assertThat(log.beginRenewal(IDLE)).isFalse();
    pass();
    store(0, 14_000, 100);
    assertThat(log.beginRenewal(IDLE)).isTrue();
  }

  /** A slow disk has many summaries before it: each would let the log grow by the facts again. */
  @Test
  void isNotWrittenAnewAgainOnceAnOlderSummaryIsDurable() {
    store(0, 0, 100);
    log.append(IDLE, renewal().getLast(), false);
    assertThat(log.beginRenewal(IDLE)).isTrue();
    pass();
    store(0, 7_000, 100);
    assertThat(log.beginRenewal(IDLE)).as("the first is not even written").isFalse();
    renewal().forEach(record -> log.append(IDLE, record, false));
    pass();
    store(0, 14_000, 100);
    assertThat(log.beginRenewal(IDLE)).isTrue();
  }

  @Test
  void tellsOfItAfterAStart() throws IOException {
    store(0, 0, 300);
    pass();
    crash();
    assertThat(held).contains(IDLE);
  }

  @Test
  void isLetGoUpToWhatWasWrittenAnew() throws IOException {
    long end = store(0, 0, 300);
    pass();
    crash();
    List<LogEntry> before = idleEntries();
    assertThat(before).hasSize(ENTRIES);
    DurableState busy = log.peek(0).orElseThrow();
    busy.add(new Record.ChosenTo(end));
    log.append(0, busy.letGo(busy.placeAt(end).orElseThrow()), false);
    pass();
    assertThat(log.needsFrom()).as("held by the idle replica").isLessThan(300);
    renewal().forEach(record -> log.append(IDLE, record, false));
    pass();
    assertThat(log.held(IDLE)).isLessThan(LITTLE);
    assertThat(log.needsFrom()).isGreaterThan(30_000);
    crash();
    assertThat(idleEntries()).isEqualTo(before);
    assertThat(log.held(IDLE)).isLessThan(LITTLE);
  }

  /** A crash may undo it: the record that forgets the log is lost, and the log is there. */
  @Test
  void holdsWhatAReplicaForgetsUntilThatIsDurable() throws IOException {
    long end = store(0, 0, 300);
    pass();
    crash();
    DurableState busy = log.peek(0).orElseThrow();
    busy.add(new Record.ChosenTo(end));
    log.append(0, busy.letGo(busy.placeAt(end).orElseThrow()), false);
    log.append(IDLE, log.peek(IDLE).orElseThrow().lost(), false);
    assertThat(log.held(IDLE)).isGreaterThan(MOST);
    store(IDLE, 0, ENTRIES);
    assertThat(log.held(IDLE)).isGreaterThan(MOST);
    pass();
    assertThat(log.held(IDLE)).isLessThan(LITTLE);
    assertThat(log.needsFrom()).isGreaterThan(30_000);
    crash();
    assertThat(idleEntries()).hasSize(ENTRIES).first().extracting(LogEntry::start).isEqualTo(0L);
    assertThat(log.held(IDLE)).isLessThan(LITTLE);
  }

  /** A record is lost, as where its append threw, and later ones were called durable. */
  @Test
  void aHoleIsRefusedBehindWhichNoSummarySaysThatTheLogWasLetGo() throws IOException {
    long end = store(0, 0, 3);
    store(0, end + 100, 2);
    pass();
    assertThatThrownBy(this::crash)
        .isInstanceOf(DataFolderRefused.class)
        .hasMessageContaining("shard 0 has a hole before its position " + (end + 100))
        .hasMessageContaining("empty folder");
  }

  static IntStream writtenAnew() {
    return IntStream.rangeClosed(0, ENTRIES + 1);
  }

  @ParameterizedTest
  @MethodSource("writtenAnew")
  void losesNothingInACrashWhileItIsWrittenAnew(int written) throws IOException {
    store(0, 0, 300);
    pass();
    crash();
    List<LogEntry> before = idleEntries();
    renewal().stream().limit(written).forEach(record -> log.append(IDLE, record, true));
    pass();
    assertThat(log.held(IDLE) > MOST).as("holds the log").isEqualTo(written <= ENTRIES);
    crash();
    assertThat(idleEntries()).isEqualTo(before);
    renewal().forEach(record -> log.append(IDLE, record, false));
    pass();
    assertThat(log.held(IDLE)).isLessThan(LITTLE);
    crash();
    assertThat(idleEntries()).isEqualTo(before);
  }
}
