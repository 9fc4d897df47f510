package tutti.protocol.commit.paxoscommit;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import tutti.protocol.commit.CommitMachine;
import tutti.protocol.commit.Input;
import tutti.protocol.commit.NodeView;
import tutti.protocol.commit.Outbox;
import tutti.protocol.commit.Outlook;
import tutti.protocol.commit.Outlook.By;
import tutti.protocol.commit.Output;
import tutti.protocol.commit.RecordKind;
import tutti.protocol.commit.RecoveredRecords;
import tutti.protocol.commit.Timer;
import tutti.protocol.commit.Transitions;
import tutti.protocol.machine.Effect;
import tutti.protocol.machine.Effect.Flush;
import tutti.protocol.machine.Event;

/**
 * The first leader (§4.2), and the resource manager of its own node if that node changes something.
 * Its transitions are in the package's card. Confined to one thread at a time.
 */
final class Coordinator implements CommitMachine, Transitions<Message> {

  /** The states of the coordinator. */
  enum State {
    /** Participants still join. */
    EXECUTING,
    /** The coordinator's node changed nothing; its observations are not durable yet. */
    OBSERVING,
    /**
     * Deciding alone, since no other node is concerned; the decision is in the log, and not durable
     * yet.
     */
    DECIDING,
    /** Participants are asked; the coordinator's own vote is in the log, and not durable yet. */
    VOTING,
    /** The participants have been asked for their votes, and not enough witnesses have accepted. */
    PREPARED,
    /**
     * The coordinator aborts before its own vote was sent; the abort is sent to no node before it
     * is durable.
     */
    ABORTING,
    /** Committed: the commit is chosen; acknowledgements are missing. */
    COMMITTED,
    /** Aborted for certain; acknowledgements are missing. */
    ABORTED,
    ENDED
  }

  private final NodeView self;
  private final int f;
  private State state = State.EXECUTING;

  /** The newest round of each participant; lost in a crash. */
  private final SortedMap<Integer, Integer> rounds = new TreeMap<>();

  private boolean votes;

  /** The ballots of this coordinator; present once the participants are known. */
  private @Nullable Ballots ballots;

  private final Set<Integer> voters = new TreeSet<>();

  /** The nodes whose end is not known to be durable; this node may be one. */
  private final Set<Integer> silent = new TreeSet<>();

  /**
   * The nodes that were asked to vote, and knew nothing of the transaction: one such answer may be
   * too early to mean anything.
   */
  private final Set<Integer> gone = new TreeSet<>();

  private boolean recovered;
  private long wait;
  private boolean timer;
  private final Outbox outbox = new Outbox();

  /** A coordinator whose transaction begins to execute. */
  Coordinator(NodeView self, int f) {
    this.self = self;
    this.f = f;
    this.wait = self.timing().retryNanos();
  }

  /** A coordinator whose vote, or decision, was found in the log. */
  static Coordinator recovered(
      NodeView self, RecoveredRecords found, PaxosDurableState.Member memory) {
    Coordinator coordinator = new Coordinator(self, 0);
    Ballots ballots = new Ballots(self, memory.group(), true, memory.ballot(), coordinator.outbox);
    coordinator.recovered = true;
    coordinator.votes = true;
    coordinator.ballots = ballots;
    if (found.written().contains(RecordKind.DECISION)) {
      coordinator.state = State.DECIDING;
    } else if (found.written().contains(RecordKind.COMMITTED)) {
      coordinator.state = State.COMMITTED;
    } else {
      coordinator.state =
          found.written().contains(RecordKind.ABORTED) ? State.ABORTED : State.PREPARED;
    }
    if (coordinator.state != State.PREPARED) {
      coordinator.silent.addAll(memory.group().members());
      coordinator.silent.remove(self.node());
    }
    return coordinator;
  }

  @Override
  public List<Effect<Output>> on(Event<Input> event) {
    return outbox.on(event, Message.class, this);
  }

  @Override
  public void take(Input input) {
    switch (input) {
      case Input.Joined(int node, int round) -> {
        if (state != State.ENDED) {
          requireOpen();
          rounds.merge(node, round, Math::max);
        }
      }
      case Input.Closed(boolean changesHere, boolean changesElsewhere, _) -> {
        if (state != State.ENDED) {
          requireOpen();
          closed(changesHere, changesHere || changesElsewhere ? f : 0);
        }
      }
      case Input.GaveUp _ -> gaveUp();
      case Input.Unwritten _ -> {
        outbox.withdraw(RecordKind.VOTE);
        gaveUp();
      }
      case Input.Observed _ -> observed();
      case Input.Restarted _ -> restarted();
      case Input.Executed _, Input.RollBack _, Input.Objected _ -> throw foreign(input);
      case Input.Acted _, Input.Sent _ -> throw foreign(input);
    }
  }

  @Override
  public IllegalArgumentException foreign(Object event) {
    return new IllegalArgumentException("not for a coordinator of Paxos Commit: " + event);
  }

  private void requireOpen() {
    if (state != State.EXECUTING) {
      throw new IllegalStateException("the set of participants is closed, in " + state);
    }
  }

  private void restarted() {
    if (!recovered) {
      throw new IllegalStateException("only a recovered coordinator is restarted, and once");
    }
    recovered = false;
    if (state == State.PREPARED) {
      vote();
      startTimer();
      ballots().patience();
    } else {
      say();
    }
  }

  private Ballots ballots() {
    if (ballots == null) {
      throw new IllegalStateException("the set of participants is open, in " + state);
    }
    return ballots;
  }

  /**
   * @param away the number of witnesses that may be away: where no node has changed anything, no
   *     other node needs the outcome, and the witness on this node remembers enough
   */
  private void closed(boolean changesHere, int away) {
    Set<Integer> members = new TreeSet<>(rounds.keySet());
    if (changesHere) {
      members.add(self.node());
    }
    Group group =
        new Group(
            List.copyOf(members),
            rounds.isEmpty() ? List.of() : Group.witnesses(self.node(), self.nodes(), away));
    ballots = new Ballots(self, group, changesHere, 0, outbox);
    votes = changesHere;
    if (!changesHere) {
      state = State.OBSERVING;
      if (rounds.isEmpty()) {
        outbox.output(new Output.Decide(true));
      }
      outbox.output(new Output.AwaitObserved());
    } else if (rounds.isEmpty()) {
      state = State.DECIDING;
      outbox.persist(RecordKind.DECISION, ballots.memory(), Flush.FORCED);
      outbox.output(new Output.Decide(true));
    } else {
      state = State.VOTING;
      outbox.persist(RecordKind.VOTE, ballots.memory(), Flush.FORCED);
      prepare(rounds.keySet());
      startTimer();
    }
  }

  private void prepare(Iterable<Integer> participants) {
    for (int node : participants) {
      Integer round = rounds.get(node);
      if (round != null) {
        outbox.send(node, new Message.Prepare(round, ballots().group()));
      }
    }
  }

  /**
   * Votes in ballot 0 for this node alone; a coordinator whose node changes nothing only asks the
   * witnesses for the accepted votes.
   */
  private void vote() {
    ballots().vote(votes ? Map.of(self.node(), ProposedValue.PREPARED) : Map.of());
  }

  private void gaveUp() {
    switch (state) {
      case EXECUTING -> abortEarly();
      case OBSERVING -> {
        if (!rounds.isEmpty()) {
          abortEarly();
        }
      }
      case VOTING -> {
        // The vote may be durable: a coordinator that came back without the abort would say the
        // vote.
        state = State.ABORTING;
        outbox.persist(RecordKind.ABORTED, ballots().memory(), Flush.FORCED);
      }
      case PREPARED -> lead();
      case DECIDING, ABORTING, COMMITTED, ABORTED, ENDED -> {}
    }
  }

  /**
   * Aborts before any node was asked to vote: no node can commit, and none needs to acknowledge.
   */
  private void abortEarly() {
    outbox.output(new Output.Decide(false));
    rounds.keySet().forEach(to -> outbox.send(to, new Message.Undo()));
    outbox.output(new Output.Tell(false));
    end();
  }

  private void lead() {
    if (!ballots().leads()) {
      ballots().lead();
    }
  }

  @Override
  public void received(int from, Message message) {
    switch (message) {
      case Message.No _ -> refused(from);
      case Message.Unknown _ -> {
        // A participant that has only looked is gone at once, and its vote may still be under way
        // to witnesses.
        if (state == State.PREPARED && !gone.add(from)) {
          lead();
        }
      }
      case Message.Outcome(boolean commit) -> {
        if (state == State.PREPARED || state == State.VOTING && !commit) {
          decide(commit, rounds.isEmpty() ? ballots().group().members() : rounds.keySet());
        }
      }
      case Message.Phase1b promise -> {
        if (state == State.PREPARED) {
          ballots().promised(from, promise);
        }
      }
      case Message.Phase2b accepted -> {
        if (state == State.PREPARED && ballots().chosen(from, accepted)) {
          chosen(accepted.values());
        }
      }
      case Message.Refuse refuse -> {
        if (state == State.PREPARED) {
          ballots().refused(refuse);
        }
      }
      case Message.Missing(var members) -> {
        if (state == State.PREPARED) {
          prepare(members);
        }
      }
      case Message.Ack _ -> {
        if (state == State.COMMITTED || state == State.ABORTED) {
          silent.remove(from);
          finish();
        }
      }
      case Message.Prepare _, Message.Phase2a _, Message.Phase1a _ -> {}
      case Message.Forget _, Message.Inquire _, Message.Gone _, Message.Undo _ -> {}
    }
  }

  private void refused(int from) {
    switch (state) {
      case EXECUTING -> {
        rounds.remove(from);
        abortEarly();
      }
      case VOTING, PREPARED -> {
        Set<Integer> others = new TreeSet<>(ballots().group().members());
        others.remove(from);
        decide(false, others);
      }
      case OBSERVING -> {
        if (rounds.remove(from) != null) {
          abortEarly();
        }
      }
      case DECIDING, ABORTING, COMMITTED, ABORTED, ENDED -> {}
    }
  }

  private void chosen(SortedMap<Integer, ProposedValue> values) {
    Set<Integer> mustHear = new TreeSet<>(values.keySet());
    mustHear.removeIf(member -> values.get(member) == ProposedValue.READ_ONLY);
    decide(Ballots.commits(values), mustHear);
  }

  /** Ends with an outcome that is certain, whatever happens. */
  private void decide(boolean commit, Iterable<Integer> mustHear) {
    if (state == State.PREPARED) {
      outbox.cancel(Timer.SILENCE);
    }
    state = commit ? State.COMMITTED : State.ABORTED;
    if (votes) {
      silent.add(self.node());
      RecordKind entry = commit ? RecordKind.COMMITTED : RecordKind.ABORTED;
      outbox.persist(entry, ballots().memory(), Flush.FORCED);
    }
    outbox.output(new Output.Decide(commit));
    tell(mustHear);
  }

  private void tell(Iterable<Integer> mustHear) {
    for (int node : mustHear) {
      if (node != self.node()) {
        voters.add(node);
        silent.add(node);
      }
    }
    outbox.output(new Output.Tell(state == State.COMMITTED));
    wait = self.timing().retryNanos();
    say();
  }

  /** Says the outcome to all nodes that have not acknowledged it. */
  private void say() {
    for (int node : silent) {
      if (node != self.node()) {
        outbox.send(node, new Message.Outcome(state == State.COMMITTED));
      }
    }
    if (!finish()) {
      startTimer();
    }
  }

  /**
   * Ends, and sends the witnesses the permission to forget, once the transaction has ended
   * everywhere for good. Returns whether the coordinator has ended.
   */
  private boolean finish() {
    if (!silent.isEmpty()) {
      return false;
    }
    ballots().group().witnesses().forEach(to -> outbox.send(to, new Message.Forget()));
    if (timer) {
      outbox.cancel(Timer.RETRY);
    }
    if (votes) {
      outbox.persist(RecordKind.FINISHED, ballots().memory(), Flush.UNTOLD);
    }
    end();
    return true;
  }

  private void observed() {
    if (state == State.OBSERVING) {
      if (rounds.isEmpty()) {
        outbox.output(new Output.Tell(true));
        end();
      } else {
        state = State.PREPARED;
        prepare(rounds.keySet());
        startTimer();
        ballots().patience();
      }
    }
  }

  @Override
  public void persisted(RecordKind entry) {
    if (entry == RecordKind.DECISION && state == State.DECIDING) {
      outbox.output(new Output.Tell(true));
      end();
    } else if (entry == RecordKind.VOTE && state == State.VOTING) {
      state = State.PREPARED;
      vote();
      ballots().patience();
    } else if (entry == RecordKind.NOTE && state == State.PREPARED) {
      ballots().noted();
    } else if (entry == RecordKind.COMMITTED && state == State.COMMITTED
        || entry == RecordKind.ABORTED && state == State.ABORTED) {
      silent.remove(self.node());
      finish();
    } else if (entry == RecordKind.ABORTED && state == State.ABORTING) {
      state = State.ABORTED;
      outbox.output(new Output.Decide(false));
      tell(rounds.keySet());
    }
  }

  @Override
  public void fired(Timer timer) {
    if (timer == Timer.SILENCE && state == State.PREPARED) {
      ballots().silence();
    } else if (timer == Timer.RETRY) {
      wait = self.timing().after(wait);
      switch (state) {
        case VOTING -> {
          prepare(rounds.keySet());
          startTimer();
        }
        case PREPARED -> {
          if (!ballots().leads()) {
            vote();
          }
          startTimer();
        }
        case ABORTING -> startTimer();
        case COMMITTED, ABORTED -> say();
        case EXECUTING, OBSERVING, DECIDING, ENDED -> {}
      }
    }
  }

  private void startTimer() {
    timer = true;
    outbox.set(Timer.RETRY, wait);
  }

  private void end() {
    state = State.ENDED;
    outbox.output(new Output.End());
  }

  State state() {
    return state;
  }

  /**
   * The nodes that the coordinator counts on, until it knows the nodes that must hear of the
   * outcome.
   */
  @Override
  public Set<Integer> voters() {
    return new TreeSet<>(
        state == State.EXECUTING || state == State.VOTING ? rounds.keySet() : voters);
  }

  /** The witnesses that have not accepted; then those that have not acknowledged. */
  @Override
  public Set<Integer> missing() {
    return switch (state) {
      case PREPARED -> ballots().missing();
      case VOTING -> new TreeSet<>(rounds.keySet());
      case COMMITTED, ABORTED -> new TreeSet<>(silent);
      case EXECUTING, OBSERVING, DECIDING, ABORTING, ENDED -> new TreeSet<>();
    };
  }

  @Override
  public String phase() {
    return state == State.PREPARED && ballots().leads()
        ? "leading"
        : state.name().toLowerCase(Locale.ROOT);
  }

  @Override
  public Outlook outlook() {
    SortedMap<Integer, String> known = new TreeMap<>();
    rounds.keySet().forEach(node -> known.put(node, "executes"));
    if (ballots != null) {
      ballots.inWords(
          known, state == State.COMMITTED || state == State.ABORTED ? silent : Set.of());
    }
    return switch (state) {
      case EXECUTING -> Outlook.here(known, By.EXECUTION);
      case PREPARED -> ballots().outlook(known);
      case COMMITTED, ABORTED -> Outlook.all(known, By.ACKNOWLEDGEMENTS, missing());
      case OBSERVING, DECIDING, VOTING, ABORTING, ENDED -> Outlook.here(known, By.FLUSH);
    };
  }
}
