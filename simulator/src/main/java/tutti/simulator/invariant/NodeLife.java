package tutti.simulator.invariant;

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
import tutti.engine.deployment.Deployment;
import tutti.engine.storage.Cell;
import tutti.model.ActorId;

/** What is known of one incarnation of a node. */
final class NodeLife {
  private final int node;
  private final Deployment deployment;
  private final BooleanSupplier over;
  private final LogStory log = new LogStory();
  private final Map<Cell, ActorStory> actors = new IdentityHashMap<>();

  /** The actor at which something is done just now, or was last; null before. */
  private @Nullable ActorStory at;

  private final Map<BranchKey, Set<ActorId>> reinstated = new TreeMap<>();

  /** The claim that goes just now, and that nobody was told of. */
  private @Nullable Claim withdrawn;

  /**
   * @param over whether it has crashed: what its last step still does counts for nothing
   */
  NodeLife(int node, Deployment deployment, BooleanSupplier over) {
    this.node = node;
    this.deployment = deployment;
    this.over = over;
  }

  int node() {
    return node;
  }

  Deployment deployment() {
    return deployment;
  }

  boolean over() {
    return over.getAsBoolean();
  }

  LogStory log() {
    return log;
  }

  boolean keepsLog() {
    return deployment.durability() != Deployment.Durability.OFF;
  }

  /** What is known of an actor. */
  ActorStory meets(Cell cell) {
    ActorStory story = actors.get(cell);
    if (story == null) {
      story = new ActorStory();
      story.version = cell.version();
      actors.put(cell, story);
    }
    return story;
  }

  /** Something is about to be done at an actor: effects that are applied now are its own. */
  void at(Cell cell) {
    at = meets(cell);
  }

  /**
   * An effect is applied: that of what the transaction had in progress there and committed. Another
   * branch of its name may be behind it, made after a restart by a question that came late: that
   * one will abort (distribution, I3).
   */
  void applied(TransactionId transaction) {
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

  void withdrawn(Claim claim) {
    withdrawn = claim;
  }

  boolean wasWithdrawn(Claim claim) {
    return withdrawn == claim;
  }

  void reinstated(Claim claim) {
    reinstated.computeIfAbsent(claim.owner().key(), none -> new HashSet<>()).add(claim.cell().id());
  }

  /** Where a branch holds again what it held before the node stopped; null if nowhere. */
  @Nullable Set<ActorId> reinstated(BranchKey key) {
    return reinstated.get(key);
  }
}
