package tutti.lab.tpcc;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tutti.model.actor.Actor;
import tutti.model.actor.Internal;
import tutti.model.actor.Procedure;
import tutti.model.actor.Query;
import tutti.model.relation.Relation;

/** The new orders of a district, and its last ones, with the customers that have them. */
public final class Backlog extends Actor {
  static final String TYPE = "Backlog";

  /** The number of the relation of orders that are not delivered. */
  static final int UNDELIVERED = 0;

  public final Relation<Integer, Placed> undelivered =
      relation("undelivered", Placed.class, Placed::order);
  public final Relation<Integer, Placed> recent = relation("recent", Placed.class, Placed::order);

  /** An order of a customer. */
  public record Placed(int order, int customer) {}

  /** A new order. */
  @Internal
  public record Add(int order, int customer) implements Procedure<Backlog, @Nullable Void> {
    @Override
    @SuppressWarnings("NullAway") // a Void is null
    public @Nullable Void run(Backlog backlog) {
      Placed placed = new Placed(order, customer);
      backlog.undelivered.insert(placed);
      backlog.recent.insert(placed);
      backlog.recent.deleteIfPresent(order - Warehouse.RECENT_ORDERS);
      return null;
    }
  }

  /** The oldest new order, if there is one, which is delivered now. */
  @Internal
  public record TakeOldest() implements Procedure<Backlog, Optional<Placed>> {
    @Override
    public Optional<Placed> run(Backlog backlog) {
      Optional<Placed> oldest = backlog.undelivered.scan().limit(1).first();
      if (oldest.isPresent()) {
        backlog.undelivered.delete(oldest.get().order());
      }
      return oldest;
    }
  }

  /** The last orders. */
  public record Recent() implements Query<Backlog, List<Placed>> {
    @Override
    public List<Placed> run(Backlog backlog) {
      return backlog.recent.scan().list();
    }
  }

  /** All new orders. */
  public record Undelivered() implements Query<Backlog, List<Placed>> {
    @Override
    public List<Placed> run(Backlog backlog) {
      return backlog.undelivered.scan().list();
    }
  }

  /** The first new orders, and the last ones of all. */
  public record Load(List<Placed> undelivered, List<Placed> recent)
      implements Procedure<Backlog, @Nullable Void> {
    @Override
    @SuppressWarnings("NullAway") // a Void is null
    public @Nullable Void run(Backlog backlog) {
      if (!backlog.recent.contains(recent.getFirst().order())) {
        undelivered.forEach(backlog.undelivered::insert);
        recent.forEach(backlog.recent::insert);
      }
      return null;
    }
  }
}
