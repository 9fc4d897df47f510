package tutti.lab.objects;

import org.jspecify.annotations.Nullable;
import tutti.model.actor.Actor;
import tutti.model.actor.Internal;
import tutti.model.actor.Procedure;
import tutti.model.actor.Query;
import tutti.model.relation.Relation;

/** Cars, rooms or flights of one kind and price, as the agency of vacation offers them. */
public final class Pool extends Actor {
  static final String TYPE = "Pool";

  /** The price of a pool in which nothing is free. */
  static final long NOTHING_FREE = -1;

  private static final String ONLY = "stock";

  public final Relation<String, Stock> stock = relation("stock", Stock.class, Stock::name);

  /** The one row. */
  public record Stock(String name, long price, long free, long reserved) {}

  private Stock there() {
    return stock.get(ONLY);
  }

  /** A procedure that makes the pool. */
  public record Open(long price, long free) implements Procedure<Pool, @Nullable Void> {
    @Override
    @SuppressWarnings("NullAway") // a Void is null
    public @Nullable Void run(Pool pool) {
      pool.stock.insert(new Stock(ONLY, price, free, 0));
      return null;
    }
  }

  /** A look at the price; {@link #NOTHING_FREE} if nothing is to be had. */
  public record Offer(ServiceTime service) implements Query<Pool, Long> {
    @Override
    public Long run(Pool pool) {
      Stock there = pool.there();
      service.take();
      return there.free == 0 ? NOTHING_FREE : there.price;
    }
  }

  /** Reserves {@code count} units; a negative count gives reserved units back. */
  @Internal
  public record Reserve(ServiceTime service, long count)
      implements Procedure<Pool, @Nullable Void> {
    @Override
    @SuppressWarnings("NullAway") // a Void is null
    public @Nullable Void run(Pool pool) {
      Stock there = pool.there();
      service.take();
      if (there.free < count) {
        throw pool.abort("nothing-free", pool.key() + " has nothing left to reserve");
      }
      pool.stock.update(new Stock(ONLY, there.price, there.free - count, there.reserved + count));
      return null;
    }
  }

  /** A new price. */
  @Internal
  public record Reprice(ServiceTime service, long price)
      implements Procedure<Pool, @Nullable Void> {
    @Override
    @SuppressWarnings("NullAway") // a Void is null
    public @Nullable Void run(Pool pool) {
      Stock there = pool.there();
      service.take();
      pool.stock.update(new Stock(ONLY, price, there.free, there.reserved));
      return null;
    }
  }

  /** A query of the number of reservations. */
  public record Reserved() implements Query<Pool, Long> {
    @Override
    public Long run(Pool pool) {
      return pool.there().reserved;
    }
  }
}
