package tutti.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import exchange.ClassicExchange;
import exchange.Exchange;
import exchange.ExchangeApplication;
import exchange.Provider;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import tutti.embedded.ActorHandle;
import tutti.embedded.RefusedException;
import tutti.embedded.Request;

/** The behaviour of the exchange: both formulations have the same. */
class ExchangeExampleTest {
  @RegisterExtension
  static final TuttiExtension tutti =
      TuttiExtension.of(ExchangeApplication.application()).set("containers", "2");

  private static ActorHandle<Exchange> exchange() {
    return tutti.actor(Exchange.class, "main");
  }

  private static ActorHandle<ClassicExchange> classic() {
    return tutti.actor(ClassicExchange.class, "main");
  }

  private static BigDecimal money(String text) {
    return new BigDecimal(text);
  }

  @BeforeEach
  void opens() {
    Request request = tutti.request();
    request.call(Exchange.class, "main", new Exchange.Open(money("100")));
    request.call(ClassicExchange.class, "main", new ClassicExchange.Open(money("100")));
    request.run();
    for (String provider : List.of("visa", "paypal")) {
      exchange().call(new Exchange.AddProvider(provider));
      classic().call(new ClassicExchange.AddProvider(provider));
    }
  }

  @Test
  void takesNoProviderThatNoActorCanBe() {
    for (String name : List.of("", "\ud800", "x".repeat(5000))) {
      assertThatThrownBy(() -> exchange().call(new Exchange.AddProvider(name)))
          .isInstanceOfSatisfying(
              RefusedException.class, refused -> assertThat(refused.code()).isEqualTo("not-a-key"));
    }
    assertThat(exchange().call(new Exchange.AuthPay("visa", 7, money("60"))))
        .isEqualTo(money("60"));
  }

  @Test
  void takesPaymentsUpToTheLimit() {
    assertThat(exchange().call(new Exchange.AuthPay("visa", 7, money("60"))))
        .isEqualTo(money("60"));
    assertThat(exchange().call(new Exchange.AuthPay("paypal", 8, money("40"))))
        .isEqualTo(money("100"));
    assertThat(exchange().call(new Exchange.Exposure()))
        .isEqualTo(Map.of("visa", money("60"), "paypal", money("40")));
    assertThat(tutti.actor(Provider.class, "visa").call(new Provider.OfWallet(7)))
        .singleElement()
        .satisfies(order -> assertThat(order.value()).isEqualTo(money("60")));
  }

  @Test
  void refusesWhatWouldExceedTheLimitOverAllProviders() {
    exchange().call(new Exchange.AuthPay("visa", 7, money("60")));
    assertThatThrownBy(() -> exchange().call(new Exchange.AuthPay("paypal", 8, money("40.01"))))
        .isInstanceOfSatisfying(
            RefusedException.class, refused -> assertThat(refused.code()).isEqualTo("exposure"))
        .hasMessage("100.01 would be unsettled, of at most 100");
    assertThat(tutti.actor(Provider.class, "paypal").call(new Provider.CalcRisk()))
        .isEqualByComparingTo("0");
  }

  @Test
  void takesSettledPaymentsOutOfTheRisk() {
    exchange().call(new Exchange.AuthPay("visa", 7, money("100")));
    tutti.actor(Provider.class, "visa").call(new Provider.Settle(1));
    assertThat(exchange().call(new Exchange.AuthPay("paypal", 7, money("100"))))
        .isEqualTo(money("100"));
  }

  @Test
  void refusesProvidersThatItDoesNotKnow() {
    assertThatThrownBy(() -> exchange().call(new Exchange.AuthPay("cash", 7, money("1"))))
        .isInstanceOf(RefusedException.class)
        .hasMessage("there is no provider cash");
  }

  @Test
  void doesTheSameInTheClassicFormulation() {
    assertThat(classic().call(new ClassicExchange.AuthPay("visa", 7, money("60"))))
        .isEqualTo(money("60"));
    assertThatThrownBy(
            () -> classic().call(new ClassicExchange.AuthPay("paypal", 8, money("40.01"))))
        .hasMessage("100.01 would be unsettled, of at most 100");
    classic().call(new ClassicExchange.Settle(1));
    classic().call(new ClassicExchange.AuthPay("paypal", 8, money("99")));
    assertThat(classic().call(new ClassicExchange.Exposure()))
        .satisfies(
            exposure -> {
              assertThat(exposure.get("visa")).isEqualByComparingTo("0");
              assertThat(exposure.get("paypal")).isEqualByComparingTo("99");
            });
  }

  /** Payments side by side, whatever is chosen by the seed: never too much, and each once. */
  @Test
  void neverExceedsItsLimitInSimulations() {
    Simulation.of(ExchangeApplication.application())
        .opening(
            client -> {
              client.actor(Exchange.class, "main").call(new Exchange.Open(money("10")));
              for (String provider : List.of("a", "b", "c")) {
                client.actor(Exchange.class, "main").call(new Exchange.AddProvider(provider));
              }
            })
        .clients(
            3,
            (client, random) -> {
              for (int i = 0; i < 4; i++) {
                String provider = List.of("a", "b", "c").get(random.nextInt(3));
                try {
                  client
                      .actor(Exchange.class, "main")
                      .call(
                          new Exchange.AuthPay(
                              provider, i, BigDecimal.valueOf(1 + random.nextInt(3))));
                } catch (RefusedException refused) {
                  assertThat(refused.code()).isEqualTo("exposure");
                }
              }
            })
        .clients(
            1,
            (client, random) -> {
              for (int i = 0; i < 2; i++) {
                try {
                  client.actor(Provider.class, "a").call(new Provider.Settle(1));
                } catch (RefusedException refused) {
                  assertThat(refused.code()).isEqualTo("no-such-row");
                }
              }
            })
        .invariant(
            "at most 10 are unsettled",
            client ->
                assertThat(
                        client
                            .actor(Exchange.class, "main")
                            .call(new Exchange.Exposure())
                            .values()
                            .stream()
                            .reduce(BigDecimal.ZERO, BigDecimal::add))
                    .isLessThanOrEqualTo(money("10")))
        .crashes(2)
        .serially()
        .run(30);
  }

  /** Looks in one transaction, and pays in another: what simulations are there to find. */
  @Test
  void simulationsFindWhatShouldBeOneTransaction() {
    Simulation careless =
        Simulation.of(ExchangeApplication.application())
            .opening(
                client -> client.actor(Exchange.class, "main").call(new Exchange.AddProvider("a")))
            .clients(
                2,
                (client, random) -> {
                  var before = client.actor(Exchange.class, "main").call(new Exchange.Exposure());
                  if (before.get("a").signum() == 0) {
                    client.actor(Provider.class, "a").call(new Provider.AddEntry(1, money("10")));
                  }
                })
            .invariant(
                "at most 10 are unsettled",
                client ->
                    assertThat(client.actor(Provider.class, "a").call(new Provider.CalcRisk()))
                        .isLessThanOrEqualTo(money("10")));
    assertThatThrownBy(() -> careless.run(20))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("'at most 10 are unsettled' failed in the simulation of seed");
  }
}
