package tutti.protocol.termination;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import tutti.protocol.commit.Entry;
import tutti.protocol.commit.Found;
import tutti.protocol.commit.Outlook;
import tutti.protocol.commit.Outlook.By;
import tutti.protocol.commit.Role;
import tutti.protocol.commit.Self;
import tutti.protocol.commit.Timer;

/**
 * A member of one transaction under a protocol that takes silence for a crash: the termination
 * protocol of the members that have been up all the time, the questions of the members that were
 * down, and the clean-up of both. The package's card has the rules. Confined to one thread at a
 * time.
 */
public abstract class Member extends Voting {

  /**
   * Whether a member that was down takes part as if it had been up all the time, as in the papers.
   */
  private final boolean naive;

  /** Whether the member was found in the log. */
  private final boolean found;

  private boolean begun;

  /** The number of {@link #candidates} that this member has waited for in vain. */
  private int stage;

  /** The answers of the members that this one has asked. */
  private final Map<Integer, Standing> answers = new TreeMap<>();

  /** The members that are known to have the outcome in their logs. */
  private final Set<Integer> heard = new TreeSet<>();

  private long wait;

  /** A member that begins to execute. */
  protected Member(Self self, int coordinator, boolean naive) {
    super(self, coordinator, self.node() == coordinator ? State.EXECUTING : State.INITIAL);
    this.naive = naive;
    this.found = false;
    this.begun = true;
    this.wait = self.timing().retryNanos();
  }

  /** A member that was found in the log. */
  protected Member(Self self, Found found, boolean naive) {
    super(self, found.coordinator(), stateOf(found));
    this.naive = naive;
    this.found = true;
    this.begun = false;
    this.wait = self.timing().retryNanos();
    if ((found.role() == Role.COORDINATOR) != coordinates()) {
      throw new IllegalArgumentException(found + " is not of node " + self.node());
    }
    if (found.memory() instanceof Remembered memory) {
      name(memory.members());
      if (memory.agreed()) {
        agree();
      }
    }
    Set<Integer> all = new TreeSet<>(members());
    all.addAll(found.voters());
    nameWithItself(all);
    found();
  }

  private static State stateOf(Found found) {
    Set<Entry> written = found.written();
    if (written.contains(Entry.COMMITTED) || written.contains(Entry.DECISION)) {
      return State.COMMIT;
    }
    return written.contains(Entry.ABORTED) ? State.ABORT : State.RECOVERED;
  }

  /** Returns the outcome for a coordinator whose others all were down, too, or know nothing. */
  protected abstract boolean outcomeIfAllWereDown();

  /**
   * Returns the outcome for a member that was down and does not know it, when the coordinator has
   * no record any more.
   */
  protected abstract boolean outcomeIfForgotten();

  /** Goes on after a restart, for a member that follows the paper to the letter. */
  protected abstract void goOn();

  /** Decides as the leader, once all members that are up have answered. */
  protected abstract void judge(Map<Integer, Standing> answers);

  /** Takes an outcome that the member has heard and that is not in its log. */
  protected abstract void learn(int from, Message.Global global);

  /** Goes on when the outcome, or the step before it, is durable in the log. */
  protected abstract void logged(Entry entry);

  /** Handles a message of three-phase commit's middle phase. */
  protected abstract void middle(int from, Message message);

  /** Goes on without the members that this one still waited for in the middle phase. */
  protected abstract void middleIsOver();

  /** The members that this one waits for in the middle phase. */
  protected abstract Set<Integer> missingInTheMiddle();

  @Override
  final void received(int from, Message message) {
    if (ended()) {
      return;
    }
    switch (message) {
      case Message.Prepare prepare when from == coordinator() -> prepare(prepare);
      case Message.Voted vote when coordinates() -> voted(from, vote);
      case Message.Prepare _, Message.Voted _ -> {}
      case Message.PreCommit _, Message.PreCommitted _ -> middle(from, message);
      case Message.Global global -> global(from, global);
      case Message.Heard(boolean commit) -> heard(from, commit);
      case Message.Ask ask -> asked(from, ask.leads());
      case Message.Answer(Standing standing) -> answered(from, standing);
    }
  }

  private void global(int from, Message.Global global) {
    switch (state()) {
      case EXECUTING, WAIT, AGREED -> {
        if (!global.commit()) {
          giveUp();
        }
      }
      case INITIAL -> {
        if (!global.commit()) {
          undoAndSay(global);
        }
      }
      case OBSERVING -> {
        if (!global.commit() && !coordinates()) {
          end();
        }
      }
      case VOTING, READY, PRE_COMMIT, LEADING -> {
        stop(Timer.SILENCE);
        learn(from, global);
      }
      case RECOVERED -> {
        // A member that passes a commit on may crash before all members have it. So it is no commit
        // yet for a member that does not know what has happened meanwhile. An abort is in its
        // sender's log.
        if (global.settled() || !global.commit()) {
          heard.add(from);
          settle(global.commit());
        }
      }
      case TRANSMIT_C, TRANSMIT_A, COMMIT, ABORT -> {
        if (global.settled() && (state() == State.COMMIT || state() == State.ABORT)) {
          send(from, new Message.Heard(state() == State.COMMIT));
        }
        heard(from, global.commit());
      }
      case ENDED -> {}
    }
  }

  /** Aborts here, where nothing was promised; other members may have promised something. */
  protected abstract void undoAndSay(Message.Global abort);

  private void settle(boolean commit) {
    stop(Timer.INQUIRE);
    conclude(commit, commit ? Entry.COMMITTED : Entry.ABORTED);
    decide(commit);
  }

  /** Writes the outcome, or that it is known; the member goes on when the record is durable. */
  protected final void conclude(boolean commit, Entry entry) {
    nowKnown(commit);
    persist(entry, true);
  }

  /** Writes the outcome as the member's last record; the member goes on when it is durable. */
  protected final void concludeForGood(boolean commit) {
    nowKnown(commit);
    persistLast(commit ? Entry.COMMITTED : Entry.ABORTED, true);
  }

  private void nowKnown(boolean commit) {
    stop(Timer.SILENCE);
    become(commit ? State.TRANSMIT_C : State.TRANSMIT_A);
  }

  @Override
  final void persisted(Entry entry) {
    switch (state()) {
      case VOTING -> {
        become(State.READY);
        voteYes();
        await();
      }
      case OBSERVING -> endAlone();
      case AGREED, PRE_COMMIT -> logged(entry);
      case TRANSMIT_C, TRANSMIT_A -> {
        if (others().isEmpty()) {
          endAlone();
        } else if (entry != Entry.VOTE) {
          logged(entry);
        }
      }
      default -> {}
    }
  }

  /** Follows that node: its word counts from now on. */
  protected final void follow(int from) {
    stage = candidates().indexOf(from);
    await();
  }

  /**
   * The members in the order of their turns: the coordinator, then the participants, lowest first.
   */
  private List<Integer> candidates() {
    List<Integer> candidates = new ArrayList<>(members());
    candidates.remove((Integer) coordinator());
    candidates.addFirst(coordinator());
    return candidates;
  }

  /**
   * Waits for the candidate whose turn it is. The wait is longer at every stage, since the times at
   * which two members begin to wait can differ by six bounds more after each. It is long enough for
   * a decision to pass through all other members, each of which tells one more and crashes.
   */
  protected final void await() {
    long bounds = 6L * (stage + 2) + members().size();
    start(Timer.SILENCE, bounds * self().timing().delayBoundNanos());
  }

  /** Waits for the coordinator, and then for one candidate after the other. */
  protected final void awaitAnew() {
    stage = 0;
    await();
  }

  @Override
  final void fired(Timer timer) {
    switch (timer) {
      case SILENCE -> silence();
      case INQUIRE -> inquire();
      case RETRY -> {
        wait = self().timing().after(wait);
        retry();
      }
    }
  }

  private void silence() {
    switch (state()) {
      case WAIT -> giveUp();
      case LEADING -> judge(answers);
      case READY -> nextCandidate();
      case PRE_COMMIT -> {
        if (leads()) {
          middleIsOver();
        } else {
          nextCandidate();
        }
      }
      default -> {}
    }
  }

  /** The candidate whose turn it is. */
  private int candidate() {
    return stage == 0 ? coordinator() : candidates().get(stage);
  }

  private void nextCandidate() {
    stage++;
    List<Integer> candidates = candidates();
    if (stage == candidates.size() || candidates.get(stage) == self().node()) {
      lead();
    } else {
      await();
    }
  }

  /** Asks all other members, in order to decide. */
  protected final void lead() {
    stage = candidates().indexOf(self().node());
    become(State.LEADING);
    answers.clear();
    send(others(), new Message.Ask(true));
    start(Timer.SILENCE, roundTrip());
  }

  /** Whether the member is the one to decide. */
  protected final boolean leads() {
    return coordinates() || candidate() == self().node();
  }

  private void asked(int from, boolean toLead) {
    switch (state()) {
      case INITIAL -> {
        send(from, new Message.Answer(Standing.UNKNOWN));
        if (toLead) {
          undo();
        }
      }
      case OBSERVING -> send(from, new Message.Answer(Standing.UNKNOWN));
      case VOTING, READY, PRE_COMMIT -> {
        adopt(from, toLead);
        send(from, new Message.Answer(standing()));
      }
      case EXECUTING, WAIT, AGREED, LEADING -> send(from, new Message.Answer(standing()));
      case RECOVERED -> send(from, new Message.Answer(Standing.RECOVERED));
      case COMMIT, ABORT ->
          send(from, new Message.Global(state() == State.COMMIT, members(), true));
      // The member says the outcome as soon as it may.
      case TRANSMIT_C, TRANSMIT_A, ENDED -> {}
    }
  }

  private void adopt(int from, boolean toLead) {
    int rank = candidates().indexOf(from);
    if (toLead && rank >= stage && !coordinates()) {
      stage = rank;
      if (state() != State.VOTING) {
        await();
      }
    }
  }

  /** The standing of this member, if it has been up all the time. */
  protected abstract Standing standing();

  private void answered(int from, Standing standing) {
    if (!others().contains(from)) {
      return;
    }
    if (state() == State.LEADING) {
      answers.put(from, standing);
      if (missing().isEmpty()) {
        stop(Timer.SILENCE);
        judge(answers);
      }
    } else if (state() == State.RECOVERED) {
      if (from == coordinator() && standing == Standing.UNKNOWN) {
        settle(outcomeIfForgotten());
        return;
      }
      // A member that was down, or that has forgotten, never decides by itself again.
      if (standing == Standing.RECOVERED || standing == Standing.UNKNOWN) {
        answers.put(from, standing);
      }
      if (coordinates() && answers.keySet().containsAll(others())) {
        settle(outcomeIfAllWereDown());
      }
    }
  }

  @Override
  final void restarted() {
    if (begun) {
      throw new IllegalStateException("only who was found in the log is restarted, and once");
    }
    begun = true;
    if (state() != State.RECOVERED) {
      keepSaying();
    } else if (naive) {
      goOn();
    } else {
      inquire();
    }
  }

  private void inquire() {
    send(others(), new Message.Ask(false));
    start(Timer.INQUIRE, wait);
    wait = self().timing().after(wait);
  }

  /** Remembers the outcome, which is in this member's log, until all others have it in theirs. */
  protected final void keep() {
    wait = self().timing().retryNanos();
    if (!forgetIfAllHaveHeard()) {
      start(Timer.RETRY, wait);
    }
  }

  /** Remembers the outcome as {@link #keep} does, and tells the others at once. */
  protected final void keepSaying() {
    wait = self().timing().retryNanos();
    if (!forgetIfAllHaveHeard()) {
      retry();
    }
  }

  /** Says the outcome again to the members that are not known to have it. */
  protected void retry() {
    send(missing(), new Message.Global(state() == State.COMMIT, members(), true));
    start(Timer.RETRY, wait);
  }

  private void heard(int from, boolean commit) {
    boolean knows = state() == (commit ? State.COMMIT : State.ABORT);
    if (knows || state() == (commit ? State.TRANSMIT_C : State.TRANSMIT_A)) {
      heard.add(from);
    }
    if (knows) {
      forgetIfAllHaveHeard();
    }
  }

  private boolean forgetIfAllHaveHeard() {
    boolean all = allHaveHeard();
    if (all) {
      end();
    }
    return all;
  }

  /** Whether all others are known to have the outcome in their logs. */
  protected final boolean allHaveHeard() {
    return heard.containsAll(others());
  }

  /** Whether the member was down, and follows the others. */
  protected final boolean wasDown() {
    return found && !naive;
  }

  /** Whether the member's client, if it has one, is still there. */
  protected final boolean hasClient() {
    return coordinates() && !found;
  }

  protected final Set<Integer> heard() {
    return heard;
  }

  @Override
  public final Set<Integer> missing() {
    return switch (state()) {
      case WAIT -> silent();
      case READY -> itsTurn();
      case PRE_COMMIT -> leads() ? new TreeSet<>(missingInTheMiddle()) : itsTurn();
      case LEADING, RECOVERED -> othersBut(answers.keySet());
      case COMMIT, ABORT -> othersBut(heard);
      default -> Set.of();
    };
  }

  private Set<Integer> itsTurn() {
    return others().contains(candidate()) ? Set.of(candidate()) : Set.of();
  }

  @Override
  public final Outlook outlook() {
    SortedMap<Integer, String> known = known();
    return switch (state()) {
      case EXECUTING, INITIAL -> Outlook.here(known, By.EXECUTION);
      case WAIT -> Outlook.all(known, By.VOTES, missing());
      case READY, PRE_COMMIT, LEADING -> Outlook.all(known, By.SILENCE, missing());
      case RECOVERED -> Outlook.all(known, By.KNOWLEDGE, missing());
      case COMMIT, ABORT -> Outlook.all(known, By.ACKNOWLEDGEMENTS, missing());
      case VOTING, OBSERVING, AGREED, TRANSMIT_C, TRANSMIT_A, ENDED ->
          Outlook.here(known, By.FLUSH);
    };
  }

  private SortedMap<Integer, String> known() {
    SortedMap<Integer, String> known = votesInWords();
    others().forEach(node -> known.putIfAbsent(node, "voted Yes"));
    if (!coordinates()) {
      others().forEach(node -> known.put(node, "takes part"));
      known.put(coordinator(), "coordinates");
    }
    answers.forEach((node, standing) -> known.put(node, inWords(standing)));
    heard.forEach(node -> known.put(node, "has the outcome in its log"));
    return known;
  }

  private static String inWords(Standing standing) {
    return switch (standing) {
      case UNKNOWN -> "knows nothing of it";
      case READY -> "has voted Yes, and knows no more";
      case PRE_COMMIT -> "knows that all have voted Yes";
      case RECOVERED -> "was down, and asks itself";
    };
  }
}
