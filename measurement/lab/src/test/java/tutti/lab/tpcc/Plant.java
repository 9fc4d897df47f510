package tutti.lab.tpcc;

import java.math.BigDecimal;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tutti.lab.tpcc.Tables.CustomerKey;
import tutti.lab.tpcc.Tables.CustomerRow;
import tutti.lab.tpcc.Tables.DistrictRow;
import tutti.lab.tpcc.Tables.NewOrderRow;
import tutti.lab.tpcc.Tables.OrderKey;
import tutti.lab.tpcc.Tables.OrderLineKey;
import tutti.lab.tpcc.Tables.OrderLineRow;
import tutti.lab.tpcc.Tables.OrderRow;
import tutti.model.actor.Procedure;

/**
 * A change of stored rows that no transaction of the benchmark makes.
 *
 * @param condition that it violates
 */
public record Plant(int condition) implements Procedure<Warehouse, @Nullable Void> {
  private static final BigDecimal CENT = new BigDecimal("0.01");

  @Override
  @SuppressWarnings("NullAway") // a Void is null
  public @Nullable Void run(Warehouse home) {
    switch (condition) {
      case 1 -> home.districts.update(1, row -> row.paid(CENT));
      case 2 -> home.districts.update(1, DistrictRow::ordered);
      case 3 -> home.newOrders.delete(middle(home).key());
      case 4 -> home.orders.update(last(home).key(), row -> lines(row, row.lines() + 1));
      case 5 -> home.orders.update(last(home).key(), row -> row.carriedBy(1));
      case 6 -> moveLine(home);
      case 7 -> home.lines.update(line(home), row -> row.deliveredAt(home.now()));
      case 8 -> home.warehouse.update(1, row -> row.paid(CENT));
      case 9 -> {
        home.districts.update(1, row -> row.paid(CENT));
        home.districts.update(2, row -> row.paid(CENT.negate()));
      }
      case 10 -> home.customers.update(customer(), row -> balance(row, CENT.negate(), CENT, 0));
      case 11 ->
          home.customers.update(
              customer(), row -> balance(row, BigDecimal.ZERO, BigDecimal.ZERO, 1));
      case 12 -> home.customers.update(customer(), row -> balance(row, BigDecimal.ZERO, CENT, 0));
      default -> throw home.abort("there is no condition " + condition);
    }
    return null;
  }

  private static CustomerKey customer() {
    return new CustomerKey(1, 1);
  }

  private static NewOrderRow middle(Warehouse home) {
    var ofDistrict =
        home.newOrders.scan().from(new OrderKey(1, 0)).before(new OrderKey(2, 0)).list();
    return ofDistrict.get(ofDistrict.size() / 2);
  }

  /** The newest order of a district, which is not delivered. */
  private static OrderRow last(Warehouse home) {
    return home.orders.scan().before(new OrderKey(2, 0)).descending().limit(1).list().getFirst();
  }

  private static OrderLineKey line(Warehouse home) {
    return new OrderLineKey(1, last(home).id(), 1);
  }

  /** Gives the first line of one order to another. */
  private static void moveLine(Warehouse home) {
    OrderLineRow row = home.lines.get(line(home));
    home.lines.delete(line(home));
    home.lines.insert(
        new OrderLineRow(
            row.district(),
            row.order() - 1,
            99,
            row.item(),
            row.supplier(),
            Optional.empty(),
            row.quantity(),
            row.amount(),
            row.distInfo()));
  }

  private static OrderRow lines(OrderRow row, int lines) {
    return new OrderRow(
        row.district(),
        row.id(),
        row.customer(),
        row.entered(),
        row.carrier(),
        lines,
        row.allLocal());
  }

  private static CustomerRow balance(
      CustomerRow row, BigDecimal balance, BigDecimal paid, int deliveries) {
    return new CustomerRow(
        row.district(),
        row.id(),
        row.first(),
        row.middle(),
        row.last(),
        row.address(),
        row.phone(),
        row.since(),
        row.credit(),
        row.creditLimit(),
        row.discount(),
        row.balance().add(balance),
        row.paidToDate().add(paid),
        row.payments(),
        row.deliveries() + deliveries,
        row.data());
  }
}
