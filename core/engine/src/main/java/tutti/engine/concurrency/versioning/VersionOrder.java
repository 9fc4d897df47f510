package tutti.engine.concurrency.versioning;

import org.jspecify.annotations.Nullable;
import tutti.engine.concurrency.ActorRequest;
import tutti.engine.concurrency.Participant;
import tutti.engine.concurrency.Work;
import tutti.engine.relational.OverlaidRows;
import tutti.engine.storage.Cell;
import tutti.model.ActorState;

/**
 * The places at one actor in the order of their versions, and the actor as the owner of each sees
 * it: behind the changes of those before. Guarded by the cell's latch.
 */
final class VersionOrder {
  private final Cell cell;
  private @Nullable PrivateVersion head;
  private @Nullable PrivateVersion tail;
  private long nextVersion;

  VersionOrder(Cell cell) {
    this.cell = cell;
  }

  @Nullable PrivateVersion head() {
    return head;
  }

  @Nullable PrivateVersion tail() {
    return tail;
  }

  /**
   * Adds the last place.
   *
   * @param begun whether the place is a claim of its own
   */
  PrivateVersion join(ActorRequest request, Work.Begin bounds, boolean begun) {
    PrivateVersion place = new PrivateVersion(request, bounds, nextVersion++, begun);
    PrivateVersion last = tail;
    if (last == null) {
      head = place;
    } else {
      last.after = place;
      place.before = last;
    }
    tail = place;
    return place;
  }

  void remove(PrivateVersion place) {
    PrivateVersion prior = place.before;
    PrivateVersion next = place.after;
    if (prior == null) {
      head = next;
    } else {
      prior.after = next;
    }
    if (next == null) {
      tail = prior;
    } else {
      next.before = prior;
    }
  }

  @Nullable PrivateVersion placeOf(Participant owner) {
    for (PrivateVersion each = tail; each != null; each = each.before) {
      if (each.owner() == owner) {
        return each;
      }
    }
    return null;
  }

  ActorState stateBefore(PrivateVersion place) {
    for (PrivateVersion each = place.before; each != null; each = each.before) {
      ActorState state = each.state();
      if (state != null) {
        return state;
      }
    }
    return cell.state();
  }

  static @Nullable OverlaidRows rowsBefore(PrivateVersion place) {
    for (PrivateVersion each = place.before; each != null; each = each.before) {
      OverlaidRows rows = each.rows();
      if (rows != null && rows.changed()) {
        return rows;
      }
    }
    return null;
  }

  /** Returns the version of the actor before a place, if all before the place commit. */
  long versionBefore(PrivateVersion place) {
    long version = cell.version();
    for (PrivateVersion each = place.before; each != null; each = each.before) {
      version += each.changes() ? 1 : 0;
    }
    return version;
  }

  /** Returns the lowest position whose effect is not applied and may come to be. */
  long unapplied() {
    for (PrivateVersion each = head; each != null; each = each.after) {
      if (each.position() >= 0) {
        return each.position();
      }
    }
    return cell.nextPosition();
  }
}
