package tutti.simulator.replication;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tutti.protocol.replication.Ballot;
import tutti.protocol.replication.Effect;
import tutti.protocol.replication.Event;
import tutti.protocol.replication.LogEntry;
import tutti.protocol.replication.ReignStart;
import tutti.protocol.replication.Timer;
import tutti.protocol.replication.multipaxos.Fact;
import tutti.protocol.replication.multipaxos.Kept;
import tutti.protocol.replication.multipaxos.Message;
import tutti.simulator.machines.Machines;

/**
 * One step on its way from a state to the next one: carries out effects, and judges them by the
 * invariants of the protocol's card.
 */
final class Stepping {
  /** The value for all effects of an event. */
  static final int ALL = Integer.MAX_VALUE;

  private final LogModel model;
  private final List<HostState> hosts;
  private int messages;
  private Past past;
  private @Nullable Finding broken;
  private @Nullable Ballot canvassed;

  Stepping(LogModel model, LogWorld before) {
    this.model = model;
    this.hosts = new ArrayList<>(before.hosts());
    this.messages = before.messages();
    this.past = before.past();
    this.broken = before.broken();
  }

  HostState host(int number) {
    return hosts.get(number);
  }

  void host(int number, HostState state) {
    hosts.set(number, state);
  }

  Past past() {
    return past;
  }

  void past(Past next) {
    past = next;
  }

  /** The ballot for which the host has asked for support; null if it has not. */
  @Nullable Ballot canvassed() {
    return canvassed;
  }

  LogWorld world() {
    List<HostState> all = List.copyOf(hosts);
    return new LogWorld(all, model.alive(messages, all), past, broken);
  }

  /** Gives an event to a machine, and carries out the first so many effects. */
  void on(int host, Event event, int most) {
    try {
      Machines.Step<Effect> step = model.on(host(host).machine(), event);
      host(host, host(host).with(step.machine()));
      int left = most;
      for (Effect effect : step.effects()) {
        if (left-- <= 0) {
          return;
        }
        carryOut(host, effect);
        counts(host, event, effect);
      }
      if (!past.budget().mayCrash() && !host(host).written().isEmpty()) {
        // No host crashes any more: a flush at once is as good as one before its messages arrive.
        flush(host);
      }
    } catch (IllegalStateException wrong) {
      breaks("agreement", String.valueOf(wrong.getMessage()));
    }
  }

  /** A leader counts entries of its own ballot only, and no answer of a disk that is lost. */
  private void counts(int host, Event event, Effect effect) {
    if (event instanceof Event.Received(int from, long _, Message.Accepted accepted)
        && effect instanceof Effect.Chosen(long _, List<LogEntry> entries)) {
      if (!entries.getLast().ballot().equals(accepted.ballot())) {
        breaks("own-ballot", "host %d counts acceptances of %s", host, entries.getLast());
      }
      if (accepted.disks().of(from) < model.memory(host(host).disk()).disk(from)) {
        breaks("rejoined", "host %d counts what host %d said on a lost disk", host, from);
      }
    }
  }

  void flush(int host) {
    HostState state = host(host);
    List<Effect.Persist> written = state.written();
    int count = (int) written.stream().filter(Effect.Persist::tell).count();
    host(host, state.flushed(model.disk(state.disk(), written, written.size())));
    if (count > 0) {
      on(host, new Event.Persisted(count), ALL);
    }
  }

  private void carryOut(int host, Effect effect) {
    HostState state = host(host);
    switch (effect) {
      case Effect.Send(int to, long shard, var message) ->
          send(host, new Sent(host, to, shard, (Message) message));
      case Effect.Persist persist -> {
        List<Effect.Persist> all = new ArrayList<>(state.written());
        all.add(persist);
        host(host, state.writing(all));
        written(host, (Fact) persist.record());
      }
      case Effect.SetTimer(Timer timer, long _) -> time(host, timer, true);
      case Effect.CancelTimer(Timer timer) -> time(host, timer, false);
      case Effect.Chosen(long position, List<LogEntry> entries) -> chosen(host, position, entries);
      case Effect.Opened(Ballot ballot, long _, long position) -> {
        boolean misses = position < past.told().position() && past.told().by().isBelow(ballot);
        if (state.applied() < position || misses) {
          breaks("complete-reign", "ballot %s opens before its first entry is chosen", ballot);
        }
        host(host, host(host).reigning(ballot));
      }
      case Effect.Deposed(Ballot ballot) -> {
        past =
            past.asking(
                past.questions().stream().filter(each -> !each.reign().equals(ballot)).toList());
        host(host, state.reigning(Ballot.NONE));
      }
      case Effect.Confirmed(long ticket) -> confirmed(state, ticket);
      case Effect.Follows _, Effect.Offer _ -> {}
    }
  }

  /**
   * A shard is formed once, and a replica joins again with all that it can have helped to choose.
   */
  private void written(int host, Fact fact) {
    if (fact instanceof Fact.Formed formed) {
      if (past.shard() != 0 && past.shard() != formed.shard()) {
        breaks("formed-once", "host %d forms shard %d anew", host, formed.shard());
      }
      past = past.forming(formed.shard());
    } else if (fact instanceof Fact.Joined) {
      long end = model.view(host(host).machine()).end().position();
      long must = past.lost().getOrDefault(host, 0L);
      if (end < must) {
        breaks("rejoined", "host %d votes again with %d of %d", host, end, must);
      }
    }
  }

  private void time(int host, Timer timer, boolean runs) {
    if (model.isIdle(timer)) {
      return;
    }
    List<Timer> all = new ArrayList<>(host(host).timers());
    all.remove(timer);
    if (runs) {
      all.add(timer);
    }
    Collections.sort(all);
    host(host, host(host).timing(all));
    past = past.leasing(host, timer, runs);
  }

  private void send(int host, Sent sent) {
    switch (sent.message()) {
      case Message.Canvass(Ballot ballot, long _) -> canvassed = ballot;
      // A refusal only ends a reign or an attempt that cannot succeed any more.
      case Message.Support _, Message.Refused _ -> {}
      default -> {
        said(host, sent.message());
        messages = model.send(messages, sent);
      }
    }
  }

  /** I3, I4 and I9: what is said is durable, and takes no earlier word back. */
  private void said(int host, Message message) {
    HostState state = host(host);
    Kept kept = model.memory(state.disk());
    Ballot ballot;
    long end;
    switch (message) {
      case Message.Promise promise -> {
        ballot = promise.ballot();
        end = promise.end().position();
      }
      case Message.Accepted accepted when accepted.votes() -> {
        ballot = accepted.ballot();
        end = accepted.end();
      }
      default -> {
        return;
      }
    }
    if (past.lost().containsKey(host) && kept.disk(host) == 0) {
      breaks("rejoined", "host %d votes after it has lost its disk: %s", host, message);
    }
    if (!kept.votes()) {
      breaks("rejoined", "host %d votes before it has rejoined: %s", host, message);
    }
    if (kept.promised().isBelow(ballot) || kept.endMark().position() < end) {
      breaks("forced", "host %d says what is not durable: %s", host, message);
    }
    if (ballot.isBelow(state.said())) {
      breaks("promises-kept", "host %d says %s after ballot %s", host, message, state.said());
    }
    host(host, state.saying(ballot));
  }

  /** I1 and I2. */
  private void chosen(int host, long position, List<LogEntry> entries) {
    List<LogEntry> agreed = new ArrayList<>(past.agreed());
    long applied = host(host).applied();
    for (LogEntry entry : entries) {
      LogEntry there =
          agreed.stream().filter(each -> each.start() == entry.start()).findFirst().orElse(null);
      long end = agreed.isEmpty() ? 0 : agreed.getLast().end();
      if (there == null && entry.start() == end) {
        numbered(agreed, entry);
        agreed.add(entry);
      } else if (!entry.equals(there)) {
        breaks(
            "agreement",
            "host %d takes %s for chosen, where %s was",
            host,
            entry,
            String.valueOf(there));
      }
      applied = Math.max(applied, entry.end());
    }
    if (applied < position) {
      breaks("agreement", "host %d lacks what is chosen up to %d", host, position);
    }
    host(host, host(host).applying(applied));
    past = past.agreeing(agreed);
    if (host(host).reigns()) {
      past = past.telling(position, host(host).reign());
    }
  }

  /** The reigns of the log are numbered one after another. */
  private void numbered(List<LogEntry> before, LogEntry entry) {
    long reigns = before.stream().filter(each -> each.content() instanceof ReignStart).count();
    if (entry.content() instanceof ReignStart start && start.count() != reigns + 1) {
      breaks("reign-numbers", "%s follows reign %d", entry, reigns);
    }
  }

  /** I6: a read sees all that any reign had told when it was asked. */
  private void confirmed(HostState state, long ticket) {
    List<Past.Question> left = new ArrayList<>();
    for (Past.Question each : past.questions()) {
      boolean answered = each.reign().equals(state.reign()) && each.ticket() <= ticket;
      if (answered && each.position() < each.must() && state.applied() >= each.position()) {
        breaks(
            "linearizable",
            "a read of ballot %s sees the log up to %d, and %d was told",
            each.reign(),
            each.position(),
            each.must());
      }
      if (!answered) {
        left.add(each);
      }
    }
    past = past.asking(left);
  }

  private void breaks(String rule, String text, Object... with) {
    if (broken == null) {
      broken = new Finding(rule, with.length == 0 ? text : text.formatted(with));
    }
  }
}
