package tutti.protocol.commit.twophase;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import tutti.protocol.commit.CommitMachine;
import tutti.protocol.commit.Effect;
import tutti.protocol.commit.Entry;
import tutti.protocol.commit.Event;
import tutti.protocol.commit.Timer;
import tutti.protocol.commit.Timing;
import tutti.protocol.commit.twophase.Message.Vote.Kind;

/**
 * Decides one transaction by two-phase commit. Its transitions are in the package's card. Confined
 * to one thread at a time.
 */
public final class Coordinator implements CommitMachine {

  /** Where the coordinator is. */
  enum State {
    /** Participants still join. */
    EXECUTING,
    /** All have executed; votes are missing. */
    PREPARING,
    /** Committed, nothing changed anywhere; what was observed here is not durable yet. */
    OBSERVING,
    /** The decision to commit is in the log, and not durable yet. */
    DECIDING,
    /** The decision is durable; acknowledgements are missing. */
    COMMITTED,
    ENDED
  }

  /** What is known of a participant. */
  private static final class Member {
    private int round;
    private @Nullable Kind vote;
    private boolean acknowledged;

    private Member(int round) {
      this.round = round;
    }
  }

  private final Timing timing;
  private final Map<Integer, Member> members = new TreeMap<>();
  private State state = State.EXECUTING;
  private boolean changesHere;
  private long wait;
  private boolean timer;
  private List<Effect> effects = new ArrayList<>();

  /** A coordinator whose transaction begins to execute. */
  public Coordinator(Timing timing) {
    this.timing = timing;
    this.wait = timing.retryNanos();
  }

  /**
   * A coordinator whose decision to commit was found in the log, without its end.
   *
   * @param unacknowledged the participants that must acknowledge it
   */
  public static Coordinator recovered(Timing timing, Collection<Integer> unacknowledged) {
    Coordinator coordinator = new Coordinator(timing);
    coordinator.state = State.COMMITTED;
    for (int node : unacknowledged) {
      Member member = new Member(0);
      member.vote = Kind.YES;
      coordinator.members.put(node, member);
    }
    return coordinator;
  }

  @Override
  public List<Effect> on(Event event) {
    effects = new ArrayList<>();
    switch (event) {
      case Event.Joined joined -> joined(joined.node(), joined.round());
      case Event.Closed closed -> closed(closed.changesHere());
      case Event.GaveUp _ -> {
        if (undecided()) {
          abort();
        }
      }
      case Event.Received(int from, Message message) -> received(from, message);
      case Event.Received received -> throw foreign(received);
      case Event.Persisted persisted -> persisted(persisted.entry());
      case Event.TimerFired fired -> fired(fired.timer());
      case Event.Restarted _ -> {
        if (state != State.COMMITTED || timer) {
          throw new IllegalStateException("only a recovered coordinator is restarted, and once");
        }
        sayCommit();
      }
      case Event.Executed executed -> throw foreign(executed);
      case Event.RollBack rollBack -> throw foreign(rollBack);
      case Event.Objected objected -> throw foreign(objected);
    }
    return effects;
  }

  private static IllegalArgumentException foreign(Event event) {
    return new IllegalArgumentException("not for a coordinator of two-phase commit: " + event);
  }

  private boolean undecided() {
    return state == State.EXECUTING || state == State.PREPARING;
  }

  private void joined(int node, int round) {
    if (state == State.ENDED) {
      return;
    }
    requireOpen();
    Member member = members.computeIfAbsent(node, _ -> new Member(round));
    if (round > member.round) {
      member.round = round;
      member.vote = null;
    }
  }

  private void requireOpen() {
    if (state != State.EXECUTING) {
      throw new IllegalStateException("the set of participants is closed, in " + state);
    }
  }

  private void closed(boolean changes) {
    if (state == State.ENDED) {
      return;
    }
    requireOpen();
    changesHere = changes;
    state = State.PREPARING;
    askForVotes();
  }

  private void received(int from, Message message) {
    switch (message) {
      case Message.Vote vote -> voted(from, vote);
      case Message.Ack _ -> acknowledged(from);
      case Message.Inquire _ -> {
        if (state == State.COMMITTED) {
          effects.add(new Effect.Send(from, new Message.Decide(true)));
        }
      }
      case Message.Prepare _, Message.Decide _ -> {}
    }
  }

  private void voted(int from, Message.Vote vote) {
    Member member = members.get(from);
    if (member == null || !undecided()) {
      return;
    }
    switch (vote.kind()) {
      case NO -> {
        // Who has dropped out knows nothing of the transaction any more, and says No to a question
        // that comes twice.
        if (member.vote != Kind.READ_ONLY) {
          member.vote = Kind.NO;
          abort();
        }
      }
      case READ_ONLY -> {
        if (state == State.PREPARING) {
          count(member, vote);
        }
      }
      case YES -> count(member, vote);
    }
  }

  private void count(Member member, Message.Vote vote) {
    if (vote.round() == member.round && member.vote == null) {
      member.vote = vote.kind();
      if (state == State.PREPARING && missing().isEmpty()) {
        decide();
      }
    }
  }

  /** Asks everybody whose vote is missing; decides if nobody's is. */
  private void askForVotes() {
    Set<Integer> silent = missing();
    if (silent.isEmpty()) {
      decide();
      return;
    }
    for (int node : silent) {
      effects.add(new Effect.Send(node, new Message.Prepare(member(node).round)));
    }
    startTimer();
  }

  private Member member(int node) {
    Member member = members.get(node);
    if (member == null) {
      throw new IllegalArgumentException("node " + node + " is no participant");
    }
    return member;
  }

  private void decide() {
    stopTimer();
    if (!changesHere && voters().isEmpty()) {
      state = State.OBSERVING;
      effects.add(new Effect.Decide(true));
      effects.add(new Effect.AwaitObserved());
      return;
    }
    state = State.DECIDING;
    effects.add(new Effect.Persist(Entry.DECISION, true));
    effects.add(new Effect.Decide(true));
  }

  private void abort() {
    stopTimer();
    effects.add(new Effect.Decide(false));
    for (int node : nodes(member -> member.vote != Kind.NO && member.vote != Kind.READ_ONLY)) {
      effects.add(new Effect.Send(node, new Message.Decide(false)));
    }
    effects.add(new Effect.Tell(false));
    end();
  }

  private void persisted(Entry entry) {
    if (entry == Entry.DECISION && state == State.DECIDING) {
      state = State.COMMITTED;
      for (int node : missing()) {
        effects.add(new Effect.Send(node, new Message.Decide(true)));
      }
      effects.add(new Effect.Tell(true));
      if (missing().isEmpty()) {
        end();
      } else {
        startTimer();
      }
    } else if (entry == Entry.OBSERVED && state == State.OBSERVING) {
      effects.add(new Effect.Tell(true));
      end();
    }
  }

  private void acknowledged(int from) {
    Member member = members.get(from);
    if (state != State.COMMITTED || member == null) {
      return;
    }
    member.acknowledged = true;
    if (missing().isEmpty()) {
      finish();
    }
  }

  /** Says the commit to everybody who has not acknowledged it. */
  private void sayCommit() {
    if (missing().isEmpty()) {
      finish();
      return;
    }
    for (int node : missing()) {
      effects.add(new Effect.Send(node, new Message.Decide(true)));
    }
    startTimer();
  }

  private void finish() {
    stopTimer();
    effects.add(new Effect.Persist(Entry.FINISHED, false));
    end();
  }

  private void fired(Timer which) {
    if (which != Timer.RETRY || !timer) {
      return;
    }
    wait = timing.after(wait);
    if (state == State.PREPARING) {
      askForVotes();
    } else {
      sayCommit();
    }
  }

  private void startTimer() {
    timer = true;
    effects.add(new Effect.SetTimer(Timer.RETRY, wait));
  }

  private void stopTimer() {
    wait = timing.retryNanos();
    if (timer) {
      timer = false;
      effects.add(new Effect.CancelTimer(Timer.RETRY));
    }
  }

  private void end() {
    state = State.ENDED;
    effects.add(new Effect.End());
  }

  @Override
  public Set<Integer> voters() {
    return nodes(member -> member.vote == Kind.YES);
  }

  @Override
  public Set<Integer> missing() {
    return switch (state) {
      case PREPARING -> nodes(member -> member.vote == null);
      case COMMITTED -> nodes(member -> member.vote == Kind.YES && !member.acknowledged);
      case EXECUTING, OBSERVING, DECIDING, ENDED -> new TreeSet<>();
    };
  }

  private Set<Integer> nodes(Predicate<Member> which) {
    Set<Integer> nodes = new TreeSet<>();
    members.forEach(
        (node, member) -> {
          if (which.test(member)) {
            nodes.add(node);
          }
        });
    return nodes;
  }

  State state() {
    return state;
  }

  @Override
  public String phase() {
    return TwoPhase.inWords(state);
  }

  @Override
  public boolean ended() {
    return state == State.ENDED;
  }
}
