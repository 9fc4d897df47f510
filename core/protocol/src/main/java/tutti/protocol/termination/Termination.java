package tutti.protocol.termination;

import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import tutti.protocol.commit.Input;
import tutti.protocol.commit.NodeView;
import tutti.protocol.commit.Outlook;
import tutti.protocol.commit.Outlook.By;
import tutti.protocol.commit.RecordKind;
import tutti.protocol.commit.RecoveredRecords;
import tutti.protocol.commit.Role;
import tutti.protocol.commit.Timer;

/**
 * The common work of a member of one transaction under a protocol that takes silence for a crash:
 * voting, the termination protocol of the members that have been up all the time, the questions of
 * the members that were down, and the clean-up of both. The package's card has the rules. Each
 * event is handled as far as both protocols do the same; the {@link Situation} that is left is the
 * protocol's. Confined to one thread at a time.
 */
public final class Termination {
  private final MemberState member;
  private final Voting voting;
  private final Candidates candidates;
  private final CleanUp cleanUp;

  /**
   * Whether a member that was down takes part as if it had been up all the time, as in the papers.
   */
  private final boolean naive;

  /** Whether the member was found in the log. */
  private final boolean found;

  private boolean begun;

  /** The answers of the members that this one has asked. */
  private final Map<Integer, MemberStatus> answers = new TreeMap<>();

  /** The members whose answers to this member's PreCommit are missing. */
  private final Set<Integer> awaited = new TreeSet<>();

  /** The work of a member that begins to execute. */
  Termination(NodeView self, int coordinator, boolean naive) {
    this(
        new MemberState(
            self, coordinator, self.node() == coordinator ? State.EXECUTING : State.INITIAL),
        naive,
        false);
  }

  /** The work of a member that was found in the log. */
  Termination(NodeView self, RecoveredRecords found, boolean naive) {
    this(new MemberState(self, found.coordinator(), stateOf(found)), naive, true);
    if ((found.role() == Role.COORDINATOR) != member.coordinates()) {
      throw new IllegalArgumentException(found + " is not of node " + self.node());
    }
    Set<Integer> all = new TreeSet<>(found.voters());
    if (found.memory() instanceof Remembered memory) {
      all.addAll(memory.members());
      if (memory.agreed()) {
        member.agree();
      }
    }
    member.nameWithItself(all);
    member.found();
  }

  private Termination(MemberState member, boolean naive, boolean found) {
    this.member = member;
    this.voting = new Voting(member);
    this.candidates = new Candidates(member);
    this.cleanUp = new CleanUp(member);
    this.naive = naive;
    this.found = found;
    this.begun = !found;
  }

  private static State stateOf(RecoveredRecords found) {
    Set<RecordKind> written = found.written();
    if (written.contains(RecordKind.COMMITTED) || written.contains(RecordKind.DECISION)) {
      return State.COMMIT;
    }
    return written.contains(RecordKind.ABORTED) ? State.ABORT : State.RECOVERED;
  }

  /** The state of the member, and its effects. */
  public MemberState member() {
    return member;
  }

  /** The memory of the outcome, once the member knows it. */
  public CleanUp cleanUp() {
    return cleanUp;
  }

  /** Takes a wish or a report of the node. */
  Situation take(Input input) {
    return switch (input) {
      case Input.Sent _ ->
          switch (member.state()) {
            case TRANSMIT_C, PRE_COMMIT -> new Situation.Transmitted();
            default -> Situation.NONE;
          };
      case Input.Observed _ -> {
        if (member.state() == State.OBSERVING) {
          voting.endAlone();
        }
        yield Situation.NONE;
      }
      case Input.Restarted _ -> restarted();
      case Input.Joined _, Input.Closed _, Input.GaveUp _, Input.Unwritten _ -> voting.on(input);
      case Input.Executed _, Input.RollBack _, Input.Objected _ -> voting.on(input);
      case Input.Acted _ -> throw Voting.foreign(input);
    };
  }

  /** Takes a message. */
  Situation received(int from, Message message) {
    if (member.hasEnded()) {
      return Situation.NONE;
    }
    switch (message) {
      case Message.Prepare prepare when from == member.coordinator() -> voting.prepare(prepare);
      case Message.Voted vote when member.coordinates() -> {
        return voting.voted(from, vote);
      }
      case Message.Prepare _, Message.Voted _ -> {}
      case Message.PreCommit _ when member.state() == State.READY -> {
        return new Situation.PreCommitHeard(from);
      }
      case Message.PreCommitted _ when member.state() == State.PRE_COMMIT -> {
        return awaited.remove(from) && awaited.isEmpty()
            ? new Situation.AllPreCommitted()
            : Situation.NONE;
      }
      case Message.PreCommit _, Message.PreCommitted _ -> {}
      case Message.Global global -> {
        return global(from, global);
      }
      case Message.Heard(boolean commit) -> {
        cleanUp.heard(from, commit);
        return confirmed();
      }
      case Message.Ask(boolean leads) -> asked(from, leads);
      case Message.Answer(MemberStatus standing) -> {
        return answered(from, standing);
      }
    }
    return Situation.NONE;
  }

  private Situation global(int from, Message.Global global) {
    switch (member.state()) {
      case EXECUTING, WAIT, AGREED -> {
        return global.commit() ? Situation.NONE : voting.giveUp();
      }
      case INITIAL -> {
        return global.commit() ? Situation.NONE : new Situation.AbortBeforeVote(global.members());
      }
      case OBSERVING -> {
        if (!global.commit() && !member.coordinates()) {
          member.end();
        }
      }
      case VOTING, READY, PRE_COMMIT, LEADING -> {
        return learn(from, global);
      }
      case RECOVERED -> {
        // A member that passes a commit on may crash before all members have it. So it is no commit
        // yet for a member that does not know what has happened meanwhile. An abort is in its
        // sender's log.
        if (global.settled() || !global.commit()) {
          cleanUp.heard(from);
          settle(global.commit());
        }
      }
      case TRANSMIT_C, TRANSMIT_A, COMMIT, ABORT -> {
        if (global.settled() && (member.state() == State.COMMIT || member.state() == State.ABORT)) {
          member.send(from, new Message.Heard(member.state() == State.COMMIT));
        }
        cleanUp.heard(from, global.commit());
        return confirmed();
      }
      case ENDED -> {}
    }
    return Situation.NONE;
  }

  private Situation confirmed() {
    boolean known = member.state() == State.TRANSMIT_C && !cleanUp.heard().isEmpty();
    return known ? new Situation.Confirmed() : Situation.NONE;
  }

  /** Takes an outcome that is not in this member's log. */
  private Situation learn(int from, Message.Global global) {
    member.stop(Timer.SILENCE);
    if (global.commit()) {
      return member.state() == State.VOTING
          ? Situation.NONE
          : new Situation.GlobalCommit(from, global.members());
    }
    if (!global.members().isEmpty()) {
      return new Situation.GlobalAbort(from, global.members());
    }
    member.persistLast(RecordKind.ABORTED, false);
    member.undo();
    return Situation.NONE;
  }

  /** Takes the outcome for a member that was down. */
  public void settle(boolean commit) {
    member.stop(Timer.INQUIRE);
    conclude(commit, commit ? RecordKind.COMMITTED : RecordKind.ABORTED);
    member.decide(commit);
  }

  /** Writes the outcome, or that it is known; the member goes on when the record is durable. */
  public void conclude(boolean commit, RecordKind entry) {
    nowKnown(commit);
    member.persist(entry, true);
  }

  /** Writes the outcome as the member's last record; the member goes on when it is durable. */
  public void concludeForGood(boolean commit) {
    nowKnown(commit);
    member.persistLast(commit ? RecordKind.COMMITTED : RecordKind.ABORTED, true);
  }

  private void nowKnown(boolean commit) {
    member.stop(Timer.SILENCE);
    member.become(commit ? State.TRANSMIT_C : State.TRANSMIT_A);
  }

  /** The oldest record that was not durable is durable. */
  Situation persisted(RecordKind entry) {
    switch (member.state()) {
      case VOTING -> {
        member.become(State.READY);
        voting.voteYes();
        candidates.await();
      }
      case AGREED, PRE_COMMIT -> {
        return new Situation.Durable(entry);
      }
      case TRANSMIT_C, TRANSMIT_A -> {
        if (member.others().isEmpty()) {
          voting.endAlone();
        } else if (entry != RecordKind.VOTE) {
          return new Situation.Durable(entry);
        }
      }
      default -> {}
    }
    return Situation.NONE;
  }

  /** Follows that node: its word counts from now on. */
  public void follow(int from) {
    candidates.follow(from);
  }

  /** Waits for the coordinator, and then for one candidate after the other. */
  public void awaitAnew() {
    candidates.awaitAnew();
  }

  /** A timer has run down, if it was running. */
  Situation fired(Timer timer) {
    if (!member.ranDown(timer)) {
      return Situation.NONE;
    }
    switch (timer) {
      case SILENCE -> {
        return silence();
      }
      case INQUIRE -> cleanUp.inquire();
      case RETRY -> {
        cleanUp.waitLonger();
        return new Situation.RetryDue();
      }
    }
    return Situation.NONE;
  }

  private Situation silence() {
    switch (member.state()) {
      case WAIT -> {
        return voting.giveUp();
      }
      case LEADING -> {
        return new Situation.NoOutcomeKnown(answers);
      }
      case PRE_COMMIT -> {
        if (leads()) {
          return new Situation.AllPreCommitted();
        }
        nextCandidate();
      }
      case READY -> nextCandidate();
      case TRANSMIT_C -> {
        return new Situation.Confirmed();
      }
      default -> {}
    }
    return Situation.NONE;
  }

  private void nextCandidate() {
    if (candidates.next()) {
      lead();
    } else {
      candidates.await();
    }
  }

  /** Asks all other members, in order to decide. */
  public void lead() {
    candidates.takeTurn();
    member.become(State.LEADING);
    answers.clear();
    member.send(member.others(), new Message.Ask(true));
    member.awaitAnswers();
  }

  /** Whether the member is the one to decide. */
  public boolean leads() {
    return member.coordinates() || candidates.current() == member.self().node();
  }

  /** Waits until those members have answered PreCommit. */
  public void awaitPreCommitted(Set<Integer> nodes) {
    awaited.addAll(nodes);
    member.awaitAnswers();
  }

  /** Waits until another member is known to have the commit in its log, or all have crashed. */
  public void awaitConfirmation() {
    member.awaitAnswers();
  }

  /** Ends the wait for a leader of the termination. */
  public void confirm() {
    member.stop(Timer.SILENCE);
  }

  private void asked(int from, boolean toLead) {
    switch (member.state()) {
      case INITIAL -> {
        member.send(from, new Message.Answer(MemberStatus.UNKNOWN));
        if (toLead) {
          member.undo();
        }
      }
      case OBSERVING -> member.send(from, new Message.Answer(MemberStatus.UNKNOWN));
      case VOTING, READY, PRE_COMMIT -> {
        if (toLead) {
          candidates.adopt(from);
        }
        member.send(from, new Message.Answer(standing()));
      }
      case EXECUTING, WAIT, AGREED, LEADING -> member.send(from, new Message.Answer(standing()));
      case RECOVERED -> member.send(from, new Message.Answer(MemberStatus.RECOVERED));
      case COMMIT, ABORT -> member.send(from, cleanUp.outcome());
      // The member says the outcome as soon as it may.
      case TRANSMIT_C, TRANSMIT_A, ENDED -> {}
    }
  }

  /** The standing of this member, which has been up all the time. */
  private MemberStatus standing() {
    boolean preCommit =
        member.state() == State.PRE_COMMIT || member.state() == State.LEADING && member.agreed();
    return preCommit ? MemberStatus.PRE_COMMIT : MemberStatus.READY;
  }

  private Situation answered(int from, MemberStatus standing) {
    if (!member.others().contains(from)) {
      return Situation.NONE;
    }
    if (member.state() == State.LEADING) {
      answers.put(from, standing);
      if (missing().isEmpty()) {
        member.stop(Timer.SILENCE);
        return new Situation.NoOutcomeKnown(answers);
      }
    } else if (member.state() == State.RECOVERED) {
      if (from == member.coordinator() && standing == MemberStatus.UNKNOWN) {
        return new Situation.CoordinatorForgot();
      }
      // A member that was down, or that has forgotten, never decides by itself again.
      if (standing == MemberStatus.RECOVERED || standing == MemberStatus.UNKNOWN) {
        answers.put(from, standing);
      }
      if (member.coordinates() && answers.keySet().containsAll(member.others())) {
        return new Situation.AllWereDown();
      }
    }
    return Situation.NONE;
  }

  private Situation restarted() {
    if (begun) {
      throw new IllegalStateException("only who was found in the log is restarted, and once");
    }
    begun = true;
    if (member.state() != State.RECOVERED) {
      cleanUp.keepSaying();
    } else if (naive) {
      return new Situation.GoesOn();
    } else {
      cleanUp.inquire();
    }
    return Situation.NONE;
  }

  /** Whether the member was down, and follows the others. */
  public boolean wasDown() {
    return found && !naive;
  }

  /** Whether the member's client, if it has one, is still there. */
  public boolean hasClient() {
    return member.coordinates() && !found;
  }

  /** The coordinator's participants that must hear of a commit. */
  Set<Integer> voters() {
    return voting.voters();
  }

  /** The nodes that the member waits for. */
  public Set<Integer> missing() {
    return switch (member.state()) {
      case WAIT -> voting.silent();
      case READY -> itsTurn();
      case PRE_COMMIT -> leads() ? new TreeSet<>(awaited) : itsTurn();
      case LEADING, RECOVERED -> member.othersBut(answers.keySet());
      case COMMIT, ABORT -> cleanUp.missing();
      default -> Set.of();
    };
  }

  private Set<Integer> itsTurn() {
    int candidate = candidates.current();
    return member.others().contains(candidate) ? Set.of(candidate) : Set.of();
  }

  /** The member's view of other nodes, for people. */
  Outlook outlook() {
    SortedMap<Integer, String> known = known();
    return switch (member.state()) {
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
    SortedMap<Integer, String> known = voting.inWords();
    Set<Integer> others = member.others();
    others.forEach(node -> known.putIfAbsent(node, "voted Yes"));
    if (!member.coordinates()) {
      others.forEach(node -> known.put(node, "takes part"));
      known.put(member.coordinator(), "coordinates");
    }
    answers.forEach((node, standing) -> known.put(node, standing.inWords()));
    cleanUp.heard().forEach(node -> known.put(node, "has the outcome in its log"));
    return known;
  }
}
