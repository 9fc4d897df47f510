package tutti.lab.tpcc;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import tutti.lab.tpcc.Tables.CustomerRow;
import tutti.lab.tpcc.Tables.ItemRow;
import tutti.lab.tpcc.Tables.OrderLineRow;
import tutti.lab.tpcc.Tables.OrderRow;
import tutti.lab.tpcc.Tables.StockRow;

/** Clause 4.3.3.1: the rows that are loaded. */
class PopulationTest {
  private static final int CUSTOMERS = TpccShape.USUAL_CUSTOMERS;
  private static final Population ROWS =
      new Population(
          new TpccShape(
              2, CUSTOMERS, TpccShape.USUAL_ITEMS, Actors.WAREHOUSES, Mix.STANDARD, 15, 1, true, 0),
          7,
          Instant.parse("2026-11-30T12:00:00Z"));

  @Test
  void oneItemInTenIsAnOriginal() {
    List<ItemRow> items = ROWS.items(1, 10_001);
    assertThat(items).hasSize(10_000).isEqualTo(ROWS.items(1, 10_001));
    assertThat(items.stream().filter(ItemRow::isOriginal).count()).isBetween(900L, 1_100L);
    assertThat(items)
        .allMatch(item -> item.data().length() >= 26 && item.data().length() <= 50)
        .allMatch(item -> item.price().compareTo(BigDecimal.ONE) >= 0)
        .allMatch(item -> item.price().compareTo(BigDecimal.valueOf(100)) <= 0)
        .allMatch(item -> item.price().scale() == 2);
  }

  /** Neighbours have nothing in common: each row has random numbers of its own. */
  @Test
  void noTwoRowsHaveTheSameTexts() {
    Set<String> texts = new HashSet<>();
    List<CustomerRow> customers = ROWS.customers(1, 1, 1, 201);
    for (CustomerRow customer : customers) {
      for (int at = 0; at + 10 <= customer.data().length(); at++) {
        assertThat(texts.add(customer.data().substring(at, at + 10))).isTrue();
      }
    }
    assertThat(texts).hasSizeGreaterThan(200 * 290);
  }

  @Test
  void stockIsThereForEveryItem() {
    List<StockRow> stock = ROWS.stock(2, 1, 1_001);
    assertThat(stock)
        .hasSize(1_000)
        .allMatch(row -> row.quantity() >= 10 && row.quantity() <= 100)
        .allMatch(row -> row.dist(1).length() == 24 && row.dist(10).length() == 24)
        .allMatch(row -> row.orders() == 0);
    assertThat(ROWS.stock(1, 1, 1_001)).isNotEqualTo(stock);
  }

  @Test
  void theFirstThousandCustomersHaveAllLastNames() {
    List<CustomerRow> customers = ROWS.customers(1, 3, 1, CUSTOMERS + 1);
    Set<String> names = new HashSet<>();
    customers.subList(0, 1_000).forEach(customer -> names.add(customer.last()));
    assertThat(names).hasSize(1_000).contains("BARBARBAR", "EINGEINGEING", "PRICALLYOUGHT");
    assertThat(customers.stream().filter(CustomerRow::hasBadCredit).count()).isBetween(230L, 370L);
    assertThat(customers)
        .allMatch(customer -> names.contains(customer.last()))
        .allMatch(customer -> customer.balance().equals(new BigDecimal("-10.00")));
  }

  @Test
  void everyCustomerHasOneOrderAndNineHundredAreNew() {
    List<OrderRow> orders = ROWS.orders(1, 1, 1, CUSTOMERS + 1);
    Set<Integer> customers = new HashSet<>();
    orders.forEach(order -> customers.add(order.customer()));
    assertThat(customers).hasSize(CUSTOMERS);
    assertThat(ROWS.newOrders(orders)).hasSize(900).first().extracting("id").isEqualTo(2_101);
    assertThat(orders.stream().filter(order -> order.carrier().isEmpty()).count()).isEqualTo(900);
    List<OrderLineRow> lines = ROWS.lines(1, orders);
    assertThat(lines).hasSize(orders.stream().mapToInt(OrderRow::lines).sum());
    assertThat(lines)
        .allMatch(line -> line.delivered().isPresent() == (line.order() <= 2_100))
        .allMatch(line -> line.delivered().isEmpty() == (line.amount().signum() > 0));
    assertThat(ROWS.orders(1, 1, 251, 501))
        .extracting(OrderRow::customer)
        .isEqualTo(orders.subList(250, 500).stream().map(OrderRow::customer).toList());
  }

  @Test
  void theSumsOfPaymentsAreThoseOfTheFirstOnes() {
    assertThat(ROWS.warehouse(1).yearToDate()).isEqualTo(new BigDecimal("300000.00"));
    assertThat(ROWS.district(1, 1).yearToDate()).isEqualTo(new BigDecimal("30000.00"));
    assertThat(ROWS.district(1, 1).nextOrder()).isEqualTo(3_001);
    assertThat(ROWS.history(1, 1, 1, CUSTOMERS + 1)).hasSize(CUSTOMERS);
    assertThat(ROWS.orders(1, 1, 1, 2).getFirst().carrier()).isNotEqualTo(Optional.empty());
  }
}
