package exchange;

import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tutti.model.actor.Actor;
import tutti.model.actor.Procedure;
import tutti.model.actor.Promise;
import tutti.model.actor.Query;
import tutti.model.relation.Relation;

/**
 * An exchange that pays out bitcoins against card payments, which may still be cancelled. It bounds
 * what it could lose by that: the sum of all payments that are not settled yet. (Reactors §1,
 * Figure 1b: the orders are kept by the providers, and their risks are summed in parallel.)
 */
public final class Exchange extends Actor {
  /** One row: how much may be unsettled at a time, over all providers. */
  public record Limit(String name, BigDecimal value) {}

  public record Known(String provider) {}

  public final Relation<String, Limit> settlementRisk =
      relation("settlement_risk", Limit.class, Limit::name);
  public final Relation<String, Known> providers =
      relation("providers", Known.class, Known::provider);

  /** Sets the limit, also again. */
  public record Open(BigDecimal limit) implements Procedure<Exchange, Void> {
    @Override
    public Void run(Exchange exchange) {
      exchange.settlementRisk.upsert(new Limit("exposure", limit));
      return null;
    }
  }

  /** From now on payments of this provider are taken. */
  public record AddProvider(String provider) implements Procedure<Exchange, Void> {
    @Override
    public Void run(Exchange exchange) {
      // A name that no actor can have would be in the way of each payment; it is refused here.
      exchange.actor(Provider.class, provider);
      exchange.providers.insert(new Known(provider));
      return null;
    }
  }

  /** Takes a payment, unless too much would be unsettled; gives how much is then. */
  public record AuthPay(String provider, long wallet, BigDecimal value)
      implements Procedure<Exchange, BigDecimal> {
    @Override
    public BigDecimal run(Exchange exchange) {
      if (value.signum() <= 0) {
        throw exchange.abort("not-positive", "a payment of " + value + " is none");
      }
      // All providers calculate at the same time, while the limit is looked up here.
      List<Promise<BigDecimal>> risks =
          exchange.providers.scan().list().stream()
              .map(known -> exchange.actor(Provider.class, known.provider()))
              .map(known -> known.call(new Provider.CalcRisk()))
              .toList();
      BigDecimal limit = exchange.settlementRisk.get("exposure").value();
      if (exchange.providers.find(provider).isEmpty()) {
        throw exchange.abort("unknown-provider", "there is no provider " + provider);
      }
      BigDecimal exposure = value;
      for (BigDecimal risk : Promise.all(risks)) {
        exposure = exposure.add(risk);
      }
      if (exposure.compareTo(limit) > 0) {
        throw exchange.abort("exposure", exposure + " would be unsettled, of at most " + limit);
      }
      // Nobody waits for this: the transaction ends only when all its calls have.
      exchange.actor(Provider.class, provider).call(new Provider.AddEntry(wallet, value));
      return exposure;
    }
  }

  /** The value of the unsettled payments of each provider. */
  public record Exposure() implements Query<Exchange, Map<String, BigDecimal>> {
    @Override
    public Map<String, BigDecimal> run(Exchange exchange) {
      Map<String, Promise<BigDecimal>> risks = new LinkedHashMap<>();
      for (Known known : exchange.providers.scan().list()) {
        risks.put(
            known.provider(),
            exchange.actor(Provider.class, known.provider()).call(new Provider.CalcRisk()));
      }
      Map<String, BigDecimal> exposure = new LinkedHashMap<>();
      risks.forEach((provider, risk) -> exposure.put(provider, risk.get()));
      return exposure;
    }
  }
}
