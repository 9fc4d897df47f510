package tutti.model.footprint;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import tutti.model.Observation;
import tutti.model.footprint.Access.Mode;

/**
 * A footprint under construction, of everything that one request makes happen: accesses of one item
 * in one mode add up, except reads. A transaction keeps the values that it has read, so that it
 * reads an actor once, however many of its events ask for it. Not thread-safe; used once.
 */
public final class FootprintBuilder {

  /** A look at an item: the bound is of one look, the number of asking events does not matter. */
  private record Look(Item item, Observation what) {}

  private final List<Access> accesses = new ArrayList<>(4);
  private Map<Look, Access> looks = Map.of();
  private Shape shape = Shape.ONE_SHOT;

  /** Adds accesses of an item; an item that is not determined makes the footprint dynamic. */
  public void access(Item item, Mode mode, Bound bound, Source source) {
    add(new Access(item, mode, bound, source));
  }

  /**
   * Adds a look at fields or the state of an item that is determined.
   *
   * @param certain whether every transaction that commits takes it
   */
  public void look(Item item, Observation what, boolean certain, Source source) {
    if (looks.isEmpty()) {
      looks = new HashMap<>();
    }
    Bound bound = certain ? Bound.ONCE : Bound.atMost(1);
    looks.merge(
        new Look(item, what), new Access(item, Mode.READ, bound, source), FootprintBuilder::once);
    atLeast(Shape.KNOWN_KEYS);
  }

  private static Access once(Access one, Access two) {
    return one.bound().isExact() ? one : two;
  }

  /** Adds a footprint of a part. */
  public void add(Footprint part) {
    part.accesses().forEach(this::add);
    atLeast(part.shape());
  }

  /** Notes that less is known than the items show, for example that a part may refuse. */
  public void atLeast(Shape other) {
    shape = shape.or(other);
  }

  private void add(Access more) {
    if (!more.item().isDetermined()) {
      shape = Shape.DYNAMIC;
    }
    int low = 0;
    int high = accesses.size() - 1;
    while (low <= high) {
      int middle = (low + high) >>> 1;
      Access known = accesses.get(middle);
      int order = Footprint.ORDER.compare(known, more);
      if (order == 0) {
        accesses.set(middle, known.plus(more));
        return;
      }
      if (order < 0) {
        low = middle + 1;
      } else {
        high = middle - 1;
      }
    }
    accesses.add(low, more);
  }

  /** Returns the footprint; the builder is of no use any more. */
  public Footprint build() {
    looks.values().forEach(this::add);
    return new Footprint(accesses, shape == Shape.ONE_SHOT && meets() ? Shape.KNOWN_KEYS : shape);
  }

  /** Returns whether two events may meet at one instance, which is refused. */
  private boolean meets() {
    for (int i = 0; i < accesses.size(); i++) {
      Access access = accesses.get(i);
      if (access.bound().most() > 1) {
        return true;
      }
      // Two expressions may tell one actor; items of one type stand beside each other.
      if (i > 0
          && access.item() instanceof Item.Told(var type, _)
          && accesses.get(i - 1).item() instanceof Item.Told(var before, _)
          && type.equals(before)) {
        return true;
      }
    }
    return false;
  }
}
