package tutti.simulator.replication;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tutti.protocol.machine.Address;
import tutti.protocol.machine.Effect;
import tutti.protocol.machine.Event;
import tutti.protocol.machine.TimerName;
import tutti.protocol.replication.Ballot;
import tutti.protocol.replication.Input;
import tutti.protocol.replication.LogEntry;
import tutti.protocol.replication.LogMark;
import tutti.protocol.replication.Output;
import tutti.protocol.replication.ReignStart;
import tutti.protocol.replication.ShardMessage;
import tutti.protocol.replication.Timer;
import tutti.protocol.replication.multipaxos.Fact;
import tutti.protocol.replication.multipaxos.Kept;
import tutti.protocol.replication.multipaxos.Message;
import tutti.simulator.explorer.search.Local;
import tutti.simulator.explorer.world.Finding;
import tutti.simulator.explorer.world.Machines;

/** One step of a host: carries out effects, and judges them by the invariants of the card. */
final class Stepping {
  /** The value for all that is written. */
  static final int ALL = Integer.MAX_VALUE;

  /** The nonce of a {@link Message.Rejoined} for which nobody has asked. */
  private static final long UNASKED = 0;

  private final LogModel model;
  private final int durable;
  private HostState state;
  private Past past;
  private int records;
  private final List<Effect.Persist<Output>> written = new ArrayList<>();
  private final List<Sent> sent = new ArrayList<>();
  private boolean grants = true;
  private @Nullable Finding broken;
  private @Nullable Ballot canvassed;

  /**
   * @param durable so many records of those that are written become durable; the host is doomed if
   *     these are not all
   */
  Stepping(LogModel model, HostState before, Past past, int durable) {
    this.model = model;
    this.state = before;
    this.past = past;
    this.durable = durable;
  }

  int host() {
    return state.host();
  }

  /** The shard's identity, if it is formed. */
  long shard() {
    return past.shard();
  }

  boolean runs(Timer timer) {
    return state.timers().contains(timer);
  }

  /** The number of records that could have become durable. */
  int records() {
    return records;
  }

  /** The ballot for which the host has asked for support; null if it has not. */
  @Nullable Ballot canvassed() {
    return canvassed;
  }

  HostState state() {
    return state;
  }

  Past past() {
    return past;
  }

  /** The messages that were sent so far. */
  List<Sent> sent() {
    return List.copyOf(sent);
  }

  /** Messages that the host sent just before. */
  void sends(List<Sent> before) {
    sent.addAll(before);
  }

  /** Whether the host is doomed, and says no more what counts, or could not say as well later. */
  boolean isSilenced() {
    return broken == null && model.isSilenced(state);
  }

  /** A lease that the host has granted ends, if it may: that only lets it do more. */
  void endGrant() {
    if (model.isStanding() && runs(Timer.GRANT) && past.mayEnd(host(), Timer.GRANT)) {
      fire(Timer.GRANT);
    }
  }

  /**
   * A part arrives that answers no round, so that no leader takes the answer for a lease: none need
   * be granted with it.
   */
  void onWithoutGrant(Event<Input> event) {
    boolean granted = runs(Timer.GRANT);
    grants = false;
    on(event);
    grants = true;
    if (!granted) {
      state = state.with(model.withoutGrant(state.machine()));
    }
  }

  /** The whole step. */
  Local<HostState, Past, Sent> local(Supplier<String> what) {
    if (broken == null) {
      sent.addAll(model.sentBy(state, past.shard()));
    }
    return new Local<>(what, state, List.copyOf(sent), past, broken);
  }

  /** A timer runs down. */
  void fire(Timer timer) {
    time(timer, false);
    on(new Event.TimerFired<>(timer));
  }

  /** Gives an event to the machine, and carries out its effects. */
  void on(Event<Input> event) {
    try {
      Machines.Step<Effect<Output>> step = model.on(state.machine(), event);
      state = state.with(step.machine());
      for (Effect<Output> effect : step.effects()) {
        carryOut(effect);
        counts(event, effect);
      }
      flush();
      hearAll(step.effects());
    } catch (IllegalStateException wrong) {
      breaks("agreement", String.valueOf(wrong.getMessage()));
    }
  }

  /**
   * A flush is at once, or too late: one that is later but not too late is as good as one before
   * its messages arrive.
   */
  private void flush() {
    List<Effect.Persist<Output>> all = List.copyOf(written);
    written.clear();
    if (state.doomed() || all.isEmpty()) {
      return;
    }
    int many = Math.min(all.size(), durable - records);
    records += all.size();
    state = state.flushed(model.disk(state.disk(), all, many), many == all.size());
    Ballot promised = model.memory(state.disk()).promised();
    if (model.isStanding() && state.said().isBelow(promised)) {
      // What it has promised durably it may as well have said.
      state = state.saying(promised);
    }
    int told = (int) all.stream().filter(Effect.Persist::isTold).count();
    if (!state.doomed() && told > 0) {
      on(new Event.Persisted<>(told));
    }
  }

  /** Lets a leader that learns what is chosen hear of it from all followers. */
  private void hearAll(List<Effect<Output>> effects) {
    if (effects.stream().anyMatch(Stepping::chooses)) {
      state = state.with(model.hearingAll(state));
    }
  }

  private static boolean chooses(Effect<Output> effect) {
    return effect instanceof Effect.Output(Output.Chosen _);
  }

  /** A leader counts entries of its own ballot only, and no answer of a disk that is lost. */
  private void counts(Event<Input> event, Effect<Output> effect) {
    if (event
            instanceof
            Event.Received(Address sender, ShardMessage(long _, Message.Accepted accepted))
        && effect instanceof Effect.Output(Output.Chosen(long _, List<LogEntry> entries))) {
      int from = sender.host();
      if (!entries.getLast().ballot().equals(accepted.ballot())) {
        breaks("own-ballot", "host %d counts acceptances of %s", host(), entries.getLast());
      }
      if (accepted.disks().of(from) < model.memory(state.disk()).disk(from)) {
        breaks("rejoined", "host %d counts what host %d said on a lost disk", host(), from);
      }
    }
  }

  private void carryOut(Effect<Output> effect) {
    switch (effect) {
      case Effect.Send(Address to, ShardMessage(long shard, var message)) ->
          send(new Sent(host(), to.host(), shard, (Message) message));
      case Effect.Send(var _, var other) -> throw new IllegalArgumentException("" + other);
      case Effect.Persist<Output> persist -> {
        written.add(persist);
        written((Fact) persist.record());
      }
      case Effect.SetTimer(TimerName name, long nanos) -> {
        Timer timer = (Timer) name;
        time(timer, true);
        if (!model.isOrdered(timer, nanos)) {
          past = past.leasing(host(), timer, false);
        }
      }
      case Effect.CancelTimer(TimerName timer) -> time((Timer) timer, false);
      case Effect.Output(Output output) -> decided(output);
    }
  }

  private void decided(Output output) {
    switch (output) {
      case Output.Chosen(long position, List<LogEntry> entries) -> chosen(position, entries);
      case Output.Opened(Ballot ballot, long _, long position) -> {
        boolean misses =
            past.agreed().stream()
                .anyMatch(each -> each.end() > position && each.ballot().isBelow(ballot));
        if (state.applied() < position || misses) {
          breaks("complete-reign", "ballot %s opens before its first entry is chosen", ballot);
        }
        state = state.reigning(ballot);
      }
      case Output.Deposed(Ballot ballot) -> {
        past = past.without(ballot);
        state = state.reigning(Ballot.NONE);
      }
      case Output.Confirmed(long ticket) -> confirmed(ticket);
      case Output.Follows _, Output.Offer _ -> {}
    }
  }

  /**
   * A shard is formed once, and a replica joins again with all that it can have helped to choose.
   */
  private void written(Fact fact) {
    if (fact instanceof Fact.Formed formed) {
      if (past.shard() != 0 && past.shard() != formed.shard()) {
        breaks("formed-once", "host %d forms shard %d anew", host(), formed.shard());
      }
      past = past.forming(formed.shard());
    } else if (fact instanceof Fact.Joined) {
      long end = model.view(state.machine()).end().position();
      long must = past.lost().getOrDefault(host(), 0L);
      if (end < must) {
        breaks("rejoined", "host %d votes again with %d of %d", host(), end, must);
      }
    }
  }

  private void time(Timer timer, boolean runs) {
    if (model.isIdle(timer) || timer == Timer.GRANT && !grants) {
      return;
    }
    List<Timer> all = new ArrayList<>(state.timers());
    all.remove(timer);
    if (runs) {
      all.add(timer);
    }
    Collections.sort(all);
    state = state.timing(all);
    past = past.leasing(host(), timer, runs);
  }

  private void send(Sent next) {
    switch (next.message()) {
      case Message.Canvass(Ballot ballot, long _) -> canvassed = ballot;
      // A refusal only ends a reign or an attempt that cannot succeed any more.
      case Message.Support _, Message.Refused _ -> {}
      case Message.Rejoined answer
          when model.isStanding() && answer.disk() == 0 && answer.nonce() != UNASKED ->
          sent.add(new Sent(next.from(), next.to(), next.shard(), numbering(next.to(), answer)));
      default -> {
        said(next.message());
        model.underWay(next).forEach(sent::add);
      }
    }
  }

  /** The part of an answer that counts as long as a host asks only for the number of its disk. */
  private static Message numbering(int to, Message.Rejoined answer) {
    List<Integer> disks = new ArrayList<>(Collections.nCopies(LogModel.HOSTS, 0));
    disks.set(to, answer.disks().of(to));
    return new Message.Rejoined(
        answer.nonce(), 0, Ballot.NONE, LogMark.START, LogModel.disks(disks));
  }

  /**
   * A blank host that has asked whether the shard is formed hears that it is: both others have not
   * lost their disks. None of what it could do before that makes a difference.
   *
   * @param fresh whether no disk of the host had a number but 0, so that both others say that
   */
  void meets(boolean fresh) {
    int one = (host() + 1) % LogModel.HOSTS;
    int other = (host() + 2) % LogModel.HOSTS;
    if (sent.removeIf(each -> each.message() instanceof Message.Form)) {
      on(new Sent(one, host(), shard(), new Message.Formed(LogSteps.MEMBERS)).arrival());
    }
    if (fresh
        && sent.removeIf(each -> each.message() instanceof Message.Rejoin ask && ask.disk() == 0)) {
      Message none =
          new Message.Rejoined(
              LogSteps.nonce(past), 0, Ballot.NONE, LogMark.START, LogModel.disks(List.of()));
      on(new Sent(one, host(), shard(), none).arrival());
      on(new Sent(other, host(), shard(), none).arrival());
    }
  }

  /** I3, I4 and I9: what is said is durable, and takes no earlier word back. */
  private void said(Message message) {
    int host = host();
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
    state = state.saying(ballot);
  }

  /** I1 and I2. */
  private void chosen(long position, List<LogEntry> entries) {
    List<LogEntry> agreed = new ArrayList<>(past.agreed());
    int host = host();
    long applied = state.applied();
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
    state = state.applying(applied);
    past = past.agreeing(agreed);
    if (state.reigns() && past.budget().questions() > 0) {
      past = past.telling(position);
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
  private void confirmed(long ticket) {
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
