package tutti.engine.transaction.execution;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tutti.engine.concurrency.BranchKey;
import tutti.engine.concurrency.Claim;
import tutti.engine.concurrency.Participant;
import tutti.engine.concurrency.TransactionId;
import tutti.engine.concurrency.Verdict;
import tutti.engine.concurrency.Work;
import tutti.engine.runtime.FieldHandle;
import tutti.engine.runtime.Promise;
import tutti.engine.snapshot.Snapshots;
import tutti.engine.span.Spans;
import tutti.engine.transaction.record.CheckpointGate;
import tutti.engine.transaction.record.Observations;
import tutti.engine.transaction.seam.Reply;
import tutti.engine.transaction.submission.Reason;
import tutti.engine.transaction.submission.Submission;
import tutti.model.ActorId;
import tutti.model.Call;
import tutti.model.outside.Irrevocable;

/**
 * One attempt at a submission, with its observations and its claims. Only its task changes it;
 * other threads see its status.
 */
public final class Transaction implements Participant {
  private static final VarHandle EPOCH =
      FieldHandle.of(MethodHandles.lookup(), "epoch", long.class);

  /** The epoch of a transaction that is about to look at its node's, or has just done so. */
  private static final long LOOKS = -1;

  /** The number of cascades after which an attempt is conservative. */
  private static final int MOST_CASCADES = 2;

  /** The most claims that are looked through one by one. */
  private static final int FEW_CLAIMS = 8;

  private final Submission submission;
  private final BranchKey key;
  private final long age;
  private volatile boolean namesAllActors;
  private volatile Status status = Status.ACTIVE;
  private volatile @Nullable Reason stopped;
  private volatile Consumer<Reason> interrupt = reason -> {};
  private Observations seen;
  private final List<Claim> claims = new ArrayList<>(4);

  /** The claims of each actor, once there are more than a few. */
  private @Nullable Map<ActorId, List<Claim>> byActor;

  private long observedLsn;

  /** The phase of the gate in which the attempt is to be decided, or -1 while it is not. */
  private int phase = -1;

  /** 0 before the attempt is to be decided, then {@link #LOOKS}, then its epoch. */
  @SuppressWarnings("unused") // through EPOCH
  private long epoch;

  private @Nullable Irrevocable operation;

  /** The holdings on other nodes: an actor and the action there, or null for an observation. */
  private @Nullable List<Elsewhere> elsewhere;

  private record Elsewhere(ActorId actor, @Nullable Call call) {}

  /**
   * @param age see {@link Participant#age}
   */
  public Transaction(Submission submission, long age, Observations seen) {
    this.submission = submission;
    this.age = age;
    this.key = new BranchKey(submission.id(), submission.retries());
    this.seen = seen;
  }

  @Override
  public BranchKey key() {
    return key;
  }

  @Override
  public TransactionId id() {
    return submission.id();
  }

  @Override
  public long age() {
    return age;
  }

  @Override
  public Status status() {
    return status;
  }

  @Override
  public long epoch() {
    return Math.max(0, (long) EPOCH.getAcquire(this));
  }

  @Override
  public long earliestEpoch() {
    long known = (long) EPOCH.getAcquire(this);
    return known == 0 ? Long.MAX_VALUE : Math.max(0, known);
  }

  /**
   * Enters the gate when all that the attempt writes is locked and nothing is validated: the
   * attempt may be decided from now on, and has its epoch (Silo §4.4).
   *
   * <p>A read that sees this node in a later epoch must find that the attempt may have an earlier
   * one. So the attempt first marks itself as choosing an epoch, and then enters the gate: the
   * gate's counter is changed atomically, which is a full fence between the mark and the read of
   * the node's epoch.
   *
   * @param least the attempt's epoch is not before this one
   */
  public void enter(CheckpointGate gate, Snapshots snapshots, long least) {
    EPOCH.setRelease(this, LOOKS);
    enter(gate);
    snapshots.raise(least);
    EPOCH.setRelease(this, snapshots.epoch());
  }

  /** Enters the gate: the attempt is about to be decided. */
  public void enter(CheckpointGate gate) {
    entered(gate.enter());
  }

  /** Records the phase in which the code that decides the attempt has entered the gate for it. */
  public void entered(int inPhase) {
    phase = inPhase;
  }

  /** Returns the phase of the gate in which the attempt is to be decided, or -1 while it is not. */
  public int phase() {
    return phase;
  }

  /** Leaves the gate: the attempt will not be decided any more. */
  public void leave(CheckpointGate gate) {
    if (phase >= 0) {
      gate.exit(phase);
      phase = -1;
    }
  }

  public void status(Status next) {
    status = next;
  }

  @Override
  public void wound(ActorId at, Verdict.Conflict why) {
    stop(Reason.Conflict.at(at, why));
  }

  /** Returns whether earlier attempts were rolled back too often by others (V8). */
  @Override
  public boolean conservative() {
    return submission.cascades() >= MOST_CASCADES;
  }

  @Override
  public boolean namesAllActors() {
    return namesAllActors;
  }

  void namesAllActors(boolean named) {
    namesAllActors = named;
  }

  /** Ends the attempt's execution, if it still executes. May be called by any thread. */
  public void stop(Reason why) {
    if (status == Status.ACTIVE && stopped == null) {
      stopped = why;
      interrupt.accept(why);
    }
  }

  /** Returns the irrevocable operation that the attempt does when all else is prepared, or null. */
  public @Nullable Irrevocable operation() {
    return operation;
  }

  void operation(Irrevocable said) {
    operation = said;
  }

  /** Returns why the attempt's execution is to end, or null. */
  public @Nullable Reason stopped() {
    return stopped;
  }

  /**
   * Sets the callback that ends the attempt's waiting, wherever it waits; any thread may call it.
   */
  void interruptedBy(Consumer<Reason> newInterrupt) {
    interrupt = newInterrupt;
  }

  @Override
  public void waits() {
    Spans spans = submission.spans();
    if (spans != null) {
      spans.waits();
    }
  }

  @Override
  public void goesOn() {
    Spans spans = submission.spans();
    if (spans != null) {
      spans.goesOn();
    }
  }

  /** Waits for a reply; in the attempt's task. */
  public Reply await(Promise<Reply> reply) {
    waits();
    Reply given = reply.await();
    goesOn();
    return given;
  }

  public Submission submission() {
    return submission;
  }

  public Observations seen() {
    return seen;
  }

  public void seen(Observations more) {
    seen = more;
  }

  public List<Claim> claims() {
    return claims;
  }

  void hold(Claim claim) {
    claims.add(claim);
    Map<ActorId, List<Claim>> known = byActor;
    if (known != null) {
      put(claim, known);
    } else if (claims.size() > FEW_CLAIMS) {
      Map<ActorId, List<Claim>> fresh = new HashMap<>();
      claims.forEach(each -> put(each, fresh));
      byActor = fresh;
    }
  }

  private static void put(Claim claim, Map<ActorId, List<Claim>> to) {
    to.computeIfAbsent(claim.cell().id(), _ -> new ArrayList<>(1)).add(claim);
  }

  /** Returns claims among which are all those on an actor. */
  private List<Claim> claimsNear(ActorId actor) {
    Map<ActorId, List<Claim>> known = byActor;
    return known == null ? claims : known.getOrDefault(actor, List.of());
  }

  /**
   * Returns the newest log position that this transaction's outcome depends on. Observations after
   * its claims were granted count too, when they are validated.
   */
  public long observedLsn() {
    long newest = observedLsn;
    for (Claim claim : claims) {
      newest = Math.max(newest, claim.observedLsn());
    }
    return newest;
  }

  void observed(long lsn) {
    observedLsn = Math.max(observedLsn, lsn);
  }

  /** Returns the action that this transaction already has on an actor, or null. */
  @Nullable Call actionOn(ActorId actor) {
    for (Claim claim : claimsNear(actor)) {
      Call call = claim.cell().id().equals(actor) ? claim.call() : null;
      if (call != null) {
        return call;
      }
    }
    if (elsewhere != null) {
      for (Elsewhere held : elsewhere) {
        if (held.call != null && held.actor.equals(actor)) {
          return held.call;
        }
      }
    }
    return null;
  }

  void holdElsewhere(Work work, ActorId actor) {
    if (elsewhere == null) {
      elsewhere = new ArrayList<>(4);
    }
    elsewhere.add(new Elsewhere(actor, work instanceof Work.Act(var call) ? call : null));
  }

  /** Returns the actors on other nodes of which the attempt holds something. */
  List<ActorId> actorsElsewhere() {
    return elsewhere == null ? List.of() : elsewhere.stream().map(Elsewhere::actor).toList();
  }

  /** Returns whether this transaction holds an observation of an actor. */
  boolean hasObserved(ActorId actor) {
    for (Claim claim : claimsNear(actor)) {
      if (claim.call() == null && claim.cell().id().equals(actor)) {
        return true;
      }
    }
    if (elsewhere != null) {
      for (Elsewhere held : elsewhere) {
        if (held.call == null && held.actor.equals(actor)) {
          return true;
        }
      }
    }
    return false;
  }

  /** Returns whether the attempt changes anything on this node. */
  public boolean changesSomething() {
    for (Claim claim : claims) {
      if (claim.hasCall()) {
        return true;
      }
    }
    return false;
  }

  @Override
  public String toString() {
    return "transaction " + id();
  }
}
