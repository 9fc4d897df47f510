package exchange;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import tutti.model.actor.Actor;
import tutti.model.actor.Internal;
import tutti.model.actor.Procedure;
import tutti.model.actor.Query;
import tutti.model.relation.Index;
import tutti.model.relation.Relation;

/** A payment provider, with the payments that came through it. */
public final class Provider extends Actor {
  public record Order(long id, long wallet, BigDecimal value, boolean settled, Instant at) {}

  public final Relation<Long, Order> orders = relation("orders", Order.class, Order::id);
  public final Index<Boolean, Order> bySettled = orders.index(Order::settled);
  public final Index<Long, Order> byWallet = orders.index(Order::wallet);

  /** The value of the payments that are not settled. */
  public record CalcRisk() implements Query<Provider, BigDecimal> {
    @Override
    public BigDecimal run(Provider provider) {
      return provider.orders.select().where(Order::settled).is(false).sum(Order::value);
    }
  }

  /** Adds a payment that is not settled; gives its number. */
  @Internal
  public record AddEntry(long wallet, BigDecimal value) implements Procedure<Provider, Long> {
    @Override
    public Long run(Provider provider) {
      long id = provider.orders.scan().descending().first().map(Order::id).orElse(0L) + 1;
      provider.orders.insert(new Order(id, wallet, value, false, provider.now()));
      return id;
    }
  }

  /** The money has come: the payment is no risk any more. */
  public record Settle(long order) implements Procedure<Provider, Void> {
    @Override
    public Void run(Provider provider) {
      provider.orders.update(
          order, it -> new Order(it.id(), it.wallet(), it.value(), true, it.at()));
      return null;
    }
  }

  /** The payments for a wallet, the newest first. */
  public record OfWallet(long wallet) implements Query<Provider, List<Order>> {
    @Override
    public List<Order> run(Provider provider) {
      return provider
          .orders
          .select()
          .where(Order::wallet)
          .is(wallet)
          .orderByDescending(Order::id)
          .list();
    }
  }
}
