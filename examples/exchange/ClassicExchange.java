package exchange;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import tutti.model.actor.Actor;
import tutti.model.actor.Procedure;
import tutti.model.actor.Query;
import tutti.model.relation.Index;
import tutti.model.relation.Relation;

/**
 * The same exchange as a classic transactional database would have it (Reactors §1, Figure 1a): one
 * actor has all relations, and does one thing after the other. Beside {@link Exchange} for
 * comparison: it can do the same, but nothing of it in parallel.
 */
public final class ClassicExchange extends Actor {
  public record Limit(String name, BigDecimal value) {}

  public record Known(String provider) {}

  public record Order(
      long id, String provider, long wallet, BigDecimal value, boolean settled, Instant at) {}

  public record Unsettled(String provider, boolean settled) {}

  public final Relation<String, Limit> settlementRisk =
      relation("settlement_risk", Limit.class, Limit::name);
  public final Relation<String, Known> providers =
      relation("providers", Known.class, Known::provider);
  public final Relation<Long, Order> orders = relation("orders", Order.class, Order::id);
  public final Index<Unsettled, Order> unsettled = orders.index(Unsettled.class);

  private BigDecimal risk(String provider) {
    return orders
        .select()
        .where(Order::provider)
        .is(provider)
        .and(Order::settled)
        .is(false)
        .sum(Order::value);
  }

  /** Sets the limit, also again. */
  public record Open(BigDecimal limit) implements Procedure<ClassicExchange, Void> {
    @Override
    public Void run(ClassicExchange exchange) {
      exchange.settlementRisk.upsert(new Limit("exposure", limit));
      return null;
    }
  }

  /** From now on payments of this provider are taken. */
  public record AddProvider(String provider) implements Procedure<ClassicExchange, Void> {
    @Override
    public Void run(ClassicExchange exchange) {
      exchange.providers.insert(new Known(provider));
      return null;
    }
  }

  /** Takes a payment, unless too much would be unsettled; gives how much is then. */
  public record AuthPay(String provider, long wallet, BigDecimal value)
      implements Procedure<ClassicExchange, BigDecimal> {
    @Override
    public BigDecimal run(ClassicExchange exchange) {
      if (value.signum() <= 0) {
        throw exchange.abort("not-positive", "a payment of " + value + " is none");
      }
      BigDecimal limit = exchange.settlementRisk.get("exposure").value();
      if (exchange.providers.find(provider).isEmpty()) {
        throw exchange.abort("unknown-provider", "there is no provider " + provider);
      }
      BigDecimal exposure = value;
      for (Known known : exchange.providers.scan().list()) {
        exposure = exposure.add(exchange.risk(known.provider()));
      }
      if (exposure.compareTo(limit) > 0) {
        throw exchange.abort("exposure", exposure + " would be unsettled, of at most " + limit);
      }
      long id = exchange.orders.scan().descending().first().map(Order::id).orElse(0L) + 1;
      exchange.orders.insert(new Order(id, provider, wallet, value, false, exchange.now()));
      return exposure;
    }
  }

  /** The money has come: the payment is no risk any more. */
  public record Settle(long order) implements Procedure<ClassicExchange, Void> {
    @Override
    public Void run(ClassicExchange exchange) {
      exchange.orders.update(
          order, it -> new Order(it.id(), it.provider(), it.wallet(), it.value(), true, it.at()));
      return null;
    }
  }

  /** The value of the unsettled payments of each provider. */
  public record Exposure() implements Query<ClassicExchange, Map<String, BigDecimal>> {
    @Override
    public Map<String, BigDecimal> run(ClassicExchange exchange) {
      Map<String, BigDecimal> exposure = new LinkedHashMap<>();
      for (Known known : exchange.providers.scan().list()) {
        exposure.put(known.provider(), exchange.risk(known.provider()));
      }
      return exposure;
    }
  }
}
