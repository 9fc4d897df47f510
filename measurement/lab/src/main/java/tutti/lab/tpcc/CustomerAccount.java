package tutti.lab.tpcc;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tutti.lab.tpcc.Results.Payer;
import tutti.lab.tpcc.Results.Status;
import tutti.lab.tpcc.Tables.CustomerRow;
import tutti.lab.tpcc.Tables.HistoryRow;
import tutti.lab.tpcc.Tables.OrderLineRow;
import tutti.lab.tpcc.Tables.OrderRow;
import tutti.model.actor.Actor;
import tutti.model.actor.Internal;
import tutti.model.actor.Procedure;
import tutti.model.actor.Query;
import tutti.model.relation.Relation;

/** A customer with the orders and the payments. */
public final class CustomerAccount extends Actor {
  static final String TYPE = "CustomerAccount";

  public final Relation<Integer, CustomerRow> customer =
      relation("customer", CustomerRow.class, CustomerRow::id);
  public final Relation<Integer, Payment> payments =
      relation("payments", Payment.class, Payment::number);
  public final Relation<Integer, OrderRow> orders =
      relation("orders", OrderRow.class, OrderRow::id);
  public final Relation<LineNumber, OrderLineRow> lines =
      relation("orderLines", OrderLineRow.class, LineNumber.class);

  /**
   * A payment.
   *
   * @param warehouse the warehouse that has taken the payment
   */
  public record Payment(int number, int warehouse, HistoryRow row) {}

  /** The key of a line among those of the customer. */
  public record LineNumber(int order, int number) {}

  /** The rows of a customer. */
  public record All(
      CustomerRow customer,
      List<Payment> payments,
      List<OrderRow> orders,
      List<OrderLineRow> lines) {}

  /** Returns the key of a customer; keys are in the order of numbers. */
  static String key(int warehouse, int district, int customer) {
    return District.key(warehouse, district)
        + "/"
        + Integer.toString(10_000 + customer).substring(1);
  }

  private CustomerRow row() {
    return customer
        .scan()
        .limit(1)
        .first()
        .orElseThrow(() -> abort(Depot.NOT_LOADED, "the customer is not there"));
  }

  private List<OrderLineRow> linesOf(int order) {
    return lines.scan().from(new LineNumber(order, 0)).before(new LineNumber(order + 1, 0)).list();
  }

  /** A new order. */
  @Internal
  public record Buy(OrderRow order, List<OrderLineRow> lines)
      implements Procedure<CustomerAccount, @Nullable Void> {
    @Override
    @SuppressWarnings("NullAway") // a Void is null
    public @Nullable Void run(CustomerAccount customer) {
      customer.orders.insert(order);
      lines.forEach(customer.lines::insert);
      return null;
    }
  }

  /** The row, for the discount. */
  public record Tell() implements Query<CustomerAccount, CustomerRow> {
    @Override
    public CustomerRow run(CustomerAccount customer) {
      return customer.row();
    }
  }

  /**
   * Pays.
   *
   * @param at the customer's own warehouse
   * @param warehouse the warehouse that takes the payment, in the district {@code district}
   * @param data the data of the history
   */
  @Internal
  public record Pay(int at, int warehouse, int district, BigDecimal amount, String data)
      implements Procedure<CustomerAccount, Payer> {
    @Override
    public Payer run(CustomerAccount customer) {
      CustomerRow before = customer.row();
      CustomerRow paid = before.paid(amount, before.note(at, warehouse, district, amount));
      customer.customer.update(paid);
      customer.payments.insert(
          new Payment(
              paid.payments(),
              warehouse,
              new HistoryRow(
                  at,
                  paid.district(),
                  paid.id(),
                  paid.payments(),
                  district,
                  customer.now(),
                  amount,
                  data)));
      return Payer.of(paid);
    }
  }

  /** The last order. */
  public record LastOrder() implements Query<CustomerAccount, Status> {
    @Override
    public Status run(CustomerAccount customer) {
      Optional<OrderRow> last = customer.orders.scan().descending().limit(1).first();
      return Status.of(
          customer.row(), last, last.isPresent() ? customer.linesOf(last.get().id()) : List.of());
    }
  }

  /** The items of some orders. */
  public record ItemsOf(List<Integer> orders) implements Query<CustomerAccount, List<Integer>> {
    @Override
    public List<Integer> run(CustomerAccount customer) {
      List<Integer> items = new ArrayList<>();
      for (int order : orders) {
        for (OrderLineRow line : customer.linesOf(order)) {
          items.add(line.item());
        }
      }
      return items;
    }
  }

  /** The delivery of an order. */
  @Internal
  public record Receive(int order, int carrier)
      implements Procedure<CustomerAccount, @Nullable Void> {
    @Override
    @SuppressWarnings("NullAway") // a Void is null
    public @Nullable Void run(CustomerAccount customer) {
      customer.orders.update(customer.orders.get(order).carriedBy(carrier));
      BigDecimal price = BigDecimal.ZERO;
      for (OrderLineRow line : customer.linesOf(order)) {
        customer.lines.update(line.deliveredAt(customer.now()));
        price = price.add(line.amount());
      }
      customer.customer.update(customer.row().delivered(price));
      return null;
    }
  }

  /** All rows. */
  public record Everything() implements Query<CustomerAccount, All> {
    @Override
    public All run(CustomerAccount customer) {
      return new All(
          customer.row(),
          customer.payments.scan().list(),
          customer.orders.scan().list(),
          customer.lines.scan().list());
    }
  }

  /** The first rows. */
  public record Load(All rows) implements Procedure<CustomerAccount, @Nullable Void> {
    @Override
    @SuppressWarnings("NullAway") // a Void is null
    public @Nullable Void run(CustomerAccount customer) {
      if (!customer.customer.contains(rows.customer().id())) {
        customer.customer.insert(rows.customer());
        rows.payments().forEach(customer.payments::insert);
        rows.orders().forEach(customer.orders::insert);
        rows.lines().forEach(customer.lines::insert);
      }
      return null;
    }
  }
}
