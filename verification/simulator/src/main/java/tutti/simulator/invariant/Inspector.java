package tutti.simulator.invariant;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import tutti.engine.commit.CommitKinds;
import tutti.engine.concurrency.BranchKey;
import tutti.engine.concurrency.Claim;
import tutti.engine.concurrency.ConcurrencyControl;
import tutti.engine.concurrency.TransactionId;
import tutti.engine.deployment.ControlKind;
import tutti.engine.deployment.Deployment;
import tutti.engine.deployment.Deployment.ConcurrencyControlKind;
import tutti.engine.distribution.message.CommitStep;
import tutti.engine.distribution.message.MessageInWords;
import tutti.engine.history.History;
import tutti.engine.journal.Disk;
import tutti.engine.transaction.submission.Outcome;
import tutti.engine.transport.Transport;
import tutti.model.ActorId;
import tutti.model.Application;
import tutti.simulator.check.Sight;
import tutti.simulator.invariant.rule.Invariant;
import tutti.simulator.invariant.rule.LockingInvariants;
import tutti.simulator.invariant.rule.OptimisticInvariants;
import tutti.simulator.invariant.rule.PathSensitiveInvariants;
import tutti.simulator.invariant.rule.RecordInvariants;
import tutti.simulator.invariant.rule.RecordLockInvariants;
import tutti.simulator.invariant.rule.SessionInvariants;
import tutti.simulator.invariant.rule.SharedChecks;
import tutti.simulator.invariant.rule.Tl2Invariants;
import tutti.simulator.invariant.rule.TwoPhaseInvariants;
import tutti.simulator.invariant.rule.VersioningInvariants;
import tutti.simulator.invariant.step.ActorStep;
import tutti.simulator.invariant.step.AttemptRecord;
import tutti.simulator.invariant.step.CommitMoment;
import tutti.simulator.invariant.step.LoggedRecord;
import tutti.simulator.invariant.step.NodeLife;

/**
 * The inspector of all nodes of a run. It stands at their concurrency controls, disks, transports
 * and histories, follows all events, and checks every {@link Invariant} that a step could break, at
 * that step. The inspector changes nothing. Not thread-safe: the simulator has one thread.
 */
public final class Inspector {
  private MessageInWords.Reader reader;
  private final Listener listener;
  private final Map<BranchKey, AttemptRecord> attempts = new HashMap<>();

  /** The newest attempt of each transaction that was decided. */
  private final Map<TransactionId, AttemptRecord> decided = new HashMap<>();

  /** The makers of the versions of each actor. */
  private final Map<ActorId, Map<Long, TransactionId>> makers = new HashMap<>();

  private final RowMakers rows;
  private final Map<Integer, Long> incarnations = new HashMap<>();
  private final Map<Integer, Map<Long, BranchKey>> nonces = new HashMap<>();

  /** The votes of branches that have not ended, by node. */
  private final Map<Integer, TreeMap<BranchKey, Vote>> votes = new HashMap<>();

  /** The newest life of each node. */
  private final Map<Integer, NodeLife> newest = new HashMap<>();

  private int starts;
  private boolean broken;

  /**
   * A vote of a branch.
   *
   * @param ending whether a record of the branch's end follows it in the log, which a crash may
   *     lose
   */
  private record Vote(LoggedRecord entry, Set<ActorId> actors, boolean ending) {
    /** Returns the vote with or without a record of the end. */
    Vote ending(boolean now) {
      return new Vote(entry, actors, now);
    }
  }

  /** A listener that is told that an invariant is broken. */
  public interface Listener {
    /**
     * @param node the node at which it was seen
     * @param what the fault, with its names
     */
    void broken(int node, Invariant<?> invariant, String what);
  }

  /**
   * @param sights finds the rows that a transaction's results show
   */
  public Inspector(Application application, Sight.Reader sights, Listener listener) {
    this.reader = new MessageInWords.Reader(application);
    this.rows = new RowMakers(sights);
    this.listener = listener;
  }

  /**
   * Begins the next version of the application: all nodes are down, and speak of that version from
   * now on.
   */
  public void begins(Application next) {
    reader = new MessageInWords.Reader(next);
    rows.converted();
  }

  /** One incarnation of a node, which is watched. */
  public final class Life {
    private final NodeLife life;

    private Life(NodeLife life) {
      this.life = life;
    }

    /** A container's concurrency control, watched. */
    public ConcurrencyControl control(ConcurrencyControl control) {
      return new WatchedControl(
          control,
          life,
          Inspector.this,
          invariants(life.deployment().concurrencyControl()),
          ofRows(life.deployment().concurrencyControl()));
    }

    private static List<Invariant<ActorStep>> invariants(ControlKind kind) {
      return switch (kind) {
        case ConcurrencyControlKind.OPTIMISTIC -> OptimisticInvariants.ALL;
        case ConcurrencyControlKind.TL2 -> Tl2Invariants.ALL;
        case ConcurrencyControlKind.PATH_SENSITIVE -> PathSensitiveInvariants.ALL;
        case ConcurrencyControlKind.VERSIONING,
            ConcurrencyControlKind.VERSIONING_RW,
            ConcurrencyControlKind.EXCLUSIVE_LOCKS,
            ConcurrencyControlKind.READ_WRITE_LOCKS ->
            VersioningInvariants.ALL;
        case ConcurrencyControlKind _ -> LockingInvariants.ALL;
        default -> SharedChecks.ALL;
      };
    }

    private static List<Invariant<ActorStep>> ofRows(ControlKind kind) {
      return switch (kind) {
        case ConcurrencyControlKind.OPTIMISTIC -> RecordInvariants.ALL;
        case ConcurrencyControlKind.TL2 -> Tl2Invariants.ALL;
        case ConcurrencyControlKind.NO_WAIT,
            ConcurrencyControlKind.WAIT_DIE,
            ConcurrencyControlKind.WOUND_WAIT ->
            RecordLockInvariants.ALL;
        case ConcurrencyControlKind.VERSIONING,
            ConcurrencyControlKind.VERSIONING_RW,
            ConcurrencyControlKind.EXCLUSIVE_LOCKS,
            ConcurrencyControlKind.READ_WRITE_LOCKS ->
            VersioningInvariants.ALL;
        // These kinds lock the actor as a whole.
        case ConcurrencyControlKind _ -> LockingInvariants.ALL;
        default -> SharedChecks.ALL;
      };
    }

    /** Returns the node's disk, watched. */
    public Disk disk(Disk disk) throws IOException {
      return new WatchedDisk(disk, life, Inspector.this);
    }

    /** The node's history, watched. */
    public History history(History history) {
      return new WatchedHistory(history, life, Inspector.this);
    }

    /** The node's transport to its peers, watched. */
    public Transport transport(Transport transport) {
      return new WatchedTransport(transport, life, Inspector.this);
    }

    /**
     * Checks the node when it has recovered.
     *
     * @param open whether the node goes on as before, so that claims in doubt are held again; else
     *     they are decided first, for the next deployment. A node that keeps no log has nothing in
     *     doubt
     */
    public void recovered(boolean open) {
      if (!open || !life.keepsLog()) {
        forgetVotes();
        return;
      }
      List<String> missing = new ArrayList<>();
      TreeMap<BranchKey, Vote> kept = votes.getOrDefault(life.node(), new TreeMap<>());
      // The crash has left the record of the end where the branch does not hold its claims again.
      kept.entrySet()
          .removeIf(each -> each.getValue().ending && life.reinstated(each.getKey()) == null);
      kept.replaceAll(
          (key, vote) -> {
            // A coordinator whose own node touches no actor votes, too, and has nothing to hold.
            Set<ActorId> again = Objects.requireNonNullElse(life.reinstated(key), Set.of());
            if (vote.entry.durable() && !again.containsAll(vote.actors)) {
              missing.add(key + " had voted for at " + vote.actors);
            }
            return vote.ending(false);
          });
      look(
          life.node(),
          List.of(SessionInvariants.VOTES_ARE_KEPT),
          new SessionInvariants.Restart(life.node(), missing));
    }

    private void forgetVotes() {
      TreeMap<BranchKey, Vote> left = votes.remove(life.node());
      if (left != null) {
        left.keySet().forEach(key -> attempt(life, key).member(life.node()).promised = 0);
      }
    }

    /**
     * Checks an answer that tells a client the end of its transaction, and shows the rows that the
     * transaction saw.
     */
    public void told(Outcome outcome) {
      AttemptRecord attempt = decided.get(outcome.transaction());
      if (attempt != null) {
        judge(new CommitMoment.Told(life, outcome, attempt));
      }
      if (outcome instanceof Outcome.Committed committed && !committed.results().isEmpty()) {
        AttemptRecord shown = rows.shownTooEarly(committed.results());
        if (shown != null) {
          told(new Outcome.Committed(shown.key.id(), List.of()));
        }
      }
    }

    /** Checks an answer that tells a client the state of an actor. */
    public void read(ActorId actor, long version) {
      TransactionId maker = makers.getOrDefault(actor, Map.of()).get(version);
      if (maker != null) {
        told(new Outcome.Committed(maker, List.of()));
      }
    }
  }

  /**
   * Begins a life of a node, which starts.
   *
   * @param over whether this incarnation has crashed
   */
  public Life begin(int node, Deployment deployment, BooleanSupplier over) {
    starts++;
    NodeLife life = new NodeLife(node, deployment, over);
    NodeLife before = newest.put(node, life);
    if (before != null) {
      life.follows(before);
    }
    return new Life(life);
  }

  <S> void look(int node, List<Invariant<S>> invariants, S step) {
    for (Invariant<S> invariant : invariants) {
      String what = broken ? null : invariant.broken(step);
      if (what != null) {
        broken = true;
        listener.broken(node, invariant, what);
      }
    }
  }

  private void judge(CommitMoment moment) {
    if (!moment.life().over()) {
      // The variants of two-phase commit have other presumptions, and say things without a record
      // that two-phase commit itself must not.
      boolean twoPhase = moment.attempt().commit.equals(CommitKinds.usual());
      look(
          moment.life().node(),
          twoPhase ? TwoPhaseInvariants.OF_TWO_PHASE : TwoPhaseInvariants.OF_EVERY_PROTOCOL,
          moment);
    }
  }

  /**
   * Notes that an operator orders a node to end its part of an attempt: the node need not hear its
   * coordinator.
   */
  public void ordered(BranchKey key, int node, boolean commit) {
    AttemptRecord attempt = attempts.get(key);
    if (attempt != null) {
      attempt.member(node).ordered = commit;
    }
  }

  private AttemptRecord attempt(NodeLife life, BranchKey key) {
    return attempts.computeIfAbsent(
        key, made -> new AttemptRecord(made, life.deployment().commit(), starts));
  }

  // --- the news of nodes ---

  void decided(NodeLife life, BranchKey key, long lsn, List<Claim> claims) {
    AttemptRecord attempt = attempt(life, key);
    rows.wrote(attempt, claims);
    judge(new CommitMoment.Decided(life, attempt));
    attempt.closed = true;
    attempt.decision = new LoggedRecord(life, lsn);
    decided.put(key.id(), attempt);
    settled(life, attempt, true, lsn);
  }

  void undone(NodeLife life, BranchKey key) {
    settled(life, attempt(life, key), false, 0);
  }

  /**
   * Notes an end. A node that keeps nothing, and starts again, has forgotten its promises to
   * others.
   */
  private void settled(NodeLife life, AttemptRecord attempt, boolean committed, long lsn) {
    if (life.over() || !life.keepsLog() && attempt.starts != starts) {
      return;
    }
    forget(life, attempt.key);
    judge(new CommitMoment.Settled(life, committed, attempt));
    attempt.ends.put(life.node(), new AttemptRecord.End(committed, new LoggedRecord(life, lsn)));
  }

  void voted(NodeLife life, BranchKey key, long lsn, List<Claim> claims) {
    LoggedRecord entry = new LoggedRecord(life, lsn);
    AttemptRecord attempt = attempt(life, key);
    AttemptRecord.Member here = attempt.member(life.node());
    here.vote = entry;
    attempt.ends.remove(life.node());
    keep(life, attempt, entry, claims);
  }

  void promised(NodeLife life, BranchKey key, long lsn, List<Claim> claims) {
    LoggedRecord entry = new LoggedRecord(life, lsn);
    AttemptRecord attempt = attempt(life, key);
    attempt.promise = entry;
    keep(life, attempt, entry, claims);
  }

  private void keep(NodeLife life, AttemptRecord attempt, LoggedRecord entry, List<Claim> claims) {
    rows.wrote(attempt, claims);
    Set<ActorId> actors = new HashSet<>();
    claims.forEach(claim -> actors.add(claim.cell().id()));
    votes
        .computeIfAbsent(life.node(), none -> new TreeMap<>())
        .put(attempt.key, new Vote(entry, actors, false));
  }

  void ended(NodeLife life, BranchKey key, boolean committed, long lsn) {
    AttemptRecord attempt = attempt(life, key);
    judge(new CommitMoment.Ended(life, committed, attempt));
    AttemptRecord.Member here = attempt.member(life.node());
    // A branch that only looked just releases its claims, and nothing of it stands in the log.
    if (here.vote != null && !(committed && lsn == 0)) {
      settled(life, attempt, committed, lsn);
    }
    here.over.add(here.promised);
    here.promised = 0;
    here.end = committed && here.vote != null ? new LoggedRecord(life, lsn) : null;
    forget(life, key);
  }

  /** Notes that the end of a vote is in the log; the node's next start shows whether it stays. */
  void ending(NodeLife life, BranchKey key) {
    TreeMap<BranchKey, Vote> open = votes.get(life.node());
    if (open != null) {
      open.computeIfPresent(key, (_, vote) -> vote.ending(true));
    }
  }

  /** Forgets a vote that binds its node no more. */
  private void forget(NodeLife life, BranchKey key) {
    TreeMap<BranchKey, Vote> open = votes.get(life.node());
    if (open != null) {
      open.remove(key);
    }
  }

  void applied(NodeLife life, TransactionId transaction, ActorId actor, long version) {
    makers.computeIfAbsent(actor, none -> new HashMap<>()).put(version, transaction);
    life.applied(transaction);
  }

  void letsGo(NodeLife life, Claim claim) {
    if (!life.wasWithdrawn(claim)) {
      judge(new CommitMoment.LetGo(life, claim, attempt(life, claim.owner().key())));
    }
  }

  // --- the messages that leave them ---

  void greets(NodeLife life, byte[] greeting) {
    greets(life, MessageInWords.Reader.incarnation(greeting));
  }

  void greets(NodeLife life, long incarnation) {
    if (life.keepsLog()) {
      long before = incarnations.getOrDefault(life.node(), 0L);
      look(
          life.node(),
          List.of(SessionInvariants.INCARNATIONS_GROW),
          new SessionInvariants.Greeting(life.node(), incarnation, before));
      incarnations.merge(life.node(), incarnation, Math::max);
    }
  }

  void said(NodeLife life, int to, byte[] bytes, int offset, int length) {
    CommitStep step = reader.step(bytes, offset, length);
    if (step != null) {
      said(life, to, step);
    }
  }

  void said(NodeLife life, int to, CommitStep step) {
    AttemptRecord attempt = attempt(life, step.key());
    judge(new CommitMoment.Said(life, to, step, attempt));
    if (step.nonce() != 0 && step.key().id().coordinator() != life.node()) {
      named(life, step);
    }
    attempt.said(life.node(), to, step);
  }

  private void named(NodeLife life, CommitStep step) {
    @Nullable BranchKey before =
        nonces
            .computeIfAbsent(life.node(), none -> new HashMap<>())
            .putIfAbsent(step.nonce(), step.key());
    look(
        life.node(),
        List.of(SessionInvariants.NONCES_NAME_ONE),
        new SessionInvariants.Naming(life.node(), step.nonce(), step.key(), before));
  }
}
