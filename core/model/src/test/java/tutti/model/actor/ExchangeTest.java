package tutti.model.actor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static tutti.model.relation.Condition.that;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tutti.model.Abort;
import tutti.model.memory.MemoryWorld;
import tutti.model.relation.Index;
import tutti.model.relation.Relation;

/**
 * The bitcoin exchange of Reactors §1 and §2 (Figure 1): it bounds its exposure to cancelled
 * payments, summed over the providers in parallel.
 */
class ExchangeTest {

  public static final class Exchange extends Actor {
    public record Risk(String name, BigDecimal limit) {}

    public record Known(String provider) {}

    public final Relation<String, Risk> settlementRisk =
        relation("settlement_risk", Risk.class, Risk::name);
    public final Relation<String, Known> providers =
        relation("providers", Known.class, Known::provider);
  }

  public static final class Provider extends Actor {
    public record Order(long id, long wallet, BigDecimal value, boolean settled, Instant at) {}

    public final Relation<Long, Order> orders = relation("orders", Order.class, Order::id);
    public final Index<Long, Order> byWallet = orders.index(Order::wallet);
  }

  public record Open(BigDecimal limit, List<String> providers)
      implements Procedure<Exchange, Void> {
    @Override
    public Void run(Exchange exchange) {
      exchange.settlementRisk.insert(new Exchange.Risk("limit", limit));
      providers.forEach(name -> exchange.providers.insert(new Exchange.Known(name)));
      return null;
    }
  }

  public record AuthPay(String provider, long wallet, BigDecimal value)
      implements Procedure<Exchange, Long> {
    @Override
    public Long run(Exchange exchange) {
      List<Promise<BigDecimal>> results = new ArrayList<>();
      exchange
          .providers
          .scan()
          .forEach(
              known ->
                  results.add(
                      exchange.actor(Provider.class, known.provider()).call(new CalcRisk())));
      BigDecimal limit = exchange.settlementRisk.get("limit").limit();
      BigDecimal total = value;
      for (BigDecimal risk : Promise.all(results)) {
        total = total.add(risk);
      }
      if (total.compareTo(limit) > 0) {
        throw exchange.abort("exposure", "the exposure would be " + total + " of " + limit);
      }
      return exchange.actor(Provider.class, provider).call(new AddEntry(wallet, value)).get();
    }
  }

  public record CalcRisk() implements Query<Provider, BigDecimal> {
    @Override
    public BigDecimal run(Provider provider) {
      return provider
          .orders
          .select()
          .where(Provider.Order::settled)
          .is(false)
          .sum(Provider.Order::value);
    }
  }

  public record AddEntry(long wallet, BigDecimal value) implements Procedure<Provider, Long> {
    @Override
    public Long run(Provider provider) {
      long id = provider.orders.scan().descending().first().map(Provider.Order::id).orElse(0L) + 1;
      provider.orders.insert(new Provider.Order(id, wallet, value, false, provider.now()));
      return id;
    }
  }

  public record Settle(long id) implements Procedure<Provider, Void> {
    @Override
    public Void run(Provider provider) {
      provider.orders.update(
          id, o -> new Provider.Order(o.id(), o.wallet(), o.value(), true, o.at()));
      return null;
    }
  }

  public record Statement(long wallet) implements Query<Provider, List<Provider.Order>> {
    @Override
    public List<Provider.Order> run(Provider provider) {
      return provider.byWallet.list(wallet);
    }
  }

  public record Exposures() implements Query<Provider, Map<Long, BigDecimal>> {
    @Override
    public Map<Long, BigDecimal> run(Provider provider) {
      return provider
          .orders
          .select()
          .where(that(Provider.Order::settled).is(false))
          .groupBy(Provider.Order::wallet)
          .sum(Provider.Order::value);
    }
  }

  /** Written as a procedure would be, but announced as a query. */
  public record Sneaky() implements Query<Provider, Long> {
    @Override
    public Long run(Provider provider) {
      return new AddEntry(1, BigDecimal.ONE).run(provider);
    }
  }

  public record SneakyCall() implements Query<Exchange, Long> {
    @Override
    public Long run(Exchange exchange) {
      return exchange.actor(Provider.class, "paypal").call(new AddEntry(1, BigDecimal.ONE)).get();
    }
  }

  public record Tell(String account) implements Procedure<Exchange, Void> {
    @Override
    public Void run(Exchange exchange) {
      exchange.event("Account", account, "deposit", "EUR 10.00").get();
      return null;
    }
  }

  private final JavaApplication application =
      JavaApplication.named("exchange")
          .actor("Exchange", Exchange::new)
          .actor("Provider", Provider::new)
          .procedures(
              Open.class,
              AuthPay.class,
              CalcRisk.class,
              AddEntry.class,
              Settle.class,
              Statement.class,
              Exposures.class,
              Sneaky.class,
              SneakyCall.class,
              Tell.class)
          .build();
  private final MemoryWorld world = new MemoryWorld(application);

  private static BigDecimal money(String amount) {
    return new BigDecimal(amount);
  }

  @BeforeEach
  void opensTheExchange() {
    world.run(Exchange.class, "main", new Open(money("100"), List.of("visa", "paypal")));
  }

  @Test
  void authorizesWhatTheLimitAllows() {
    assertThat(world.run(Exchange.class, "main", new AuthPay("visa", 7, money("60"))))
        .isEqualTo(1L);
    assertThat(world.run(Exchange.class, "main", new AuthPay("visa", 7, money("10"))))
        .isEqualTo(2L);
    assertThat(world.run(Exchange.class, "main", new AuthPay("paypal", 8, money("30"))))
        .isEqualTo(1L);
    assertThat(world.run(Provider.class, "visa", new Statement(7)))
        .containsExactly(
            new Provider.Order(1, 7, money("60"), false, MemoryWorld.NOW),
            new Provider.Order(2, 7, money("10"), false, MemoryWorld.NOW));
  }

  @Test
  void refusesWhatWouldExceedTheLimitOverAllProviders() {
    world.run(Exchange.class, "main", new AuthPay("visa", 7, money("60")));
    assertThatThrownBy(
            () -> world.run(Exchange.class, "main", new AuthPay("paypal", 8, money("40.01"))))
        .isInstanceOfSatisfying(
            Abort.class,
            abort -> {
              assertThat(abort.code()).isEqualTo("exposure");
              assertThat(abort).hasMessage("the exposure would be 100.01 of 100");
              assertThat(abort.getStackTrace()).isEmpty();
            });
    assertThat(world.run(Provider.class, "paypal", new CalcRisk())).isEqualTo(money("0"));
  }

  @Test
  void takesSettledOrdersOutOfTheRisk() {
    world.run(Exchange.class, "main", new AuthPay("visa", 7, money("60")));
    world.run(Exchange.class, "main", new AuthPay("visa", 9, money("40")));
    world.run(Provider.class, "visa", new Settle(1));
    assertThat(world.run(Provider.class, "visa", new Exposures()))
        .isEqualTo(Map.of(9L, money("40")));
    world.run(Exchange.class, "main", new AuthPay("paypal", 7, money("60")));
  }

  @Test
  void refusesToWriteInAQuery() {
    assertThatThrownBy(() -> world.run(Provider.class, "visa", new Sneaky()))
        .hasMessage(
            "a query must not write, but this one writes Provider[visa].orders: make it a"
                + " Procedure instead of a Query");
    assertThatThrownBy(() -> world.run(Exchange.class, "main", new SneakyCall()))
        .hasMessage(
            "a query may call queries only, but one on Exchange[main] calls"
                + " Provider[paypal].AddEntry: make it a Procedure instead of a Query");
  }

  @Test
  void callsEventsOfSpecifications() {
    world.run(Exchange.class, "main", new Tell("NL01"));
    assertThat(world.events).containsExactly("Account[NL01].deposit[EUR 10.00]");
  }

  @Test
  void knowsItsTypesAndProcedures() {
    assertThat(application.types())
        .extracting(RelationalType::name)
        .containsExactly("Exchange", "Provider");
    RelationalType provider = application.type(Provider.class);
    assertThat(provider.relations()).extracting(Object::toString).containsExactly("orders");
    assertThat(provider.relation("orders").codec().schema())
        .hasToString("(id: long, wallet: long, value: decimal, settled: boolean, at: instant)");
    assertThat(provider.procedures())
        .extracting(ProcedureType::name)
        .containsExactly("CalcRisk", "AddEntry", "Settle", "Statement", "Exposures", "Sneaky");
    ProcedureType add = provider.procedure("AddEntry");
    assertThat(add.parameters().schema()).hasToString("(wallet: long, value: decimal)");
    assertThat(add.result().type()).hasToString("long");
    assertThat(add.query()).isFalse();
    assertThat(add.make(new Object[] {1L, money("2")})).isEqualTo(new AddEntry(1, money("2")));
    assertThat(provider.procedure("Statement").result().type())
        .hasToString(
            "list<Order(id: long, wallet: long, value: decimal, settled: boolean, at: instant)>");
    assertThat(provider.procedure("Settle").result()).isNull();
    assertThat(provider.procedure("Statement").query()).isTrue();
  }
}
