package tutti.model.footprint;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.function.BinaryOperator;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import tutti.model.ActorId;
import tutti.model.Call;
import tutti.model.footprint.Access.Mode;

/**
 * The actors that a request touches, how, and how often at most, as far as that is known before the
 * request runs. An actor that no access covers is never touched.
 *
 * <p>Immutable. Footprints of parts make the footprint of a whole: {@link #and} of parts that all
 * happen, {@link #or} of parts of which one does, {@link #times} of a repeated part. {@link
 * #of(List, Instant)} is the footprint of a request.
 *
 * @param accesses ordered by item and mode, at most one of each
 * @param shape the shape of a transaction with this footprint; {@link Shape#DYNAMIC} if an item is
 *     not determined
 */
public record Footprint(List<Access> accesses, Shape shape) {
  static final Comparator<Access> ORDER =
      Comparator.comparing(Access::item).thenComparing(Access::mode);

  /** The footprint of a request that touches nothing. */
  public static final Footprint NOTHING = new Footprint(List.of(), Shape.ONE_SHOT);

  /** The footprint of a request of which nothing is known. */
  public static final Footprint UNKNOWN =
      of(new Item.Anything(), Mode.WRITE, Bound.UNKNOWN, Source.UNKNOWN);

  /**
   * @throws IllegalArgumentException if the accesses are not in order, or the shape says more than
   *     they do
   */
  public Footprint {
    accesses = List.copyOf(accesses);
    for (int i = 1; i < accesses.size(); i++) {
      if (ORDER.compare(accesses.get(i - 1), accesses.get(i)) >= 0) {
        throw new IllegalArgumentException("not in order: " + accesses);
      }
    }
    if (shape != Shape.DYNAMIC && !determined(accesses)) {
      throw new IllegalArgumentException("not " + shape + ": " + accesses);
    }
  }

  /**
   * Returns the footprint of accesses of one item. It is {@link Shape#KNOWN_KEYS}, or {@link
   * Shape#DYNAMIC} if the item is not determined: an access may be refused.
   */
  public static Footprint of(Item item, Mode mode, Bound bound, Source source) {
    return new Footprint(
        List.of(new Access(item, mode, bound, source)),
        item.isDetermined() ? Shape.KNOWN_KEYS : Shape.DYNAMIC);
  }

  /**
   * Returns the footprint of a request, from all of its calls together: the accesses of a call add
   * up with those of the others, except reads, which a transaction does once. An action without a
   * known footprint may touch anything.
   *
   * <p>The engine calls this at the start of a transaction. The lists allocated have one element
   * for each actor.
   *
   * @param now the transaction's time
   */
  public static Footprint of(List<Call> calls, Instant now) {
    FootprintBuilder into = new FootprintBuilder();
    for (Call call : calls) {
      if (call.action() instanceof HasFootprint action) {
        action.footprint(call.target(), call.arguments(), now, into);
      } else {
        into.access(new Item.Known(call.target()), Mode.WRITE, Bound.ONCE, Source.REQUEST);
        into.add(UNKNOWN);
      }
    }
    return into.build();
  }

  private static boolean determined(List<Access> accesses) {
    for (Access access : accesses) {
      if (!access.item().isDetermined()) {
        return false;
      }
    }
    return true;
  }

  /**
   * Whether a run can tell more than this footprint: it leaves an actor open, or how often one is
   * used, and the author has not declared that.
   */
  public boolean leavesOpen() {
    for (Access access : accesses) {
      if (!access.item().isDetermined()
          || (!access.bound().isFinite() && access.source() != Source.DECLARED)) {
        return true;
      }
    }
    return false;
  }

  /** Returns these accesses under another shape. */
  public Footprint as(Shape other) {
    return other == shape ? this : new Footprint(accesses, other);
  }

  /** Returns the footprint of both parts, if both happen. */
  public Footprint and(Footprint other) {
    return combine(other, Bound::plus);
  }

  /** Returns the footprint of a choice between both parts. */
  public Footprint or(Footprint other) {
    return combine(other, Bound::or);
  }

  /** Returns the footprint of this part, repeated. */
  public Footprint times(Bound repetitions) {
    return map(access -> access.with(access.bound().times(repetitions)));
  }

  private Footprint combine(Footprint other, BinaryOperator<Bound> bounds) {
    List<Access> all = new ArrayList<>(accesses.size() + other.accesses.size());
    int left = 0;
    int right = 0;
    while (left < accesses.size() || right < other.accesses.size()) {
      Access mine = left < accesses.size() ? accesses.get(left) : null;
      Access its = right < other.accesses.size() ? other.accesses.get(right) : null;
      int order = mine == null ? 1 : its == null ? -1 : ORDER.compare(mine, its);
      left += order <= 0 ? 1 : 0;
      right += order >= 0 ? 1 : 0;
      all.add(together(order <= 0 ? mine : null, order >= 0 ? its : null, bounds));
    }
    Shape together = shape.or(other.shape);
    // A second event on one instance is refused.
    boolean twice =
        all.stream().anyMatch(each -> each.mode() == Mode.WRITE && each.bound().most() > 1);
    return new Footprint(all, twice ? together.or(Shape.KNOWN_KEYS) : together);
  }

  /** Returns two accesses of one item as one; one of the two may be missing. */
  private static Access together(
      @Nullable Access one, @Nullable Access two, BinaryOperator<Bound> bounds) {
    if (one == null || two == null) {
      Access only = one == null ? Objects.requireNonNull(two) : one;
      return only.with(bounds.apply(only.bound(), Bound.NEVER));
    }
    return new Access(
        one.item(),
        one.mode(),
        bounds.apply(one.bound(), two.bound()),
        one.source().or(two.source()));
  }

  private Footprint map(UnaryOperator<Access> change) {
    return new Footprint(accesses.stream().map(change).toList(), shape);
  }

  /** How often the actor is accessed, in all ways together; the supremum of Atomic RMI §3. */
  public Bound bound(ActorId actor) {
    return sum(actor, Mode.READ).plus(sum(actor, Mode.WRITE));
  }

  /** How often the actor is accessed in one way. */
  public Bound bound(ActorId actor, Mode mode) {
    return sum(actor, mode);
  }

  private Bound sum(ActorId actor, Mode mode) {
    Bound sum = Bound.NEVER;
    for (Access access : accesses) {
      if (access.mode() == mode && access.item().covers(actor)) {
        Bound bound = access.bound();
        // Accesses of an item with several actors may all be of others.
        sum = sum.plus(access.item() instanceof Item.Known ? bound : Bound.atMost(bound.most()));
      }
    }
    return sum;
  }

  /** Whether the actor may be accessed in that way; a read may use up a write that is allowed. */
  public boolean allows(ActorId actor, Mode mode) {
    return covering(actor, mode) != null;
  }

  /**
   * Returns the access that permits one access of the actor in this mode: of several, the most
   * specific one about the actor; null if there is none.
   */
  public @Nullable Access covering(ActorId actor, Mode mode) {
    Access write = null;
    for (Access access : accesses) {
      if (access.bound().most() > 0 && access.item().covers(actor)) {
        if (access.mode() == mode) {
          return access;
        }
        write = mode == Mode.READ && write == null ? access : write;
      }
    }
    return write;
  }

  /**
   * Returns the footprint that remains after an access of the actor: when {@link #bound(ActorId)}
   * of it is {@link Bound#NEVER}, that access was the last.
   *
   * @throws IllegalArgumentException if the access is not allowed
   */
  public Footprint after(ActorId actor, Mode mode) {
    Access used = covering(actor, mode);
    if (used == null) {
      throw new IllegalArgumentException(actor + " is not to be " + mode + ": " + this);
    }
    return map(access -> access == used ? access.with(access.bound().minusOne()) : access);
  }

  @Override
  public String toString() {
    return shape + " " + accesses;
  }
}
