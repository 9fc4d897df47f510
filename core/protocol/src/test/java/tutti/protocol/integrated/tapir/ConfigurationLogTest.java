package tutti.protocol.integrated.tapir;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import tutti.model.Decoder;
import tutti.model.Encoder;
import tutti.protocol.integrated.Timer;
import tutti.protocol.integrated.tapir.Entry.Outcome;
import tutti.protocol.machine.Address;
import tutti.protocol.machine.Effect;
import tutti.protocol.machine.Effect.Flush;
import tutti.protocol.machine.Event;
import tutti.protocol.replication.Command;
import tutti.protocol.replication.Group;
import tutti.protocol.replication.LogEntry;
import tutti.protocol.replication.ReplicaMachine;
import tutti.protocol.replication.Timing;
import tutti.protocol.replication.multipaxos.MultiPaxos;

/**
 * TAPIR with its real configuration log: the views of a shard are commands of MultiPaxos on the
 * same hosts, which forms the shard and brings a host that lost its disk back.
 */
class ConfigurationLogTest {
  private static final int SIZE = 3;
  private static final List<Integer> HOSTS = List.of(0, 1, 2);
  private static final Timing TIMING = Timing.of(1_000_000_000L);
  private static final Settings SETTINGS = Settings.of(true, 1, 1, 1);

  /** A host: both machines, and their durable records. */
  private static final class Host {
    final int number;
    final Group group;
    tutti.protocol.replication.multipaxos.DurableState logDisk =
        new tutti.protocol.replication.multipaxos.DurableState();
    final List<Record> disk = new ArrayList<>();
    @Nullable ReplicaMachine log;
    @Nullable Replica replica;
    tutti.protocol.replication.@Nullable Ballot term;
    boolean up;

    Host(int number) {
      this.number = number;
      this.group = new Group(number, HOSTS);
    }

    ReplicaMachine log() {
      return java.util.Objects.requireNonNull(log);
    }

    Replica replica() {
      return java.util.Objects.requireNonNull(replica);
    }
  }

  private final List<Host> hosts = HOSTS.stream().map(Host::new).toList();
  private final Deque<Runnable> steps = new ArrayDeque<>();
  private final List<Coordinator.Output.Ended> ended = new ArrayList<>();
  private @Nullable Coordinator coordinator;
  private long nonces;

  private void start(Host host) {
    DurableState kept = new DurableState(host.number);
    host.disk.forEach(kept::add);
    host.log = MultiPaxos.replica(host.group, TIMING, host.logDisk);
    host.replica = new Replica(0, host.group, SETTINGS, kept);
    host.up = true;
    on(host, new Event.Started<>(++nonces));
    onLog(host, new Event.Started<>(++nonces));
    settle();
  }

  private void settle() {
    while (!steps.isEmpty()) {
      steps.remove().run();
    }
  }

  private void onLog(Host host, Event<tutti.protocol.replication.Input> event) {
    if (!host.up) {
      return;
    }
    int forced = 0;
    for (var effect : host.log().on(event)) {
      switch (effect) {
        case Effect.Send(var to, var message) ->
            steps.add(
                () ->
                    onLog(
                        hosts.get(to.host()),
                        new Event.Received<>(new Address.Peer(host.number), message)));
        case Effect.Persist(var record, var flush) -> {
          host.logDisk.add((tutti.protocol.replication.multipaxos.Record) record);
          forced += flush == Flush.UNTOLD ? 0 : 1;
        }
        case Effect.Output(var output) -> decided(host, output);
        default -> {}
      }
    }
    if (forced > 0) {
      int count = forced;
      steps.add(() -> onLog(host, new Event.Persisted<>(count)));
    }
  }

  private void decided(Host host, tutti.protocol.replication.Output output) {
    switch (output) {
      case tutti.protocol.replication.Output.Chosen(long _, List<LogEntry> entries) ->
          chosen(host, entries);
      case tutti.protocol.replication.Output.Opened(var ballot, long _, long _) -> {
        host.term = ballot;
        on(host, new Event.Input<>(new Input.Leads(host.number)));
      }
      case tutti.protocol.replication.Output.SteppedDown _ -> host.term = null;
      case tutti.protocol.replication.Output.Follows(var ballot) ->
          on(host, new Event.Input<>(new Input.Leads(ballot.host())));
      default -> {}
    }
  }

  private void chosen(Host host, List<LogEntry> entries) {
    for (LogEntry entry : entries) {
      if (entry.content() instanceof Command command) {
        on(
            host,
            new Event.Input<>(new Input.Chosen(ViewCommand.decode(new Decoder(command.bytes())))));
      }
    }
  }

  private void on(Host host, Event<Input> event) {
    if (!host.up) {
      return;
    }
    int written = 0;
    Address from = new Address.Replica(host.number, 0);
    for (Effect<Output> effect : host.replica().on(event)) {
      switch (effect) {
        case Effect.Send(Address.Replica to, var message) ->
            steps.add(() -> on(hosts.get(to.host()), new Event.Received<>(from, message)));
        case Effect.Send(var _, var message) ->
            steps.add(() -> coordinate(new Event.Received<>(from, message)));
        case Effect.Persist(var fact, var _) -> {
          host.disk.add((Record) fact);
          written++;
        }
        case Effect.Output(Output.Append(ViewCommand entry)) -> append(host, entry);
        default -> {}
      }
    }
    if (written > 0) {
      int count = written;
      steps.add(() -> on(host, new Event.Persisted<>(count)));
    }
  }

  private void append(Host host, ViewCommand entry) {
    Encoder out = new Encoder();
    entry.encode(out);
    if (host.term != null) {
      var propose =
          new tutti.protocol.replication.Input.Propose(
              host.term, List.of(new Command(out.toByteArray())));
      steps.add(() -> onLog(host, new Event.Input<>(propose)));
    }
  }

  private void coordinate(Event<Coordinator.Input> event) {
    if (coordinator == null) {
      return;
    }
    Address from = new Address.Replica(0, 0);
    for (Effect<Coordinator.Output> effect : coordinator.on(event)) {
      switch (effect) {
        case Effect.Send(Address to, var message) ->
            steps.add(() -> on(hosts.get(to.host()), new Event.Received<>(from, message)));
        case Effect.Output(Coordinator.Output.Ended end) -> ended.add(end);
        default -> {}
      }
    }
  }

  private Outcome commit(long time, String key) {
    Transaction transaction = new Transaction(TapirPaperTest.time(time), List.of(0));
    coordinator =
        Coordinator.first(
            0, transaction, SETTINGS, Map.of(0, HOSTS), Map.of(0, TapirPaperTest.writing(key)));
    coordinate(new Event.Started<>(++nonces));
    settle();
    coordinate(new Event.TimerFired<>(Timer.FAST));
    settle();
    return ended.getLast().outcome();
  }

  private void fire(tutti.protocol.replication.Timer timer, int... which) {
    for (int host : which) {
      onLog(hosts.get(host), new Event.TimerFired<>(timer));
      settle();
    }
  }

  private void retry() {
    for (Host host : hosts) {
      on(host, new Event.TimerFired<>(Timer.RETRY));
      settle();
    }
  }

  /** Everything is repeated a few times. */
  private void repeat() {
    for (int each = 0; each < 3; each++) {
      fire(tutti.protocol.replication.Timer.RETRY, 0, 1, 2);
      fire(tutti.protocol.replication.Timer.HEARTBEAT, 0, 1, 2);
      retry();
      fire(tutti.protocol.replication.Timer.HEARTBEAT, 0, 1, 2);
    }
  }

  private void formed() {
    hosts.forEach(this::start);
    repeat();
    assertThat(hosts.getFirst().log().phase()).isEqualTo("leader");
    assertThat(hosts).allMatch(host -> host.replica().memory().acts());
  }

  @Test
  void theFirstViewBeginsOnceTheRegisterIsFormed() {
    start(hosts.get(0));
    start(hosts.get(1));
    retry();
    assertThat(hosts.subList(0, 2))
        .as("two blank hosts of three form nothing")
        .noneMatch(host -> host.replica().memory().acts());
    start(hosts.get(2));
    repeat();
    assertThat(hosts).allMatch(host -> host.replica().memory().acts());
    assertThat(commit(1, "x")).isEqualTo(Outcome.COMMITTED);
  }

  @Test
  void aHostThatLostItsDiskComesBackThroughTheRegisterAndANewView() {
    formed();
    assertThat(commit(1, "x")).isEqualTo(Outcome.COMMITTED);
    Host lost = hosts.get(2);
    long view = lost.replica().memory().view();
    lost.disk.clear();
    lost.logDisk = new tutti.protocol.replication.multipaxos.DurableState();
    start(lost);
    repeat();
    assertThat(lost.log().votes()).isTrue();
    assertThat(lost.replica().memory().acts()).isTrue();
    assertThat(lost.replica().memory().view()).isGreaterThan(view);
    assertThat(lost.replica().memory().version(SteppedShards.item("x")))
        .isEqualTo(TapirPaperTest.time(1));
  }

  @Test
  void whatAHostHasSaidOnADiskThatItHasLostPutsItOutOfNoView() {
    formed();
    Host lost = hosts.get(2);
    long before = lost.replica().memory().disk();
    lost.disk.clear();
    lost.logDisk = new tutti.protocol.replication.multipaxos.DurableState();
    start(lost);
    repeat();
    long view = lost.replica().memory().view();
    Message late = new Message.DoViewChange(0, before, false, true, List.of());
    on(hosts.getFirst(), new Event.Received<>(new Address.Replica(2, 0), late));
    settle();
    assertThat(hosts)
        .allMatch(host -> host.replica().memory().acts())
        .allMatch(host -> host.replica().memory().view() == view);
  }

  @Test
  void anotherHostThatLeadsTheRegisterChangesViews() {
    formed();
    assertThat(commit(1, "x")).isEqualTo(Outcome.COMMITTED);
    hosts.getFirst().up = false;
    fire(tutti.protocol.replication.Timer.ELECTION, 1, 2, 1, 1);
    assertThat(hosts.get(1).log().phase()).isEqualTo("leader");
    Host leader = hosts.get(1);
    long view = leader.replica().memory().view();
    on(
        leader,
        new Event.Received<>(new Address.Replica(1, 0), new Message.RequestViewChange(view)));
    settle();
    repeat();
    assertThat(hosts.subList(1, SIZE))
        .allMatch(host -> host.replica().memory().acts())
        .allMatch(host -> host.replica().memory().view() == view + 1);
    assertThat(commit(2, "x")).isEqualTo(Outcome.COMMITTED);
  }

  /** A link that carries the record at every look carries nothing else. */
  @Test
  void aReplicaOfAViewThatHasEndedTellsItsRecordEverLessOften() {
    formed();
    Replica replica = hosts.get(1).replica();
    long view = replica.memory().view();
    replica.on(new Event.Input<>(new Input.Chosen(new ViewCommand.Close(view))));
    replica.on(new Event.Persisted<>(1));
    List<Integer> told = new ArrayList<>();
    for (int look = 1; look <= 64; look++) {
      for (Effect<Output> effect : replica.on(new Event.TimerFired<>(Timer.RETRY))) {
        if (effect instanceof Effect.Send(var _, Message.DoViewChange _)) {
          told.add(look);
        }
      }
    }
    assertThat(told).containsExactly(1, 3, 7, 15, 31, 47, 63);
  }
}
