package tutti.engine.replication;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tutti.engine.journal.JournalFailed;
import tutti.engine.machine.MachineRunner;
import tutti.engine.runtime.FaultPoint;
import tutti.engine.runtime.MachineGuard;
import tutti.engine.runtime.Scheduler;
import tutti.engine.runtime.StepQueue;
import tutti.model.Encoder;
import tutti.protocol.machine.Address;
import tutti.protocol.machine.Effect;
import tutti.protocol.machine.Event;
import tutti.protocol.machine.MemberInvariants;
import tutti.protocol.machine.ProtocolMessage;
import tutti.protocol.machine.ProtocolRecord;
import tutti.protocol.replication.Ballot;
import tutti.protocol.replication.Command;
import tutti.protocol.replication.Input;
import tutti.protocol.replication.Output;
import tutti.protocol.replication.ReplicaMachine;
import tutti.protocol.replication.ReplicationRecord;
import tutti.protocol.replication.Timer;

/**
 * The driver of one replica's machine: gives it events, and carries out its effects in their order.
 * Confined to the host's queue of replicas, but for what says otherwise.
 */
final class ReplicaDriver implements MachineRunner.Handler<Timer, Output> {
  private static final Logger LOG = LoggerFactory.getLogger(ReplicaDriver.class);

  /**
   * The time after which a record that nothing waits for is proposed, unless another record comes
   * before that.
   */
  private static final long LAZY_NANOS = 5_000_000;

  /** The parts of the host that its replicas share. */
  record Ports(HostLog log, Scheduler scheduler, StepQueue queue, ReplicaLink link) {}

  /** The timers whose time a leader's answers hang on. */
  private static final List<Timer> LEASES = List.of(Timer.LEASE_EVEN, Timer.LEASE_ODD);

  /** The position of a log of which all that is chosen is durable. */
  private static final long NOT_BEHIND = -1;

  /** The number of a record of which the machine is not told. */
  private static final long UNTOLD = 0;

  /** A record of the step that runs, and its number among those of which the machine is told. */
  private record Waiting(HostLog.Written record, long number) {}

  private final int shard;
  private final ReplicaMachine machine;
  private final Ports ports;
  private final ShardListener listener;
  private final MachineRunner<Timer, Output> runner;
  private final Encoder out = new Encoder();

  private final MachineGuard guard;
  private final RecordNumbers numbers;

  /** The records of the step that runs, in the log's form. */
  private final List<Waiting> written = new ArrayList<>();

  private @Nullable ShardJournal term;
  private Ballot leader = Ballot.NONE;
  private long elections;
  private boolean halted;

  /** The position that was chosen at {@link #behindSince} and is not durable here. */
  private long behind = NOT_BEHIND;

  private long behindSince;
  private final long electionNanos;
  private volatile ReplicaStatus view;

  /**
   * @param invariants the invariants of the machine, made of the same durable state
   * @param electionNanos the time after which a leader that cannot write yields
   */
  ReplicaDriver(
      int shard,
      ReplicaMachine machine,
      MemberInvariants<Output, ?> invariants,
      Ports ports,
      ShardListener listener,
      long electionNanos) {
    this.electionNanos = electionNanos;
    this.shard = shard;
    this.machine = machine;
    this.ports = ports;
    this.numbers = new RecordNumbers(ports.scheduler()::nanos);
    this.listener = listener;
    this.guard = new MachineGuard(ports.scheduler(), "the replica of shard " + shard);
    this.view = picture();
    this.runner =
        new MachineRunner<>(Timer.class, ports.scheduler(), ports.queue(), this, invariants);
  }

  private ReplicaStatus picture() {
    return ReplicaStatus.ofLog(
        machine.phase(),
        machine.votes(),
        machine.disk(),
        leader,
        machine.chosen(),
        machine.end().position(),
        elections);
  }

  /** May be called by any thread. */
  ReplicaStatus view() {
    return view;
  }

  void on(Event<Input> event) {
    if (halted) {
      return;
    }
    try {
      written.clear();
      runner.carryOut(runner.checked(event, machine.on(event)));
    } catch (JournalFailed e) {
      halt();
    } catch (Throwable e) {
      throw guard.failed(event::words, e);
    }
    ShardJournal leads = term;
    if (leads != null) {
      leads.chosen(Math.min(machine.chosen(), machine.forced()));
      yieldIfBehind();
    }
    view = picture();
  }

  /** Gives the machine what this host wants of it. */
  void give(Input input) {
    on(new Event.Input<>(input));
  }

  /**
   * Transfers the leadership to another host if this host's log has been behind the chosen part for
   * longer than an election's wait. Nothing is acknowledged here meanwhile, and the other hosts
   * still get heartbeats, since another thread sends them. For example, the disk of this host
   * hangs.
   */
  private void yieldIfBehind() {
    long forced = machine.forced();
    if (behind != NOT_BEHIND && forced >= behind) {
      behind = NOT_BEHIND;
    }
    if (behind == NOT_BEHIND) {
      if (forced < machine.chosen()) {
        behind = machine.chosen();
        behindSince = ports.scheduler().nanos();
      }
    } else if (ports.scheduler().nanos() - behindSince > electionNanos) {
      behind = NOT_BEHIND;
      LOG.warn(
          "this host yields shard {}: its log has been behind what is chosen for over {} ms",
          shard,
          electionNanos / 1_000_000);
      give(new Input.HandOver(Input.HandOver.AT_ONCE));
    }
  }

  /** Ends the replica: the host stops, or its log has failed. */
  void halt() {
    if (!halted) {
      halted = true;
      runner.carryOutLast(machine.on(new Event.Halted<>()));
      view = picture();
    }
  }

  @Override
  public boolean record(ProtocolRecord record, Effect.Flush flush) {
    long number = flush == Effect.Flush.UNTOLD ? UNTOLD : numbers.ask();
    written.add(new Waiting(ports.log().write(shard, (ReplicationRecord) record), number));
    return true;
  }

  @Override
  public void append() {
    for (Waiting each : written) {
      ports.scheduler().mayFail();
      append(each.record(), each.number());
    }
    written.clear();
  }

  private void append(HostLog.Written record, long number) {
    long lsn = ports.log().append(shard, record, number != UNTOLD);
    if (number != UNTOLD) {
      numbers.appended(number, number, true);
      ports.log().whenDurable(lsn, durable -> persisted(number, durable));
    }
  }

  @Override
  public void fired(Timer timer) {
    on(new Event.TimerFired<>(timer));
  }

  @Override
  public void decided(Output output) {
    switch (output) {
      case Output.Chosen(long position, var entries) -> listener.chosen(position, entries);
      case Output.Opened(Ballot ballot, long number, long position) ->
          open(ballot, number, position);
      case Output.SteppedDown(Ballot ballot) -> steppedDown(ballot);
      case Output.Follows(Ballot ballot) -> follows(ballot);
      case Output.Confirmed(long ticket) -> {
        if (term != null) {
          term.confirmed(ticket);
        }
      }
      case Output.SnapshotNeeded(int to) -> listener.offer(to);
    }
  }

  @Override
  public void send(Address to, ProtocolMessage message) {
    out.clear().putVarLong(shard);
    message.encode(out);
    ports.link().send(to.host(), out.array(), out.size());
  }

  /** Called on the flusher's thread. One step tells of all that one flush has made durable. */
  private void persisted(long number, boolean isDurable) {
    if (!isDurable) {
      ports.queue().step(this::halt);
    } else if (numbers.durable(number)) {
      ports
          .queue()
          .step(
              () -> {
                int more = numbers.take();
                on(new Event.Persisted<>(more));
              });
    }
  }

  /**
   * An election takes the flushes of two promises, and each may wait for a flush that has begun.
   * Where the disk is slow, the replica waits for longer until it takes the election for failed:
   * else each ballot would end before it is promised. For example, with flushes of 500 ms and an
   * election's wait of one second.
   */
  @Override
  public long waitNanos(Timer timer, long nanos) {
    return timer == Timer.ELECTION && !leader.equals(machine.promised())
        ? nanos + numbers.longerNanos()
        : nanos;
  }

  /**
   * Ends leases by the clock: a timer may ring late, and behind the question of a read, where the
   * process has stood still.
   */
  private void endLeases() {
    for (Timer lease : LEASES) {
      if (runner.takeIfDue(lease)) {
        on(new Event.TimerFired<>(lease));
      }
    }
  }

  private void open(Ballot ballot, long number, long position) {
    follows(ballot);
    ShardJournal journal = new ShardJournal(this, ballot, position, ports.log());
    term = journal;
    LOG.info("this host leads shard {} in ballot {}, term {}", shard, ballot, number);
    listener.opened(ballot, number, journal);
  }

  private void follows(Ballot ballot) {
    leader = ballot;
    elections++;
    listener.follows(ballot);
  }

  private void steppedDown(Ballot ballot) {
    leader = Ballot.NONE;
    ShardJournal ended = term;
    term = null;
    if (ended != null) {
      LOG.info("this host does not lead shard {} in ballot {} any more", shard, ballot);
      ended.chosen(Math.min(machine.chosen(), machine.forced()));
      ended.steppedDown();
      listener.steppedDown(ballot);
    }
  }

  /** May be called by any thread. */
  void propose(ShardJournal from) {
    ports.queue().step(() -> now(from.ballot(), from.take()));
  }

  /** May be called by any thread. */
  void propose(Ballot ballot, List<Command> commands) {
    ports.queue().step(() -> now(ballot, commands));
  }

  /** Makes a journal propose, a while later, records that nothing waits for. */
  void proposeLater(ShardJournal from) {
    Scheduler scheduler = ports.scheduler();
    long wait = scheduler.injects(FaultPoint.LAZY_AT_ONCE) ? 1 : LAZY_NANOS;
    scheduler.after(wait, ports.queue(), from::late);
  }

  /**
   * Transfers the leadership to the host {@code to} once that host has all that this term has
   * appended so far.
   */
  void handOver(int to) {
    ShardJournal journal = term;
    if (journal != null && to != Input.HandOver.AT_ONCE) {
      now(journal.ballot(), journal.take());
    }
    give(new Input.HandOver(to));
  }

  private void now(Ballot ballot, List<Command> commands) {
    if (!commands.isEmpty()) {
      give(new Input.Propose(ballot, commands));
    }
  }

  /** May be called by any thread. */
  void confirm(Ballot ballot, long ticket) {
    ports
        .queue()
        .step(
            () -> {
              endLeases();
              give(new Input.Confirm(ballot, ticket));
            });
  }

  /** May be called by any thread. */
  void released(long position) {
    ports.queue().step(() -> give(new Input.Released(position)));
  }
}
