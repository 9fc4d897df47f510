package tutti.simulator.check;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiPredicate;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import java.util.function.ToIntFunction;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tutti.engine.concurrency.BranchKey;
import tutti.engine.concurrency.TransactionId;
import tutti.engine.history.History;
import tutti.model.ActorId;
import tutti.model.ActorState;
import tutti.model.Application;
import tutti.simulator.report.CoveragePoint;

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
  private final EnumSet<CoveragePoint> happened = EnumSet.noneOf(CoveragePoint.class);
  private final VotedBranches branches;
  private final Recorder recorder;
  private final Eras eras;
  private final States blank;
  private States base;

  private final DecisionLog log;
  private final ToldOutcomes told;
  private final List<EpochCheck.Read> reads = new ArrayList<>();
  private final Map<ActorId, Long> highestRead = new HashMap<>();

  /** The checks of nodes that keep nothing; null if nodes keep their work. */
  private @Nullable Forgetting forgetting;

  private long acknowledgements;

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
   * @param kept the number of decisions that were kept
   * @param lost the number of decisions that a crash undid
   * @param untold the number of kept decisions that no client had got yet
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
    Forgetting forgetting =
        new Forgetting(findings, ledger.eras, ledger.blank, home, serial, lasting);
    ledger.forgetting = forgetting;
    ledger.log.forgets(forgetting);
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
    branches = new VotedBranches(findings, happened);
    told = new ToldOutcomes(findings);
    blank = new States(application);
    base = blank;
    eras = new Eras(application);
    recorder = new Recorder(notes, eras, findings);
    log = new DecisionLog(findings, eras, branches, recorder, told, happened, onAppend, trace);
  }

  /**
   * Accepts that a transaction is committed, and its client answered, before the coordinator has
   * the commit in its log: the other members have it, and a coordinator that has crashed learns it
   * from them.
   */
  public void othersDecide() {
    log.othersDecide();
    branches.othersDecide(forgetting != null);
  }

  /** Returns the history to which a node's new incarnation tells its decisions and votes. */
  public History history(int node, int life) {
    log.begins(node, life);
    if (forgetting != null) {
      forgetting.begins(node, life);
    }
    return notes ? log.history(node, life) : log.passedOn(node);
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
    log.found(node, life, (_, lsn) -> lsn <= end);
  }

  /** Notes that a new term has begun over a shard with replicas: these records, by term, stand. */
  public void found(int shard, int term, BiPredicate<Long, Long> stands) {
    log.found(shard, term, stands);
  }

  /**
   * Whether a transaction committed, by the logs alone: it was decided, and no crash has taken the
   * record of the decision. To be called only while all nodes run.
   */
  public boolean inLog(TransactionId transaction) {
    LoggedDecision decision = log.of(transaction);
    return decision == null
        ? told.kept(transaction) != null
        : forgetting != null ? log.lives(decision) : !log.isTaken(decision);
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
   * The end of an attempt that a node is in doubt about, whatever happens from now on.
   *
   * @param presumesAbort whether a coordinator that has ended without a decision has aborted
   */
  public Choice chosen(BranchKey attempt, boolean presumesAbort, Durable flushed) {
    LoggedDecision decision = log.of(attempt.id());
    if (!durable || forgetting != null) {
      return Choice.OPEN;
    } else if (decision == null) {
      boolean gone = presumesAbort && branches.coordinatorHasEnded(attempt, log.running());
      return gone ? Choice.ABORT : Choice.OPEN;
    }
    boolean stands =
        decision.attempt.equals(attempt)
            && !log.isTaken(decision)
            && (decision.acknowledged > 0
                || flushed.upTo(decision.node, decision.life, decision.lsn));
    return stands ? Choice.COMMIT : Choice.OPEN;
  }

  /** Notes that a node's incarnation is over. */
  public void over(int node) {
    log.over(node);
    if (forgetting != null) {
      forgetting.over(node);
      branches.forget(node);
    }
  }

  /** The events between nodes that were seen. */
  public Set<CoveragePoint> happened() {
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
      tutti.simulator.history.HistoryClaim claim, boolean lasting, Sight.Reader reader) {
    return recorder.history(claim, blank, base, lasting, reader);
  }

  /**
   * Accepts from now on that running nodes forget keys, so that one key may stand for several
   * transactions, one after another.
   */
  public void keysExpire() {
    told.keysExpire();
    if (forgetting != null) {
      forgetting.keysExpire();
    }
  }

  /** Notes that the key of a refused request is used for another request, which may well commit. */
  public void reused(String key) {
    told.reused(key);
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
    LoggedDecision decision = log.of(transaction);
    List<@Nullable Object> known = decision != null ? decision.results : told.kept(transaction);
    LoggedDecision looker = log.looker(transaction);
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
    if (decision != null && key != null && !key.equals(decision.key)) {
      findings.add(
          "own-answer", "key " + key + " was answered with " + decision + " of " + decision.key);
    }
    if (decision != null && decision.acknowledged == 0) {
      decision.acknowledged = acknowledgements;
    }
    told.committed(transaction, key);
    return decision == null || !log.lives(decision);
  }

  /**
   * Notes that a client was told the content of a snapshot: of standing decisions, and of one
   * moment.
   */
  public void saw(TransactionId query, List<@Nullable Object> results) {
    if (notes) {
      recorder.looked(
          new LoggedDecision(
              new BranchKey(query, 0),
              null,
              query.coordinator(),
              0,
              0,
              results,
              List.of(),
              log.nextPlace()));
    }
  }

  /** Checks that a transaction rests on every read that its block got a result of. */
  public void looked(TransactionId transaction, ActorId actor, @Nullable Object told) {
    if (notes) {
      log.checkLook(transaction, actor, told);
    }
  }

  /** Whether no crash can have taken the acknowledged transaction: it must be there now. */
  public boolean lasts(TransactionId transaction) {
    LoggedDecision decision = log.of(transaction);
    // A transaction that only looks leaves nothing behind, and may well look again.
    return log.looker(transaction) == null
        && (durable || told.kept(transaction) != null || decision != null && log.lives(decision));
  }

  /**
   * Notes that a client got the answer that nothing happened.
   *
   * @param key the key, if no attempt under it may have committed; else null
   */
  public void aborted(TransactionId transaction, @Nullable String key) {
    if (!notes) {
      return;
    }
    told.aborted(transaction, key);
    LoggedDecision decision = log.of(transaction);
    if (forgetting != null && decision != null && log.lives(decision)) {
      told.decided(decision);
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
    return log.all().stream().map(decision -> decision.transaction).toList();
  }

  /** The transactions that were there at the ends of earlier epochs. */
  public List<TransactionId> kept() {
    return told.kept();
  }

  /**
   * Ends the epoch of a single node: the states found tell which decisions stand.
   *
   * @param found all actors of the node, after the restart if there was a crash
   * @param crashed whether the newest decisions may be lost
   */
  public Ending end(States found, boolean crashed) {
    log.sort(Comparator.comparingLong(decision -> decision.lsn));
    int survivors = log.survivors(base, found, crashed);
    List<LoggedDecision> there = List.copyOf(log.all().subList(0, survivors));
    // A decision that may be lost may also have been read.
    new EpochCheck(eras, base, durable ? there : log.all(), findings).reads(reads);
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
    log.sort(Comparator.comparingLong(decision -> decision.order));
    List<LoggedDecision> there =
        log.all().stream().filter(decision -> committed.contains(decision.transaction)).toList();
    log.checkPrefixes(committed);
    branches.check(
        there.stream().map(decision -> decision.attempt).collect(Collectors.toSet()),
        log.running());
    if (durable || there.size() == log.all().size() && !log.decidedAgain()) {
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
    for (LoggedDecision decision : log.all()) {
      if (log.lives(decision)) {
        there++;
        untold += decision.acknowledged == 0 ? 1 : 0;
        if (!committed.contains(decision.transaction)) {
          findings.add("durable", decision + " was decided, and is gone without a crash");
        }
      }
    }
    branches.resolved(log.running());
    nodes.end(found);
    return new Ending(there, log.all().size() - there, untold);
  }

  /**
   * Lowers the versions that reads must have: a version that was read and is lost need not be read
   * again, since no promise was made that it lasts.
   */
  private void lowerReads(States found) {
    highestRead.replaceAll((actor, read) -> Math.min(read, found.version(actor)));
  }

  private Ending end(States found, List<LoggedDecision> there) {
    if (durable) {
      log.checkLost(there);
    }
    EpochCheck check = new EpochCheck(eras, base, there, findings);
    check.actors(found);
    if (serializable) {
      check.serial(found);
    }
    there.forEach(told::keep);
    recorder.epoch(log.all(), there);
    int lost = log.all().size() - there.size();
    int untold = (int) there.stream().filter(decision -> decision.acknowledged == 0).count();
    log.clear();
    branches.clear();
    reads.clear();
    base = found.copy();
    return new Ending(there.size(), lost, untold);
  }
}
