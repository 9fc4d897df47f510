package tutti.protocol.integrated.tapir;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import tutti.model.ActorId;
import tutti.protocol.integrated.tapir.Vote.Verdict;

/**
 * The optimistic check of a transaction against what is executed and what is prepared in a shard
 * (TAPIR §5.2.1, TAPIR-OCC-CHECK). Two transactions that are both prepared are allowed or not
 * whichever came first: a view change, which knows no order, comes to the same result
 * (docs/rulings.md#tapir).
 */
final class Validation {

  /** The claims (ruling T1). */
  enum Mode {
    /**
     * A read is of the newest version, a write is above the last read and write, and no prepared
     * transaction has a conflict: as if each held locks from its consent to its outcome.
     */
    STRICT,
    /** Timestamps alone order transactions: serializable, and not in the order of real time. */
    TIMESTAMPS
  }

  private final Mode mode;
  private final Store store;
  private final Prepared prepared;
  private final Timestamp floor;

  /**
   * @param floor the store has the newest version of each item up to this one, but for items that
   *     are not there, and for what the transactions of the record write
   */
  Validation(Mode mode, Store store, Prepared prepared, Timestamp floor) {
    this.mode = mode;
    this.floor = floor;
    this.store = store;
    this.prepared = prepared;
  }

  Vote vote(Timestamp id, Part part) {
    Vote vote = Vote.OK;
    for (Map.Entry<ActorId, Timestamp> read : part.reads().entrySet()) {
      vote = worse(vote, read(id, read.getKey(), read.getValue()));
    }
    for (ActorId item : part.writes().keySet()) {
      vote = worse(vote, write(id, item, part.reads().get(item)));
    }
    return vote;
  }

  private static Vote worse(Vote one, Vote other) {
    return one.and(other);
  }

  private Vote read(Timestamp id, ActorId item, Timestamp version) {
    if (!version.isBelow(id)) {
      return new Vote(Verdict.RETRY, version);
    }
    Timestamp next = store.after(item, version);
    if (next != null && (mode == Mode.STRICT || next.isBelow(id))) {
      return new Vote(Verdict.ABORT, mode == Mode.STRICT ? store.newest(item) : next);
    }
    if (isGone(item, version)) {
      return new Vote(Verdict.ABORT, store.newest(item));
    }
    for (Timestamp writer : prepared.writers(item)) {
      boolean after = mode == Mode.TIMESTAMPS && id.isBelow(writer);
      if (!writer.equals(id) && !isRead(writer, version) && !after) {
        return new Vote(Verdict.ABSTAIN, writer);
      }
    }
    return Vote.OK;
  }

  /**
   * Returns whether the version that was read was removed, together with the version that has
   * replaced it. If its transaction is not executed here, and the floor has passed it, the version
   * is still to come.
   */
  private boolean isGone(ActorId item, Timestamp version) {
    boolean some = Timestamp.NONE.isBelow(version);
    return some
        && !floor.isBelow(version)
        && !store.has(item, version)
        && !prepared.writers(item).contains(version);
  }

  /** Whether the version that was read is that writer's: then it is committed. */
  private static boolean isRead(Timestamp writer, @Nullable Timestamp version) {
    return writer.equals(version);
  }

  /**
   * @param version the version that the transaction read of the item; null if it read none
   */
  private Vote write(Timestamp id, ActorId item, @Nullable Timestamp version) {
    Timestamp above = store.lastRead(item);
    if (mode == Mode.STRICT) {
      above = Timestamp.max(above, store.newest(item));
    }
    if (!above.isBelow(id)) {
      return new Vote(Verdict.RETRY, above);
    }
    for (Timestamp reader : prepared.readers(item).keySet()) {
      if (reader.equals(id) || isRead(reader, version)) {
        continue;
      }
      if (mode == Mode.STRICT) {
        return new Vote(Verdict.ABSTAIN, reader);
      }
      if (id.isBelow(reader)) {
        return new Vote(Verdict.RETRY, reader);
      }
    }
    if (mode == Mode.STRICT) {
      for (Timestamp writer : prepared.writers(item)) {
        if (!writer.equals(id) && !isRead(writer, version)) {
          return new Vote(Verdict.ABSTAIN, writer);
        }
      }
    }
    return Vote.OK;
  }
}
