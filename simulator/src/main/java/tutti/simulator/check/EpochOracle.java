package tutti.simulator.check;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import java.util.function.ToIntFunction;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tutti.engine.concurrency.BranchKey;
import tutti.engine.concurrency.Claim;
import tutti.engine.concurrency.TransactionId;
import tutti.engine.history.History;
import tutti.model.ActorId;
import tutti.model.ActorState;
import tutti.model.Application;
import tutti.model.Call;

/**
 * The decisions in the logs and the answers to clients, checked at the end of every epoch (see the
 * package's card). Not thread-safe: the simulator has one thread.
 */
public final class EpochOracle {
  /** Whether anything is noted at all. */
  private final boolean notes;

  private final boolean serializable;
  private final boolean durable;
  private final Findings findings;
  private final IntConsumer onAppend;
  private final Consumer<String> trace;
  private final EnumSet<Happening> happened = EnumSet.noneOf(Happening.class);
  private final Branches branches;
  private final Recorder recorder;
  private final Eras eras;
  private final States blank;
  private States base;

  /** The running incarnation of each node. */
  private final Map<Integer, Integer> lives = new TreeMap<>();

  private final List<Decision> decisions = new ArrayList<>();
  private final Map<TransactionId, Decision> byId = new HashMap<>();
  private final List<EpochCheck.Read> reads = new ArrayList<>();
  private final Map<ActorId, Long> highestRead = new HashMap<>();

  /** The checks of nodes that keep nothing; null if nodes keep their work. */
  private @Nullable Forgetting forgetting;

  /**
   * The actions of coordinators that have voted: a coordinator that starts again may find only the
   * record.
   */
  private final Map<BranchKey, List<Decision.Act>> promises = new HashMap<>();

  /** Transactions of this epoch that changed nothing. */
  private final Map<TransactionId, Decision> lookers = new HashMap<>();

  /**
   * The results of transactions that were in the log at the end of an epoch: they are there for
   * ever.
   */
  private final Map<TransactionId, List<@Nullable Object>> kept = new LinkedHashMap<>();

  private final Map<String, TransactionId> keptKeys = new HashMap<>();
  private final Set<TransactionId> aborted = new HashSet<>();
  private boolean keysExpire;
  private final Set<String> abortedKeys = new HashSet<>();
  private long acknowledgements;
  private long places;

  /** Decisions of this epoch that a crash has taken from their node's log. */
  private final Set<Decision> taken = new HashSet<>();

  /** Whether a decision of this epoch was lost and made once more. */
  private boolean decidedAgain;

  private boolean othersDecide;

  /**
   * The knowledge of a client when it asked for a read.
   *
   * @param era the era in which the actor's node ran
   * @param life the life of a node that keeps nothing; 0 if the node was down, or keeps its work
   */
  public record Look(ActorId actor, int era, long acknowledgements, long version, int life) {}

  /**
   * The result of an epoch.
   *
   * @param kept the number of decisions that are there
   * @param lost the number of decisions that a crash undid
   * @param untold the number of kept decisions of which no client had heard yet
   */
  public record Ending(int kept, int lost, int untold) {}

  /**
   * @param serializable whether the deployment promises more than serial actors
   * @param durable whether an acknowledgement outlives a crash
   * @param onAppend called with the number of a node when a decision or a vote stands in its log,
   *     once it is noted here
   * @param trace told of each of them in words
   */
  public EpochOracle(
      Application application,
      boolean serializable,
      boolean durable,
      Findings findings,
      IntConsumer onAppend,
      Consumer<String> trace) {
    this(true, application, serializable, durable, findings, onAppend, trace);
  }

  /**
   * Returns the ledger of nodes that keep nothing, and are started again: see {@link Forgetting}.
   *
   * @param home the node on which an actor lives
   * @param serial whether the decisions of one life of a node happened in the order of deciding
   * @param lasting whether an acknowledged decision must outlive its node all the same
   */
  public static EpochOracle ofForgetful(
      Application application,
      ToIntFunction<ActorId> home,
      boolean serial,
      boolean lasting,
      Findings findings,
      IntConsumer onAppend,
      Consumer<String> trace) {
    EpochOracle ledger = new EpochOracle(application, serial, false, findings, onAppend, trace);
    ledger.forgetting = new Forgetting(findings, ledger.eras, ledger.blank, home, serial, lasting);
    return ledger;
  }

  /** Returns a ledger that notes nothing, and only passes on the news of records in logs. */
  public static EpochOracle unchecked(
      Application application, Findings findings, IntConsumer onAppend, Consumer<String> trace) {
    return new EpochOracle(false, application, false, false, findings, onAppend, trace);
  }

  private EpochOracle(
      boolean notes,
      Application application,
      boolean serializable,
      boolean durable,
      Findings findings,
      IntConsumer onAppend,
      Consumer<String> trace) {
    this.notes = notes;
    this.serializable = serializable;
    this.durable = durable;
    this.findings = findings;
    this.onAppend = onAppend;
    this.trace = trace;
    branches = new Branches(findings, happened);
    blank = new States(application);
    base = blank;
    eras = new Eras(application);
    recorder = new Recorder(notes, eras, findings);
  }

  /**
   * Lets a transaction be committed, and told, before its coordinator has the commit in its log:
   * the other members know it, and a coordinator that has crashed hears it from them.
   */
  public void othersDecide() {
    othersDecide = true;
    branches.othersDecide(forgetting != null);
  }

  /** Returns the history to which a node's new incarnation tells its decisions and votes. */
  public History history(int node, int life) {
    lives.put(node, life);
    if (forgetting != null) {
      forgetting.begins(node, life);
    }
    return notes ? new Told(node, life) : new PassedOn(node);
  }

  /**
   * Begins the next version: all nodes are down, and nodes that start from now on run it.
   *
   * @param rows the conversion of a row of the former version
   */
  public void begins(Application next, UnaryOperator<Record> rows) {
    eras.begin(next, rows);
  }

  /**
   * Notes that a node has started again, and has found its log.
   *
   * @param end the position after the last record that it found
   */
  public void found(int node, int life, long end) {
    for (Decision decision : decisions) {
      if (decision.node == node && decision.life < life && decision.lsn > end) {
        taken.add(decision);
      }
    }
  }

  /**
   * Whether a transaction committed, by the logs alone: it was decided, and no crash has taken the
   * record of the decision. To be called only while all nodes run.
   */
  public boolean inLog(TransactionId transaction) {
    Decision decision = byId.get(transaction);
    return decision == null
        ? kept.containsKey(transaction)
        : forgetting != null ? lives(decision) : !taken.contains(decision);
  }

  /** A coordinator's choice, as far as it can never choose otherwise. */
  public enum Choice {
    COMMIT,
    ABORT,
    /** The coordinator may still choose, or a crash may take its choice. */
    OPEN
  }

  /** Tells whether a node's log is known to be durable up to a position. */
  @FunctionalInterface
  public interface Durable {
    boolean upTo(int node, int life, long lsn);
  }

  /**
   * The end of an attempt that some node is in doubt about, whatever happens from now on.
   *
   * @param presumesAbort whether a coordinator that has ended without a decision has aborted
   */
  public Choice chosen(BranchKey attempt, boolean presumesAbort, Durable log) {
    Decision decision = byId.get(attempt.id());
    if (!durable || forgetting != null) {
      return Choice.OPEN;
    } else if (decision == null) {
      boolean gone = presumesAbort && branches.coordinatorHasEnded(attempt, lives);
      return gone ? Choice.ABORT : Choice.OPEN;
    }
    boolean stands =
        decision.attempt.equals(attempt)
            && !taken.contains(decision)
            && (decision.acknowledged > 0 || log.upTo(decision.node, decision.life, decision.lsn));
    return stands ? Choice.COMMIT : Choice.OPEN;
  }

  /** Notes that a node's incarnation is over. */
  public void over(int node) {
    lives.remove(node);
    if (forgetting != null) {
      forgetting.over(node);
      branches.forget(node);
    }
  }

  /** The events between nodes that were seen. */
  public Set<Happening> happened() {
    return happened;
  }

  /** The recorder of clients' questions and answers. */
  public Recorder recorder() {
    return recorder;
  }

  /**
   * The history of all epochs that have ended.
   *
   * @param claim the claim by which the history is judged
   * @param lasting whether acknowledged transactions must be there
   * @param reader finds the statements of transactions about rows
   */
  public Readings history(
      tutti.simulator.history.Claim claim, boolean lasting, Sight.Reader reader) {
    return recorder.history(claim, blank, base, lasting, reader);
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
      List<Decision.Act> voted = promises.get(attempt);
      List<Decision.Act> acts =
          voted == null ? Decision.Act.of(era, life, claims) : new ArrayList<>(voted);
      List<Decision.Act> elsewhere = branches.acts(attempt);
      if (!elsewhere.isEmpty()) {
        happened.add(Happening.SEVERAL_NODES);
      }
      if (forgetting == null) {
        acts.addAll(elsewhere);
      }
      trace.accept("node " + node + " decides " + attempt);
      long place = branches.latest(attempt, ++places);
      note(new Decision(attempt, key, node, life, lsn, results, acts, place));
      onAppend.accept(node);
    }

    @Override
    public void looked(
        BranchKey attempt, @Nullable String key, long lsn, List<@Nullable Object> results) {
      Decision looker = new Decision(attempt, key, node, life, lsn, results, List.of(), ++places);
      lookers.put(looker.transaction, looker);
    }

    @Override
    public void prepared(BranchKey branch, long lsn, List<Claim> claims) {
      trace.accept("node " + node + " votes for " + branch);
      branches.voted(branch, node, life, Decision.Act.of(era, life, claims), lives);
      onAppend.accept(node);
    }

    @Override
    public void promised(BranchKey attempt, long lsn, List<Claim> claims) {
      trace.accept("node " + node + " votes for its own " + attempt);
      promises.put(attempt, Decision.Act.of(era, life, claims));
      onAppend.accept(node);
    }

    @Override
    public void branchEnded(BranchKey branch, boolean committed, long lsn) {
      trace.accept("node " + node + " ends " + branch + (committed ? ": committed" : ": aborted"));
      Decision decision = byId.get(branch.id());
      List<Decision.Act> did =
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
        Decision made =
            decision != null
                ? decision
                : new Decision(
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
      recorder.relied(attempt, era, claim, version, value);
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

  private boolean lives(Decision decision) {
    return Integer.valueOf(decision.life).equals(lives.get(decision.node));
  }

  private void note(Decision decision) {
    decisions.add(decision);
    Decision before = byId.put(decision.transaction, decision);
    if (before != null) {
      decidedAgain = true;
      if (lives(before) || (before.acknowledged > 0 && !othersDecide)) {
        findings.add("at-most-once", decision + " was decided twice");
      }
      decision.acknowledged = before.acknowledged;
      decisions.remove(before);
    }
    if (forgetting != null) {
      forgetting.decided(decision);
      checkAborted(decision);
    }
    if (kept.containsKey(decision.transaction)) {
      findings.add("at-most-once", decision + " was decided again, after it had been kept");
    }
  }

  /**
   * Lets nodes forget keys while the run lasts: a key may stand for one transaction after another.
   */
  public void keysExpire() {
    keysExpire = true;
    if (forgetting != null) {
      forgetting.keysExpire();
    }
  }

  /** Notes that the key of a refused request is used for another request, which may well commit. */
  public void reused(String key) {
    abortedKeys.remove(key);
  }

  /**
   * Notes that a client was told that its request committed. True if it committed in an earlier
   * life or epoch.
   */
  public boolean acknowledged(
      TransactionId transaction, @Nullable String key, List<@Nullable Object> results) {
    if (!notes) {
      return false;
    }
    acknowledgements++;
    Decision decision = byId.get(transaction);
    List<@Nullable Object> known = decision != null ? decision.results : kept.get(transaction);
    Decision looker = lookers.get(transaction);
    if (known == null && looker != null) {
      known = looker.results;
      recorder.looked(looker);
    }
    if (known == null) {
      findings.add("durable", "transaction " + transaction + " was acknowledged, and is nowhere");
    } else if (!known.equals(results)) {
      findings.add(
          "at-most-once",
          transaction + " was answered with " + results + ", and its results are " + known);
    }
    if (decision != null && decision.acknowledged == 0) {
      decision.acknowledged = acknowledgements;
    }
    TransactionId before = key == null ? null : keptKeys.get(key);
    if (before != null && !before.equals(transaction) && !keysExpire) {
      findings.add(
          "at-most-once", "key " + key + " was " + before + " before, and is now " + transaction);
    }
    return decision == null || !lives(decision);
  }

  /**
   * Notes that a client was told the content of a snapshot: of standing decisions, and of one
   * moment.
   */
  public void saw(TransactionId query, List<@Nullable Object> results) {
    if (notes) {
      recorder.looked(
          new Decision(
              new BranchKey(query, 0),
              null,
              query.coordinator(),
              0,
              0,
              results,
              List.of(),
              ++places));
    }
  }

  /** Whether no crash can have taken the acknowledged transaction: it must be there now. */
  public boolean lasts(TransactionId transaction) {
    Decision decision = byId.get(transaction);
    // A transaction that only looks leaves nothing behind, and may well look again.
    return !lookers.containsKey(transaction)
        && (durable || kept.containsKey(transaction) || decision != null && lives(decision));
  }

  /**
   * Notes that a client was told that nothing happened.
   *
   * @param key the key, if no attempt under it may have committed; or null
   */
  public void aborted(TransactionId transaction, @Nullable String key) {
    if (!notes) {
      return;
    }
    aborted.add(transaction);
    Decision decision = byId.get(transaction);
    if (forgetting != null && decision != null && lives(decision)) {
      checkAborted(decision);
    }
    if (key != null) {
      abortedKeys.add(key);
      TransactionId before = keptKeys.get(key);
      if (before != null && !keysExpire) {
        findings.add(
            "at-most-once", "key " + key + " had committed as " + before + ", and then aborted");
      }
    }
  }

  private void checkAborted(Decision decision) {
    if (aborted.contains(decision.transaction)) {
      findings.add("definite-abort", decision + " aborted for its client, and was decided");
    }
  }

  /**
   * Notes that a client was told that its request was not admitted: then no part of it was ever
   * begun.
   */
  public void turnedAway(TransactionId transaction) {
    if (notes && branches.voted(transaction)) {
      findings.add(
          "admission",
          "transaction " + transaction + " was turned away as too much, and a node voted for it");
    }
  }

  /** Returns the knowledge of a client; to be taken before a read is asked for. */
  public Look look(ActorId actor) {
    return forgetting != null
        ? forgetting.look(actor, acknowledgements)
        : new Look(actor, eras.now(), acknowledgements, highestRead.getOrDefault(actor, 0L), 0);
  }

  /** The attempts that are prepared on this actor, and of which its node does not know the end. */
  public Set<BranchKey> undecidedOn(ActorId actor) {
    return branches.undecidedOn(actor);
  }

  /** Notes the answer to a read; a missing actor has no state and version 0. */
  public void read(Look look, long version, @Nullable ActorState found) {
    if (!notes) {
      return;
    }
    // Rows are kept in place: by now they may be others.
    ActorState state = found != null && RowsImage.changes(found) ? null : found;
    if (forgetting != null) {
      forgetting.read(look, version, state);
      return;
    }
    reads.add(new EpochCheck.Read(look, version, state));
    highestRead.merge(look.actor(), version, Math::max);
  }

  /** The transactions that were decided in this epoch; some may not have survived. */
  public List<TransactionId> decided() {
    return decisions.stream().map(decision -> decision.transaction).toList();
  }

  /** The transactions that were there at the ends of earlier epochs. */
  public List<TransactionId> kept() {
    return List.copyOf(kept.keySet());
  }

  /**
   * Ends the epoch of a single node: the states found tell which decisions stand.
   *
   * @param found all actors of the node, after the restart if there was a crash
   * @param crashed whether the newest decisions may be lost
   */
  public Ending end(States found, boolean crashed) {
    decisions.sort(Comparator.comparingLong(decision -> decision.lsn));
    int survivors = survivors(found, crashed);
    List<Decision> there = List.copyOf(decisions.subList(0, survivors));
    // A decision that may be lost may also have been read.
    new EpochCheck(eras, base, durable ? there : decisions, findings).reads(reads);
    if (!durable) {
      recorder.forgetReads(found);
      lowerReads(found);
    }
    return end(found, there);
  }

  /**
   * Ends an epoch of several nodes, in which nothing is in doubt any more.
   *
   * @param found the states of all actors of all nodes
   * @param committed the transactions of {@link #decided} that stand
   */
  public Ending end(States found, Set<TransactionId> committed) {
    if (forgetting != null) {
      return end(forgetting, found, committed);
    }
    decisions.sort(Comparator.comparingLong(decision -> decision.order));
    List<Decision> there =
        decisions.stream().filter(decision -> committed.contains(decision.transaction)).toList();
    checkPrefixes(committed);
    branches.check(
        there.stream().map(decision -> decision.attempt).collect(Collectors.toSet()), lives);
    if (durable || there.size() == decisions.size() && !decidedAgain) {
      new EpochCheck(eras, base, there, findings).reads(reads);
    } else {
      recorder.forgetReads();
      lowerReads(found);
    }
    return end(found, there);
  }

  /**
   * Checks nodes that keep nothing, when nothing is in doubt any more.
   *
   * @param found the states of all actors of all nodes
   * @param committed the transactions of {@link #decided} that have committed, as their nodes say
   */
  private Ending end(Forgetting nodes, States found, Set<TransactionId> committed) {
    int there = 0;
    int untold = 0;
    for (Decision decision : decisions) {
      if (lives(decision)) {
        there++;
        untold += decision.acknowledged == 0 ? 1 : 0;
        if (!committed.contains(decision.transaction)) {
          findings.add("durable", decision + " was decided, and is gone without a crash");
        }
      }
    }
    branches.resolved(lives);
    nodes.end(found);
    return new Ending(there, decisions.size() - there, untold);
  }

  /**
   * Lowers the versions that reads must have: a version that was read and is lost need not be read
   * again, since no promise was made that it lasts.
   */
  private void lowerReads(States found) {
    highestRead.replaceAll((actor, read) -> Math.min(read, found.version(actor)));
  }

  private Ending end(States found, List<Decision> there) {
    checkLost(there);
    EpochCheck check = new EpochCheck(eras, base, there, findings);
    check.actors(found);
    if (serializable) {
      check.serial(found);
    }
    there.forEach(this::keep);
    recorder.epoch(decisions, there);
    int lost = decisions.size() - there.size();
    int untold = (int) there.stream().filter(decision -> decision.acknowledged == 0).count();
    decisions.clear();
    byId.clear();
    branches.clear();
    promises.clear();
    reads.clear();
    taken.clear();
    decidedAgain = false;
    base = found.copy();
    return new Ending(there.size(), lost, untold);
  }

  /** The number of first decisions that give the versions that are there. */
  private int survivors(States found, boolean crashed) {
    long effects = 0;
    for (var each : found.actors().entrySet()) {
      effects += each.getValue().version() - base.version(each.getKey());
    }
    for (var each : base.actors().entrySet()) {
      if (found.version(each.getKey()) < each.getValue().version()) {
        findings.add(
            "durable",
            each.getKey()
                + " was in version "
                + each.getValue().version()
                + " and is in version "
                + found.version(each.getKey()));
      }
    }
    int count = 0;
    while (count < decisions.size() && effects > 0) {
      effects -= decisions.get(count++).acts.size();
    }
    if (effects != 0) {
      findings.add(
          "prefix",
          "no first part of the log has as many effects as are there: "
              + count
              + " of "
              + decisions.size()
              + " decisions leave "
              + effects
              + " over");
    }
    if (!crashed && count < decisions.size()) {
      findings.add(
          "durable", decisions.size() - count + " decisions have no effect, without a crash");
    }
    return count;
  }

  /** Checks that a crash takes only the end of a log, and that nothing else is ever lost. */
  private void checkPrefixes(Set<TransactionId> committed) {
    List<Decision> byLog = new ArrayList<>(decisions);
    byLog.sort(
        Comparator.<Decision>comparingInt(decision -> decision.node)
            .thenComparingInt(decision -> decision.life)
            .thenComparingLong(decision -> decision.lsn));
    Decision lost = null;
    for (Decision decision : byLog) {
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

  private void checkLost(List<Decision> there) {
    Set<Decision> stands = new HashSet<>(there);
    for (Decision decision : decisions) {
      if (durable && decision.acknowledged > 0 && !stands.contains(decision)) {
        findings.add("durable", decision + " was acknowledged, and a crash lost it");
      }
    }
  }

  private void keep(Decision decision) {
    kept.put(decision.transaction, decision.results);
    if (aborted.contains(decision.transaction)
        || decision.key != null && abortedKeys.contains(decision.key)) {
      findings.add("definite-abort", decision + " aborted for its client, and is in the log");
    }
    TransactionId before =
        decision.key == null ? null : keptKeys.put(decision.key, decision.transaction);
    if (before != null && !keysExpire) {
      findings.add(
          "at-most-once",
          "key " + decision.key + " committed as " + before + " and as " + decision.transaction);
    }
  }
}
