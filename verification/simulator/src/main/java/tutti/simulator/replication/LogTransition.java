package tutti.simulator.replication;

import static tutti.simulator.replication.LogScope.QUESTION;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tutti.protocol.machine.Address;
import tutti.protocol.machine.Effect;
import tutti.protocol.machine.Event;
import tutti.protocol.machine.ProtocolMessage;
import tutti.protocol.machine.ProtocolRecord;
import tutti.protocol.machine.TimerName;
import tutti.protocol.replication.Ballot;
import tutti.protocol.replication.Input;
import tutti.protocol.replication.LogEntry;
import tutti.protocol.replication.LogMark;
import tutti.protocol.replication.Output;
import tutti.protocol.replication.ShardMessage;
import tutti.protocol.replication.TermStart;
import tutti.protocol.replication.Timer;
import tutti.protocol.replication.multipaxos.DurableState;
import tutti.protocol.replication.multipaxos.LogFacts;
import tutti.protocol.replication.multipaxos.Message;
import tutti.protocol.replication.multipaxos.Record;
import tutti.simulator.explorer.world.InFlight;
import tutti.simulator.explorer.world.Judge;
import tutti.simulator.explorer.world.Local;
import tutti.simulator.explorer.world.Member;
import tutti.simulator.explorer.world.MemberStep;

/** One step of a host: what its messages, records and outputs mean, judged by the card's rules. */
final class LogTransition extends MemberStep<Input, Output, LogFacts, Past> {
  /** The nonce of a {@link Message.Rejoined} for which nobody has asked. */
  private static final long UNASKED = 0;

  private final LogModel model;
  private boolean grants = true;
  private @Nullable Ballot preVoteBallot;

  /**
   * @param durable how many of the records that are written become durable; the host is doomed if
   *     these are not all
   */
  LogTransition(LogModel model, Member<LogFacts> before, Past past, int durable) {
    super(model.machines, model.disks, new Judge<>(past, "agreement"), before, durable);
    this.model = model;
  }

  int host() {
    return member().place();
  }

  /** The shard's identity, if it is formed. */
  long shard() {
    return past().shard();
  }

  /** Returns the ballot for which the host has asked for support; null if it has not. */
  @Nullable Ballot preVoteBallot() {
    return preVoteBallot;
  }

  /** Whether the host is doomed, and says no more what counts, or could not say as well later. */
  boolean isSilenced() {
    return !isBroken() && model.isSilenced(member());
  }

  /** Ends a lease that the host has granted, if it may end: that only permits the host more. */
  void endGrant() {
    if (model.isStanding()
        && member().isRunning(Timer.GRANT)
        && past().mayEnd(host(), Timer.GRANT)) {
      fire(Timer.GRANT);
    }
  }

  /**
   * A part arrives that answers no round, so that no leader takes the answer for a lease: none need
   * be granted with it.
   */
  void onWithoutGrant(Event<Input> event) {
    boolean granted = member().isRunning(Timer.GRANT);
    grants = false;
    on(event);
    grants = true;
    if (!granted) {
      member(member().with(model.withoutGrant(member().machine())));
    }
  }

  @Override
  public Local<LogFacts, Past> local(Supplier<String> what) {
    if (!isBroken()) {
      sent().addAll(model.sentBy(member(), past().shard()));
    }
    return super.local(what);
  }

  @Override
  protected void flushed() {
    Ballot promised = model.memory(member().disk()).promised();
    if (model.isStanding() && member().facts().said().isBelow(promised)) {
      // What it has promised durably it may as well have said.
      knows(member().facts().saying(promised));
    }
  }

  /** Makes a leader that learns what is chosen learn it from all followers. */
  @Override
  protected void carriedOut(List<Effect<Output>> effects) {
    if (effects.stream().anyMatch(LogTransition::chooses)) {
      member(member().with(model.hearingAll(member())));
    }
  }

  private static boolean chooses(Effect<Output> effect) {
    return effect instanceof Effect.Output(Output.Chosen _);
  }

  private void knows(LogFacts facts) {
    member(member().knowing(facts));
  }

  /** A leader counts entries of its own ballot only, and no answer of a disk that is lost. */
  private void counts(List<LogEntry> entries) {
    if (cause()
        instanceof
        Event.Received(Address sender, ShardMessage(long _, Message.Accepted accepted))) {
      int from = sender.host();
      LogFacts.counting(accepted.ballot(), entries);
      if (accepted.disks().of(from) < model.memory(member().disk()).disk(from)) {
        breaks("rejoined", "host %d counts what host %d said on a lost disk", host(), from);
      }
    }
  }

  @Override
  protected void decides(Output output) {
    switch (output) {
      case Output.Chosen(long position, List<LogEntry> entries) -> {
        chosen(position, entries);
        counts(entries);
      }
      case Output.Opened(Ballot ballot, long _, long position) -> {
        boolean misses =
            past().agreed().stream()
                .anyMatch(each -> each.end() > position && each.ballot().isBelow(ballot));
        if (misses) {
          breaks("complete-term", "ballot %s opens without what others have chosen", ballot);
        }
        knows(member().facts().opening(ballot, position));
      }
      case Output.SteppedDown(Ballot ballot) -> {
        past(past().without(ballot));
        knows(member().facts().leading(Ballot.NONE));
      }
      case Output.Confirmed(long ticket) -> confirmed(ticket);
      case Output.Follows _, Output.SnapshotNeeded _ -> {}
    }
  }

  /**
   * Checks that a shard is formed only once, and that a replica rejoins with all that it can have
   * helped to choose.
   */
  @Override
  protected void writes(ProtocolRecord fact) {
    if (fact instanceof Record.Formed formed) {
      if (past().shard() != 0 && past().shard() != formed.shard()) {
        breaks("formed-once", "host %d forms shard %d anew", host(), formed.shard());
      }
      past(past().forming(formed.shard()));
    } else if (fact instanceof Record.Joined) {
      long end = model.view(member().machine()).end().position();
      long must = past().lost().getOrDefault(host(), 0L);
      if (end < must) {
        breaks("rejoined", "host %d votes again with %d of %d", host(), end, must);
      }
    }
  }

  @Override
  protected boolean counts(TimerName timer) {
    return !model.isIdle((Timer) timer) && (timer != Timer.GRANT || grants);
  }

  @Override
  protected void time(TimerName timer, boolean runs) {
    super.time(timer, runs);
    if (counts(timer)) {
      past(past().leasing(host(), (Timer) timer, runs));
    }
  }

  @Override
  protected void sets(TimerName timer, long nanos) {
    super.sets(timer, nanos);
    if (!model.isOrdered((Timer) timer, nanos)) {
      past(past().leasing(host(), (Timer) timer, false));
    }
  }

  @Override
  protected void sends(Address to, ProtocolMessage sends) {
    InFlight next = new InFlight(new Address.Peer(host()), to.host(), sends);
    switch (MessageParts.message(next)) {
      case Message.PreVote(Ballot ballot, long _) -> preVoteBallot = ballot;
      // A refusal only ends a term or an attempt that cannot succeed any more.
      case Message.PreVoteGranted _, Message.Refused _ -> {}
      case Message.Rejoined answer
          when model.isStanding() && answer.disk() == 0 && answer.nonce() != UNASKED ->
          sent().add(MessageParts.with(next, numbering(next.to(), answer)));
      default -> {
        said(MessageParts.message(next));
        model.underWay(next).forEach(sent()::add);
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
    if (sent().removeIf(each -> MessageParts.message(each) instanceof Message.Form)) {
      on(MessageParts.sent(one, host(), shard(), new Message.Formed(LogSteps.MEMBERS)).arrival());
    }
    if (fresh
        && sent()
            .removeIf(
                each ->
                    MessageParts.message(each) instanceof Message.Rejoin ask && ask.disk() == 0)) {
      Message none =
          new Message.Rejoined(
              LogSteps.nonce(past()), 0, Ballot.NONE, LogMark.START, LogModel.disks(List.of()));
      on(MessageParts.sent(one, host(), shard(), none).arrival());
      on(MessageParts.sent(other, host(), shard(), none).arrival());
    }
  }

  /** I3, I4 and I9: what is said is durable, and takes no earlier word back. */
  private void said(Message message) {
    int host = host();
    DurableState kept = model.memory(member().disk());
    if (LogFacts.isVote(message) && past().lost().containsKey(host) && kept.disk(host) == 0) {
      breaks("rejoined", "host %d votes after it has lost its disk: %s", host, message);
    }
    LogFacts.Kept durable =
        new LogFacts.Kept(kept.votes(), kept.promised(), kept.endMark().position());
    knows(member().facts().saying(message, durable));
  }

  /** Notes that entries are chosen, and checks I1 and I2. */
  private void chosen(long position, List<LogEntry> entries) {
    List<LogEntry> agreed = new ArrayList<>(past().agreed());
    int host = host();
    long applied = member().facts().applied();
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
    knows(member().facts().applying(applied));
    past(past().agreeing(agreed));
    if (member().facts().leads() && past().budget().has(QUESTION)) {
      past(past().telling(position));
    }
  }

  /** The terms of the log are numbered one after another. */
  private void numbered(List<LogEntry> before, LogEntry entry) {
    long terms = before.stream().filter(each -> each.content() instanceof TermStart).count();
    if (entry.content() instanceof TermStart start && start.count() != terms + 1) {
      breaks("term-numbers", "%s follows term %d", entry, terms);
    }
  }

  /** I6: a read sees all that any term had told when it was asked. */
  private void confirmed(long ticket) {
    List<Past.Question> left = new ArrayList<>();
    for (Past.Question each : past().questions()) {
      boolean answered = each.term().equals(member().facts().term()) && each.ticket() <= ticket;
      if (answered
          && each.position() < each.must()
          && member().facts().applied() >= each.position()) {
        breaks(
            "linearizable",
            "a read of ballot %s sees the log up to %d, and %d was told",
            each.term(),
            each.position(),
            each.must());
      }
      if (!answered) {
        left.add(each);
      }
    }
    past(past().asking(left));
  }
}
