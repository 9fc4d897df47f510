package tutti.simulator.check;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiPredicate;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;
import tutti.engine.concurrency.BranchKey;
import tutti.engine.concurrency.Claim;
import tutti.engine.concurrency.TransactionId;
import tutti.engine.history.History;
import tutti.model.ActorId;
import tutti.model.Call;
import tutti.simulator.report.CoveragePoint;

/**
 * The decisions of one epoch, as the logs of all nodes have them, and the checks that a crash loses
 * no more of a log than it may.
 */
final class DecisionLog {
  private final Findings findings;
  private final Eras eras;
  private final VotedBranches branches;
  private final Recorder recorder;
  private final ToldOutcomes told;
  private final Set<CoveragePoint> happened;
  private final IntConsumer onAppend;
  private final Consumer<String> trace;

  /** The running incarnation of each node. */
  private final Map<Integer, Integer> lives = new TreeMap<>();

  private final List<LoggedDecision> decisions = new ArrayList<>();
  private final Map<TransactionId, LoggedDecision> byId = new HashMap<>();

  /** Decisions that a crash has taken from their node's log. */
  private final Set<LoggedDecision> taken = new HashSet<>();

  /** Whether a decision was lost and made once more. */
  private boolean decidedAgain;

  /**
   * The actions of coordinators that have voted: a coordinator that starts again may find only the
   * record.
   */
  private final Map<BranchKey, List<LoggedDecision.Act>> promises = new HashMap<>();

  /**
   * Transactions that changed nothing, of all epochs: a client may ask for the outcome of an early
   * one as long as the run lasts.
   */
  private final Map<TransactionId, LoggedDecision> lookers = new HashMap<>();

  /** The checks of nodes that keep nothing; null if nodes keep their work. */
  private @Nullable Forgetting forgetting;

  private boolean othersDecide;
  private long places;

  /**
   * @param happened gets the kinds of events that were seen
   * @param onAppend called with the number of a node when a decision or a vote is in its log, after
   *     it is noted here
   * @param trace called with a description of each decision and vote
   */
  DecisionLog(
      Findings findings,
      Eras eras,
      VotedBranches branches,
      Recorder recorder,
      ToldOutcomes told,
      Set<CoveragePoint> happened,
      IntConsumer onAppend,
      Consumer<String> trace) {
    this.findings = findings;
    this.eras = eras;
    this.branches = branches;
    this.recorder = recorder;
    this.told = told;
    this.happened = happened;
    this.onAppend = onAppend;
    this.trace = trace;
  }

  /** Judges nodes that keep nothing, too. */
  void forgets(Forgetting nodes) {
    forgetting = nodes;
  }

  /**
   * Accepts that other members decide a transaction after its coordinator has crashed, and that the
   * coordinator learns the decision from them.
   */
  void othersDecide() {
    othersDecide = true;
  }

  /** Returns the place of an event that comes now in the order of all. */
  long nextPlace() {
    return ++places;
  }

  /** Returns a transaction that has committed without changes; null if there is none. */
  @Nullable LoggedDecision looker(TransactionId transaction) {
    return lookers.get(transaction);
  }

  /** Returns the history to which a node's incarnation tells its decisions and votes. */
  History history(int node, int life) {
    return new Told(node, life);
  }

  /** Returns the history of a node that no checker judges. */
  History passedOn(int node) {
    return new PassedOn(node);
  }

  void begins(int node, int life) {
    lives.put(node, life);
  }

  void over(int node) {
    lives.remove(node);
  }

  /** Returns the running incarnation of each node that runs. */
  Map<Integer, Integer> running() {
    return lives;
  }

  /** Returns whether the incarnation that decided still runs. */
  boolean lives(LoggedDecision decision) {
    return Integer.valueOf(decision.life).equals(lives.get(decision.node));
  }

  /** Adds a decision; returns an earlier one of the same transaction, which it replaces. */
  @Nullable LoggedDecision add(LoggedDecision decision) {
    decisions.add(decision);
    LoggedDecision before = byId.put(decision.transaction, decision);
    if (before != null) {
      decidedAgain = true;
      decision.acknowledged = before.acknowledged;
      decisions.remove(before);
    }
    return before;
  }

  @Nullable LoggedDecision of(TransactionId transaction) {
    return byId.get(transaction);
  }

  List<LoggedDecision> all() {
    return decisions;
  }

  void sort(Comparator<LoggedDecision> order) {
    decisions.sort(order);
  }

  boolean decidedAgain() {
    return decidedAgain;
  }

  /** Notes that a node has restarted, and which of its records it has found in its log. */
  void found(int node, int life, BiPredicate<Long, Long> stands) {
    for (LoggedDecision decision : decisions) {
      if (decision.node == node
          && decision.life < life
          && !stands.test((long) decision.life, decision.lsn)) {
        taken.add(decision);
      }
    }
  }

  /** Returns whether a crash has taken a decision from its node's log. */
  boolean isTaken(LoggedDecision decision) {
    return taken.contains(decision);
  }

  /** Begins the next epoch. */
  void clear() {
    decisions.clear();
    byId.clear();
    promises.clear();
    taken.clear();
    decidedAgain = false;
  }

  /** The number of first decisions that give the versions that are there. */
  int survivors(States base, States found, boolean crashed) {
    long effects = 0;
    for (var each : found.actors().entrySet()) {
      effects += each.getValue().version() - base.version(each.getKey());
    }
    for (var each : base.actors().entrySet()) {
      if (found.version(each.getKey()) < each.getValue().version()) {
        findings.add(
            "durable",
            "%s was in version %s and is in version %s"
                .formatted(each.getKey(), each.getValue().version(), found.version(each.getKey())));
      }
    }
    int count = 0;
    while (count < decisions.size() && effects > 0) {
      effects -= decisions.get(count++).acts.size();
    }
    if (effects != 0) {
      findings.add(
          "prefix",
          "no first part of the log has as many effects as are there: %s of %s decisions leave %s over"
              .formatted(count, decisions.size(), effects));
    }
    if (!crashed && count < decisions.size()) {
      findings.add(
          "durable", decisions.size() - count + " decisions have no effect, without a crash");
    }
    return count;
  }

  /** Checks that a crash takes only the end of a log, and that nothing else is ever lost. */
  void checkPrefixes(Set<TransactionId> committed) {
    List<LoggedDecision> byLog = new ArrayList<>(decisions);
    byLog.sort(
        Comparator.<LoggedDecision>comparingInt(decision -> decision.node)
            .thenComparingInt(decision -> decision.life)
            .thenComparingLong(decision -> decision.lsn));
    LoggedDecision lost = null;
    for (LoggedDecision decision : byLog) {
      boolean stands = committed.contains(decision.transaction);
      if (!stands && lives(decision)) {
        findings.add("durable", decision + " was decided, and is gone without a crash");
      } else if (stands
          && lost != null
          && lost.node == decision.node
          && lost.life == decision.life) {
        findings.add(
            "prefix", decision + " stands, and " + lost + ", before it in the log, is gone");
      }
      lost = stands ? lost : decision;
    }
  }

  void checkLost(List<LoggedDecision> there) {
    Set<LoggedDecision> stands = new HashSet<>(there);
    for (LoggedDecision decision : decisions) {
      if (decision.acknowledged > 0 && !stands.contains(decision)) {
        findings.add("durable", decision + " was acknowledged, and a crash lost it");
      }
    }
  }

  /**
   * Checks that a decision of this epoch rests on a state that the transaction's block was told.
   */
  void checkLook(TransactionId transaction, ActorId actor, @Nullable Object told) {
    LoggedDecision looker = looker(transaction);
    LoggedDecision decision = looker == null ? of(transaction) : looker;
    if (decision != null) {
      List<GrantedLook> looks = looker == null ? recorder.looks(decision.attempt) : looker.looks;
      if (looks.stream().noneMatch(look -> look.actor().equals(actor) && look.is(told))) {
        findings.add(
            "observed",
            "the block of %s was told that %s is %s, and its transaction rests on %s"
                .formatted(transaction, actor, told, looks));
      }
    }
  }

  private final class Told implements History {
    private final int node;
    private final int life;
    private final int era = eras.now();

    Told(int node, int life) {
      this.node = node;
      this.life = life;
    }

    @Override
    public void decided(
        BranchKey attempt,
        @Nullable String key,
        long lsn,
        List<Claim> claims,
        List<@Nullable Object> results) {
      List<LoggedDecision.Act> voted = promises.get(attempt);
      List<LoggedDecision.Act> acts =
          voted == null ? LoggedDecision.Act.of(era, life, claims) : new ArrayList<>(voted);
      List<LoggedDecision.Act> elsewhere = branches.acts(attempt);
      if (!elsewhere.isEmpty()) {
        happened.add(CoveragePoint.TRANSACTION_ON_SEVERAL_NODES);
      }
      if (forgetting == null) {
        acts.addAll(elsewhere);
      }
      trace.accept("node " + node + " decides " + attempt);
      long place = branches.latest(attempt, ++places);
      note(new LoggedDecision(attempt, key, node, life, lsn, results, acts, place));
      onAppend.accept(node);
    }

    @Override
    public void looked(
        BranchKey attempt, @Nullable String key, long lsn, List<@Nullable Object> results) {
      LoggedDecision looker =
          new LoggedDecision(attempt, key, node, life, lsn, results, List.of(), ++places);
      looker.looks = recorder.looks(attempt);
      lookers.put(looker.transaction, looker);
    }

    @Override
    public void prepared(BranchKey branch, long lsn, List<Claim> claims) {
      trace.accept("node " + node + " votes for " + branch);
      branches.voted(branch, node, life, LoggedDecision.Act.of(era, life, claims), lives);
      recorder.ended(branch, node);
      onAppend.accept(node);
    }

    @Override
    public void promised(BranchKey attempt, long lsn, List<Claim> claims) {
      trace.accept("node " + node + " votes for its own " + attempt);
      promises.put(attempt, LoggedDecision.Act.of(era, life, claims));
      onAppend.accept(node);
    }

    @Override
    public void branchEnded(BranchKey branch, boolean committed, long lsn) {
      trace.accept("node " + node + " ends " + branch + (committed ? ": committed" : ": aborted"));
      recorder.ended(branch, node);
      LoggedDecision decision = of(branch.id());
      List<LoggedDecision.Act> did =
          branches.ended(
              branch,
              node,
              life,
              committed,
              decision,
              decision != null && lives(decision),
              lives,
              ++places);
      if (forgetting != null && (decision != null || !did.isEmpty())) {
        // Without a decision, the coordinator has yet to hear of the commit.
        LoggedDecision made =
            decision != null
                ? decision
                : new LoggedDecision(
                    branch, null, branch.id().coordinator(), 0, 0, List.of(), did, places);
        forgetting.committed(node, life, made, did);
      }
    }

    @Override
    public void wrote(TransactionId transaction, ActorId actor, long version, Call call) {
      recorder.wrote(transaction, actor, version);
    }

    @Override
    public void relied(BranchKey attempt, Claim claim, long version, @Nullable Object value) {
      GrantedLook look =
          new GrantedLook(claim.cell().id(), era, claim.work(), claim.around(), version, value);
      recorder.relied(attempt, node, life, look);
    }
  }

  /** The history of a run that no checker judges. */
  private final class PassedOn implements History {
    private final int node;

    PassedOn(int node) {
      this.node = node;
    }

    @Override
    public void decided(
        BranchKey attempt,
        @Nullable String key,
        long lsn,
        List<Claim> claims,
        List<@Nullable Object> results) {
      onAppend.accept(node);
    }

    @Override
    public void prepared(BranchKey branch, long lsn, List<Claim> claims) {
      onAppend.accept(node);
    }

    @Override
    public void promised(BranchKey attempt, long lsn, List<Claim> claims) {
      onAppend.accept(node);
    }
  }

  private void note(LoggedDecision decision) {
    LoggedDecision before = add(decision);
    if (before != null && (lives(before) || before.acknowledged > 0 && !othersDecide)) {
      findings.add("at-most-once", decision + " was decided twice");
    }
    if (forgetting != null) {
      forgetting.decided(decision);
      told.decided(decision);
    }
    if (told.kept(decision.transaction) != null) {
      findings.add("at-most-once", decision + " was decided again, after it had been kept");
    }
  }
}
