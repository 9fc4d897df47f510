package tutti.engine.node;

import java.util.List;
import org.jspecify.annotations.Nullable;
import tutti.engine.deployment.Deployment;
import tutti.engine.deployment.Deployment.Replication;
import tutti.engine.memory.MemoryGate;
import tutti.engine.runtime.HeldQueue;

/**
 * Whether clients should be sent to a node now.
 *
 * @param notReady why they should not, in words for a person; null if the node is ready
 * @param missing the names of the other nodes that cannot be reached now: requests that need one of
 *     them, or most replicas of a shard, are refused
 * @param journalFailed whether the node's journal has failed, so that it takes no requests until it
 *     is restarted
 * @param code names the kind of the reason, if there is one: {@code not-ready}, {@code
 *     storage-failed}, {@link #HELD}, {@code memory-full}
 */
public record Readiness(
    @Nullable String notReady, List<String> missing, boolean journalFailed, String code) {
  /** The code of a node that cannot go on, since a task or a flush holds a part of it. */
  public static final String HELD = "held";

  /**
   * The time, in nanoseconds, for which an executor is held, or a flush does not end, before
   * clients should go elsewhere.
   */
  public static final long HELD_NANOS = 3_000_000_000L;

  /** Keeps a copy of the list. */
  public Readiness {
    missing = List.copyOf(missing);
  }

  /** The readiness of a node that is ready, that waits, or whose journal has failed. */
  public Readiness(@Nullable String notReady, List<String> missing, boolean journalFailed) {
    this(notReady, missing, journalFailed, journalFailed ? "storage-failed" : "not-ready");
  }

  /** Returns this readiness, unless the node would be ready and a part of it does not go on. */
  public Readiness unlessHeld(List<HeldQueue> held) {
    if (notReady != null || held.isEmpty()) {
      return this;
    }
    List<HeldQueue> stuck = HeldQueue.of(held, HELD_NANOS);
    return stuck.isEmpty() ? this : new Readiness(HeldQueue.words(stuck), missing, false, HELD);
  }

  /**
   * Returns whether a host may be given the lead of a shard: it is ready, and nothing without which
   * a leader does no work is held for an election's wait, after which it would have to yield.
   */
  public boolean mayLead(List<HeldQueue> held, long electionNanos) {
    return notReady == null && HeldQueue.of(held, Math.min(electionNanos, HELD_NANOS)).isEmpty();
  }

  /** Returns this readiness, unless the node would be ready and its memory is full. */
  public Readiness unlessFull(MemoryGate memory) {
    String full = notReady == null ? memory.why() : null;
    return full == null ? this : new Readiness(full, missing, false, MemoryGate.CODE);
  }

  /** Whether a part of the node does not go on, and it is ready otherwise. */
  public boolean isHeld() {
    return code.equals(HELD);
  }

  /** Returns why the node does nothing until something changes, or null: a held part may go on. */
  public @Nullable String lasting() {
    return isHeld() ? null : notReady;
  }

  /** Returns what clients have to expect while nodes are missing, in words for a person. */
  public String withoutMissing(Deployment deployment) {
    String nodes = String.join(", ", missing.stream().map(name -> "node " + name).toList());
    return deployment.replication().protocol() == Replication.Protocol.NONE
        ? nodes + ": what needs it is answered 503"
        : nodes
            + ": other replicas serve what it has, but for shards without most of their replicas";
  }

  /** Whether the node takes requests. */
  public boolean ready() {
    return notReady == null;
  }
}
