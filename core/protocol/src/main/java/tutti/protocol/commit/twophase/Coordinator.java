package tutti.protocol.commit.twophase;

import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeSet;
import tutti.model.outside.Happened;
import tutti.protocol.commit.CommitMachine;
import tutti.protocol.commit.DurableState;
import tutti.protocol.commit.Input;
import tutti.protocol.commit.Outbox;
import tutti.protocol.commit.Outlook;
import tutti.protocol.commit.Outlook.By;
import tutti.protocol.commit.Output;
import tutti.protocol.commit.RecordKind;
import tutti.protocol.commit.RecoveredRecords;
import tutti.protocol.commit.Timer;
import tutti.protocol.commit.Timing;
import tutti.protocol.commit.Transitions;
import tutti.protocol.commit.Vote;
import tutti.protocol.commit.twophase.Members.Member;
import tutti.protocol.machine.Effect;
import tutti.protocol.machine.Effect.Flush;
import tutti.protocol.machine.Event;

/**
 * The coordinator of one transaction under two-phase commit, which decides it. Its transitions are
 * in the package's card. Confined to one thread at a time.
 */
final class Coordinator implements CommitMachine, Transitions<Message> {

  /** The states of the coordinator. */
  enum State {
    /** Participants still join. */
    EXECUTING,
    /** Execution is over; the nodes to ask are in the log, and not durable yet. */
    COLLECTING,
    /** Execution is over; votes are missing. */
    PREPARING,
    /** Committed, nothing changed anywhere; the observations here are not durable yet. */
    OBSERVING,
    /** The transaction's part here is in the log, not durable yet: its operation is to begin. */
    BEGINNING,
    /** The irrevocable operation runs, or the node asks whether it has happened. */
    ACTING,
    /** The decision to commit is in the log, and not durable yet. */
    DECIDING,
    /** The decision is durable; acknowledgements are missing. */
    COMMITTED,
    /** The abort is in the log, and not durable yet. */
    ABORTING,
    /** Aborted; acknowledgements are missing. */
    ABORTED,
    ENDED;

    private final String inWords = TwoPhase.inWords(this);
  }

  private final Timing timing;
  private final Presumption presumption;

  /** Whether the client is answered only when all participants have acknowledged a commit. */
  private final boolean tellsLast;

  private final Members members = new Members();
  private State state = State.EXECUTING;
  private boolean changesHere;

  /** Whether the transaction has an irrevocable operation. */
  private boolean acts;

  /**
   * Whether the log has a record of this coordinator, so that another record must end it when
   * nothing needs to be known any more.
   */
  private boolean noted;

  /** Whether only the check can show how the operation has ended. */
  private boolean asksCheck;

  private long wait;
  private boolean timer;

  /** Whether the transaction has committed for certain and its client has no answer yet. */
  private boolean untold;

  private final Outbox outbox = new Outbox();

  /**
   * Makes a coordinator whose transaction begins to execute.
   *
   * @param tellsLast whether the client is answered only when all participants have acknowledged a
   *     commit
   */
  Coordinator(Timing timing, Presumption presumption, boolean tellsLast) {
    this.timing = timing;
    this.presumption = presumption;
    this.tellsLast = tellsLast;
    this.wait = timing.retryNanos();
  }

  /**
   * Makes a coordinator whose records were found, without an end: a decision to commit, or else no
   * decision.
   */
  static Coordinator recovered(Timing timing, Presumption presumption, RecoveredRecords found) {
    Coordinator coordinator = new Coordinator(timing, presumption, false);
    Set<RecordKind> written = found.written();
    boolean commit =
        written.contains(RecordKind.DECISION) || written.contains(RecordKind.COMMITTED);
    boolean acts =
        !commit && written.contains(RecordKind.VOTE) && !written.contains(RecordKind.ABORTED);
    coordinator.acts = acts;
    coordinator.noted = !acts || written.contains(RecordKind.NOTE);
    coordinator.state = acts ? State.ACTING : commit ? State.COMMITTED : State.ABORTED;
    Set<Integer> mustHear = commit || acts ? found.voters() : Presumption.asked(found.memory());
    if (acts || presumption.acknowledges(commit)) {
      mustHear.forEach(coordinator.members::found);
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
      case Input.Joined joined -> joined(joined.node(), joined.round());
      case Input.Closed(boolean changes, _, boolean withAct) -> {
        acts = withAct;
        closed(changes || withAct);
      }
      case Input.Acted(var happened) -> acted(happened);
      case Input.GaveUp _ -> gaveUp();
      case Input.Unwritten _ -> {
        outbox.withdraw(RecordKind.VOTE);
        gaveUp();
      }
      case Input.Observed _ -> observed();
      case Input.Restarted _ -> restarted();
      case Input.Executed _, Input.RollBack _, Input.Objected _, Input.Sent _ ->
          throw foreign(input);
    }
  }

  private void gaveUp() {
    if (untold) {
      tellCommit();
    } else if (undecided()) {
      abort();
    } else if (state == State.BEGINNING) {
      revoke();
    }
  }

  private void restarted() {
    if (state != State.COMMITTED && state != State.ABORTED && state != State.ACTING || timer) {
      throw new IllegalStateException("only a recovered coordinator is restarted, and once");
    }
    if (state == State.ACTING) {
      act(true);
    } else {
      sayOutcome();
    }
  }

  @Override
  public IllegalArgumentException foreign(Object event) {
    return new IllegalArgumentException("not for a coordinator of two-phase commit: " + event);
  }

  private boolean undecided() {
    return state == State.EXECUTING || state == State.COLLECTING || state == State.PREPARING;
  }

  private void joined(int node, int round) {
    if (aborts()) {
      return;
    }
    requireOpen();
    members.join(node, round);
  }

  /** Whether the transaction has aborted, or will: a No may have come before the caller knows. */
  private boolean aborts() {
    return state == State.ABORTING || state == State.ABORTED || state == State.ENDED;
  }

  private void requireOpen() {
    if (state != State.EXECUTING) {
      throw new IllegalStateException("the set of participants is closed, in " + state);
    }
  }

  private void closed(boolean changes) {
    if (aborts()) {
      return;
    }
    requireOpen();
    changesHere = changes;
    if (presumption == Presumption.COMMIT && !members.isEmpty()) {
      state = State.COLLECTING;
      note(members.all());
    } else {
      state = State.PREPARING;
      askForVotes();
    }
  }

  @Override
  public void received(int from, Message message) {
    switch (message) {
      case Message.Voted vote -> voted(from, vote);
      case Message.Ack _ -> acknowledged(from);
      case Message.Inquire _ -> {
        if (state == State.COMMITTED || state == State.ABORTED) {
          sayOutcome(from);
        }
      }
      case Message.Prepare _, Message.Decide _ -> {}
    }
  }

  private void voted(int from, Message.Voted vote) {
    Member member = members.find(from);
    if (member == null || !undecided()) {
      return;
    }
    switch (vote.vote()) {
      case NO -> {
        // A participant that has dropped out knows nothing of the transaction any more, and says No
        // to a question that comes twice.
        if (member.vote != Vote.READ_ONLY) {
          member.vote = Vote.NO;
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

  private void count(Member member, Message.Voted vote) {
    if (vote.round() == member.round && member.vote == null) {
      member.vote = vote.vote();
      if (state == State.PREPARING && missing().isEmpty()) {
        decide();
      }
    }
  }

  /** Asks all participants whose votes are missing; decides if none is missing. */
  private void askForVotes() {
    Set<Integer> silent = missing();
    if (silent.isEmpty()) {
      decide();
      return;
    }
    for (int node : silent) {
      outbox.send(node, new Message.Prepare(members.of(node).round));
    }
    startTimer();
  }

  private void decide() {
    stopTimer();
    if (acts) {
      state = State.BEGINNING;
      outbox.persist(RecordKind.VOTE, presumption.memory(voters()), Flush.FORCED);
    } else if (!changesHere && voters().isEmpty()) {
      state = State.OBSERVING;
      outbox.output(new Output.Decide(true));
      outbox.output(new Output.AwaitObserved());
    } else {
      commit();
    }
  }

  private void commit() {
    state = State.DECIDING;
    outbox.persist(RecordKind.DECISION, memory(), Flush.FORCED);
    outbox.output(new Output.Decide(true));
  }

  private void act(boolean mayHaveRun) {
    state = State.ACTING;
    asksCheck = mayHaveRun;
    timer = false;
    outbox.output(new Output.Act(mayHaveRun));
  }

  private void acted(Happened happened) {
    if (state != State.ACTING) {
      return;
    }
    if (happened == Happened.UNKNOWN) {
      asksCheck = true;
      startTimer();
      return;
    }
    stopTimer();
    if (happened == Happened.YES) {
      commit();
    } else {
      revoke();
    }
  }

  /**
   * Aborts after the vote; the record is forced, since the check must not be asked once the abort
   * is sent.
   */
  private void revoke() {
    state = State.ABORTING;
    outbox.persist(RecordKind.ABORTED, presumption.memory(voters()), Flush.FORCED);
  }

  private void abort() {
    stopTimer();
    boolean asked = state == State.PREPARING;
    outbox.output(new Output.Decide(false));
    if (presumption == Presumption.NOTHING && !members.mustAbort().isEmpty()) {
      state = State.ABORTING;
      note(members.mustAbort());
      return;
    }
    state = State.ABORTED;
    members.mustAbort().forEach(this::sayOutcome);
    outbox.output(new Output.Tell(false));
    if (asked && !missing().isEmpty()) {
      startTimer();
    } else {
      finish();
    }
  }

  private void note(Set<Integer> nodes) {
    noted = true;
    outbox.persist(RecordKind.NOTE, presumption.memory(nodes), Flush.FORCED);
  }

  private DurableState memory() {
    return presumption.memory(Set.of());
  }

  @Override
  public void persisted(RecordKind entry) {
    if (entry == RecordKind.DECISION && state == State.DECIDING) {
      state = State.COMMITTED;
      noted |= !voters().isEmpty();
      voters().forEach(this::sayOutcome);
      untold = tellsLast && !missing().isEmpty();
      if (!untold) {
        outbox.output(new Output.Tell(true));
      }
      if (missing().isEmpty()) {
        finish();
      } else {
        startTimer();
      }
    } else if (entry == RecordKind.VOTE && state == State.BEGINNING) {
      act(false);
    } else if (entry == RecordKind.ABORTED && state == State.ABORTING) {
      revoked();
    } else if (entry == RecordKind.NOTE && state == State.COLLECTING) {
      state = State.PREPARING;
      askForVotes();
    } else if (entry == RecordKind.NOTE && state == State.ABORTING) {
      state = State.ABORTED;
      outbox.output(new Output.Tell(false));
      sayOutcome();
    }
  }

  private void observed() {
    if (state == State.OBSERVING) {
      outbox.output(new Output.Tell(true));
      finish();
    }
  }

  /** Notes that the operation certainly did not happen, and that the log has a record of it. */
  private void revoked() {
    state = State.ABORTED;
    noted |= !missing().isEmpty();
    outbox.output(new Output.Decide(false));
    members.mustAbort().forEach(this::sayOutcome);
    outbox.output(new Output.Tell(false));
    if (missing().isEmpty()) {
      finish();
    } else {
      startTimer();
    }
  }

  private void acknowledged(int from) {
    Member member = members.find(from);
    if (state != State.COMMITTED && state != State.ABORTED || member == null) {
      return;
    }
    member.acknowledged = true;
    if (missing().isEmpty()) {
      finish();
    }
  }

  private void tellCommit() {
    untold = false;
    outbox.output(new Output.Tell(true));
  }

  /** Says the outcome to all participants that have not acknowledged it. */
  private void sayOutcome() {
    if (missing().isEmpty()) {
      finish();
      return;
    }
    missing().forEach(this::sayOutcome);
    startTimer();
  }

  private void sayOutcome(int node) {
    outbox.send(node, new Message.Decide(state == State.COMMITTED));
  }

  private void finish() {
    if (untold) {
      tellCommit();
    }
    stopTimer();
    if (noted) {
      outbox.persist(RecordKind.FINISHED, memory(), Flush.UNTOLD);
    }
    state = State.ENDED;
    outbox.output(new Output.End());
  }

  @Override
  public void fired(Timer which) {
    if (which != Timer.RETRY || !timer) {
      return;
    }
    wait = timing.after(wait);
    switch (state) {
      case PREPARING -> askForVotes();
      case ACTING -> act(true);
      default -> sayOutcome();
    }
  }

  private void startTimer() {
    timer = true;
    outbox.set(Timer.RETRY, wait);
  }

  private void stopTimer() {
    wait = timing.retryNanos();
    if (timer) {
      timer = false;
      outbox.cancel(Timer.RETRY);
    }
  }

  @Override
  public Set<Integer> voters() {
    return members.voters();
  }

  @Override
  public Set<Integer> missing() {
    return switch (state) {
      case COLLECTING, PREPARING -> members.silent();
      case COMMITTED -> silent(voters());
      case ABORTED -> silent(members.mustAbort());
      case EXECUTING, OBSERVING, BEGINNING, ACTING, DECIDING, ABORTING, ENDED -> new TreeSet<>();
    };
  }

  private Set<Integer> silent(Set<Integer> mustHear) {
    mustHear.removeIf(
        node ->
            !presumption.acknowledges(state == State.COMMITTED) || members.of(node).acknowledged);
    return mustHear;
  }

  State state() {
    return state;
  }

  @Override
  public String phase() {
    return state.inWords;
  }

  @Override
  public Outlook outlook() {
    SortedMap<Integer, String> known = members.inWords(state == State.EXECUTING);
    return switch (state) {
      case EXECUTING -> Outlook.here(known, By.EXECUTION);
      case PREPARING -> Outlook.all(known, By.VOTES, missing());
      case COMMITTED, ABORTED -> Outlook.all(known, By.ACKNOWLEDGEMENTS, missing());
      case ACTING -> Outlook.here(known, asksCheck ? By.CHECK : By.OPERATION);
      case COLLECTING, OBSERVING, BEGINNING, DECIDING, ABORTING, ENDED ->
          Outlook.here(known, By.FLUSH);
    };
  }
}
