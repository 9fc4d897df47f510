package tutti.engine.integrated.tapir;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tutti.engine.journal.JournalFailed;
import tutti.engine.replication.ShardJournal;
import tutti.engine.replication.ShardListener;
import tutti.model.Decoder;
import tutti.model.Encoder;
import tutti.protocol.integrated.tapir.Effect;
import tutti.protocol.integrated.tapir.Event;
import tutti.protocol.integrated.tapir.Fact;
import tutti.protocol.integrated.tapir.Message;
import tutti.protocol.integrated.tapir.Replica;
import tutti.protocol.integrated.tapir.ViewEntry;
import tutti.protocol.replication.Ballot;
import tutti.protocol.replication.Command;
import tutti.protocol.replication.LogEntry;

/**
 * The driver of the machine of one replica: gives it events, also those of the shard's register,
 * and carries out its effects in their order. Confined to the host's queue of machines, but for the
 * calls of the register, which come from another queue and are put into this one.
 */
final class ShardDriver implements ShardListener {
  private static final Logger LOG = LoggerFactory.getLogger(ShardDriver.class);

  private static final int NO_HOST = -1;

  private final int shard;
  private final Replica machine;
  private final TapirHost host;
  private final TapirHost.Parts parts;
  private final MachineTimers<Event.Timer> timers;

  /** The records that are durable, and of which the machine was not told. */
  private final AtomicInteger durable = new AtomicInteger();

  /** The log of the register, while this host leads it. */
  private @Nullable ShardJournal register;

  private int leader = NO_HOST;

  /**
   * The view in which the replica acted when it started again: it may have missed outcomes of it,
   * which the next view brings. Else 0, which is before all views.
   */
  private final long missed;

  private boolean halted;

  ShardDriver(int shard, Replica machine, TapirHost host) {
    this.shard = shard;
    this.machine = machine;
    this.host = host;
    this.parts = host.parts();
    this.missed = machine.memory().acts() ? machine.memory().view() : 0;
    this.timers =
        new MachineTimers<>(Event.Timer.class, parts.scheduler(), host.queue(), this::fired);
  }

  private void fired(Event.Timer timer) {
    on(new Event.TimerFired(timer));
    if (timer == Event.Timer.RETRY) {
      catchUp();
    }
  }

  private void leads(int now) {
    leader = now;
    on(new Event.Leads(now));
    catchUp();
  }

  /** Asks the leader for the next view, if the replica may lack outcomes of this one. */
  private void catchUp() {
    if (missed > 0 && machine.memory().view() == missed && leader != NO_HOST && !halted) {
      host.ask(shard, leader, new Message.End(missed));
    }
  }

  Replica machine() {
    return machine;
  }

  void on(Event event) {
    if (halted) {
      return;
    }
    try {
      for (Effect effect : machine.on(event)) {
        carryOut(effect);
      }
    } catch (JournalFailed e) {
      LOG.warn("the replica of shard {} ends, for its log has failed: {}", shard, e.getMessage());
      halt();
    }
  }

  /** Ends the replica: the host stops, or its log has failed. */
  void halt() {
    halted = true;
    timers.cancelAll();
  }

  private void carryOut(Effect effect) {
    switch (effect) {
      case Effect.Ask(int to, int at, var message) -> host.ask(to, at, message);
      case Effect.Answer(int at, var message) -> host.answer(shard, at, message);
      case Effect.Persist(Fact fact) -> persist(fact);
      case Effect.SetTimer(var timer, long nanos) -> timers.set(timer, nanos);
      case Effect.CancelTimer(var timer) -> timers.cancel(timer);
      case Effect.Append(ViewEntry entry) -> append(entry);
      case Effect.Executed _ -> {}
      case Effect.TakeOver what -> host.takeOver(what);
      case Effect.Ended _, Effect.Done _ ->
          throw new IllegalStateException("a replica coordinates nothing: " + effect);
    }
  }

  private void persist(Fact fact) {
    long lsn = parts.log().append(shard, fact::encode);
    parts.log().whenDurable(lsn, this::persisted);
  }

  /** Called on the flusher's thread. One step tells of all that one flush has made durable. */
  private void persisted(boolean isDurable) {
    if (!isDurable) {
      host.queue().step(this::halt);
    } else if (durable.getAndIncrement() == 0) {
      host.queue().step(() -> on(new Event.Persisted(durable.getAndSet(0))));
    }
  }

  /** A command that is lost, since the reign has ended, is appended anew by the next leader. */
  private void append(ViewEntry entry) {
    ShardJournal log = register;
    if (log != null && !log.failed()) {
      Encoder out = new Encoder();
      entry.encode(out);
      try {
        log.append(out.array(), 0, out.size());
      } catch (JournalFailed reignIsOver) {
        LOG.debug("shard {} gets another leader before {}", shard, entry);
      }
    }
  }

  // --- the shard's register ---

  @Override
  public void chosen(long position, List<LogEntry> entries) {
    for (LogEntry entry : entries) {
      if (entry.content() instanceof Command command) {
        ViewEntry view = ViewEntry.decode(new Decoder(command.bytes()));
        host.queue().step(() -> on(new Event.Chosen(view)));
      }
    }
  }

  @Override
  public void opened(Ballot ballot, long reign, ShardJournal journal) {
    host.queue()
        .step(
            () -> {
              register = journal;
              leads(parts.self());
            });
  }

  @Override
  public void deposed(Ballot ballot) {
    host.queue()
        .step(
            () -> {
              register = null;
              leads(NO_HOST);
            });
  }

  @Override
  public void follows(Ballot ballot) {
    // A leader is told when its reign opens: then it knows all commands that are chosen.
    if (ballot.host() != parts.self()) {
      host.queue().step(() -> leads(ballot.host()));
    }
  }

  /** The register's log is whole on every host that has one. */
  @Override
  public void offer(int to) {
    throw new IllegalStateException("the register of shard " + shard + " lacks what it had");
  }
}
