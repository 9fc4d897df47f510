package tutti.simulator.invariant.step;

import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import tutti.engine.concurrency.BranchKey;
import tutti.engine.concurrency.Claim;
import tutti.engine.concurrency.Participant;
import tutti.engine.concurrency.TransactionId;
import tutti.engine.concurrency.Use;
import tutti.engine.concurrency.Verdict;
import tutti.engine.deployment.Deployment;
import tutti.engine.storage.Cell;
import tutti.model.ActorId;

/** The knowledge about one incarnation of a node. */
public final class NodeLife {
  private final int node;
  private final Deployment deployment;
  private final BooleanSupplier over;
  private final LogStory log = new LogStory();
  private final Map<Cell, ActorStory> actors = new IdentityHashMap<>();

  /** The actor of the present call, or of the last one; null before the first. */
  private @Nullable ActorStory at;

  private final Map<BranchKey, Set<ActorId>> reinstated = new TreeMap<>();

  /** The claim that is withdrawn just now, and that no transaction was told of. */
  private @Nullable Claim withdrawn;

  /** The greatest timestamp that was granted before this life, and in it. */
  private long grantedBefore;

  private long granted;

  /**
   * @param over whether the node has crashed: the rest of its last step counts for nothing
   */
  public NodeLife(int node, Deployment deployment, BooleanSupplier over) {
    this.node = node;
    this.deployment = deployment;
    this.over = over;
  }

  public int node() {
    return node;
  }

  public Deployment deployment() {
    return deployment;
  }

  public boolean over() {
    return over.getAsBoolean();
  }

  public LogStory log() {
    return log;
  }

  public boolean keepsLog() {
    return deployment.durability() != Deployment.Durability.OFF;
  }

  /**
   * Begins where another life of the node has ended, with its log; a node that keeps none has
   * nothing to keep to.
   */
  public void follows(NodeLife before) {
    if (keepsLog() && before.keepsLog()) {
      grantedBefore = Math.max(before.grantedBefore, before.granted);
    }
  }

  /** Notes the timestamps that a step grants, of a control that orders by them. */
  public void grants(ActorStep step) {
    if (step.verdict() instanceof Verdict.Accept accept) {
      granted = Math.max(granted, accept.claim().owner().age());
    }
    for (Use.Held held : step.granted()) {
      granted = Math.max(granted, held.owner().age());
    }
  }

  public long grantedBefore() {
    return grantedBefore;
  }

  /** The knowledge about an actor. */
  public ActorStory meets(Cell cell) {
    ActorStory story = actors.get(cell);
    if (story == null) {
      story = new ActorStory();
      story.version = cell.version();
      actors.put(cell, story);
    }
    return story;
  }

  /**
   * Notes that a call at an actor begins: effects that are applied now are effects on that actor.
   */
  public void at(Cell cell) {
    at = meets(cell);
  }

  /**
   * Notes that an effect is applied: the effect of the action that the transaction had in progress
   * there and committed. Another branch of its name may be behind it, made after a restart by a
   * question that came late: that branch will abort (distribution, I3).
   */
  public void applied(TransactionId transaction) {
    ActorStory story = at;
    if (story == null) {
      return;
    }
    for (Use use : story.uses) {
      if (use instanceof Use.Held(var claim, var how)
          && claim.call() != null
          && claim.owner().id().equals(transaction)
          && claim.owner().status() == Participant.Status.COMMITTED) {
        story.lastApplied = Math.max(story.lastApplied, claim.position());
      }
    }
  }

  public void withdrawn(Claim claim) {
    withdrawn = claim;
  }

  public boolean wasWithdrawn(Claim claim) {
    return withdrawn == claim;
  }

  public void reinstated(Claim claim) {
    reinstated.computeIfAbsent(claim.owner().key(), none -> new HashSet<>()).add(claim.cell().id());
  }

  /**
   * The actors at which a branch again holds its claims from before the node stopped; null if none.
   */
  public @Nullable Set<ActorId> reinstated(BranchKey key) {
    return reinstated.get(key);
  }
}
