package consumer.shop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import tutti.embedded.Client;
import tutti.embedded.RefusedException;
import tutti.testkit.Simulation;
import tutti.testkit.TuttiExtension;

class ShopTest {
  private static final BigDecimal TEN = BigDecimal.TEN;

  /** A node of its own for each test, in memory. */
  @RegisterExtension static TuttiExtension tutti = TuttiExtension.of(Main.application());

  private static void open(Client client) {
    client.actor(Shop.class, "main").call(new Shop.Stock("bell", TEN, 3));
    client.actor(Customer.class, "ada").call(new Customer.Deposit(new BigDecimal("100")));
  }

  @Test
  void aCustomerPaysForWhatIsOrdered() {
    open(tutti.tutti());
    assertEquals(
        new BigDecimal("20"),
        tutti.actor(Shop.class, "main").call(new Shop.Order("ada", "bell", 2)));
    assertEquals(new BigDecimal("80"), tutti.actor(Customer.class, "ada").call(new Customer.Has()));
    RefusedException refused =
        assertThrows(
            RefusedException.class,
            () -> tutti.actor(Shop.class, "main").call(new Shop.Order("eve", "bell", 1)));
    assertEquals("no-money", refused.code());
  }

  /** Clients side by side, in virtual time and with crashes: a seed chooses who goes on when. */
  @Test
  void nothingIsSoldTwice() {
    Simulation.of(Main.application())
        .opening(ShopTest::open)
        .clients(
            3,
            (client, random) -> {
              for (int i = 0; i < 3; i++) {
                try {
                  client
                      .actor(Shop.class, "main")
                      .call(new Shop.Order("ada", "bell", 1 + random.nextInt(2)));
                } catch (RefusedException refused) {
                  assertEquals("out-of-stock", refused.code());
                }
              }
            })
        .invariant(
            "nobody owes",
            client ->
                assertTrue(
                    client.actor(Customer.class, "ada").call(new Customer.Has()).signum() >= 0))
        .atTheEnd(
            "what was sold is paid",
            client ->
                assertEquals(
                    new BigDecimal("100"),
                    client
                        .actor(Shop.class, "main")
                        .call(new Shop.Revenue())
                        .add(client.actor(Customer.class, "ada").call(new Customer.Has()))))
        .crashes(2)
        .serially()
        .run(4);
  }
}
