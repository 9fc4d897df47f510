package tutti.lab.tpcc;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tutti.lab.tpcc.Results.Delivered;
import tutti.lab.tpcc.Results.Line;
import tutti.lab.tpcc.Results.Paid;
import tutti.lab.tpcc.Results.Payer;
import tutti.lab.tpcc.Results.Placed;
import tutti.lab.tpcc.Results.PlacedLine;
import tutti.lab.tpcc.Results.Status;
import tutti.lab.tpcc.Results.Supplied;
import tutti.lab.tpcc.Results.Wanted;
import tutti.lab.tpcc.Results.Who;
import tutti.lab.tpcc.Tables.CustomerKey;
import tutti.lab.tpcc.Tables.CustomerRow;
import tutti.lab.tpcc.Tables.DistrictRow;
import tutti.lab.tpcc.Tables.Extent;
import tutti.lab.tpcc.Tables.HistoryKey;
import tutti.lab.tpcc.Tables.HistoryRow;
import tutti.lab.tpcc.Tables.ItemRow;
import tutti.lab.tpcc.Tables.LastName;
import tutti.lab.tpcc.Tables.NewOrderRow;
import tutti.lab.tpcc.Tables.OrderKey;
import tutti.lab.tpcc.Tables.OrderLineKey;
import tutti.lab.tpcc.Tables.OrderLineRow;
import tutti.lab.tpcc.Tables.OrderRow;
import tutti.lab.tpcc.Tables.OrdersOf;
import tutti.lab.tpcc.Tables.StockRow;
import tutti.lab.tpcc.Tables.WarehouseRow;
import tutti.model.actor.Accesses;
import tutti.model.actor.Actor;
import tutti.model.actor.Internal;
import tutti.model.actor.Procedure;
import tutti.model.actor.Promise;
import tutti.model.actor.Query;
import tutti.model.relation.Index;
import tutti.model.relation.Relation;

/**
 * A warehouse with all that belongs to it: all tables as relations of one actor (Reactors §4.1.3),
 * also the items, of which each warehouse has its own rows.
 */
public final class Warehouse extends Actor {
  static final String TYPE = "Warehouse";

  /** The code of the one in a hundred new orders that is rolled back. */
  static final String INVALID_ITEM = "invalid-item";

  /** The orders at which a stock level looks. */
  static final int RECENT_ORDERS = 20;

  public final Relation<Integer, WarehouseRow> warehouse =
      relation("warehouse", WarehouseRow.class, WarehouseRow::id);

  /** One row in the first warehouse, for all. */
  public final Relation<Integer, Extent> extent =
      relation("extent", Extent.class, Extent::warehouses);

  public final Relation<Integer, DistrictRow> districts =
      relation("districts", DistrictRow.class, DistrictRow::id);
  public final Relation<CustomerKey, CustomerRow> customers =
      relation("customers", CustomerRow.class, CustomerKey.class);
  public final Index<LastName, CustomerRow> byName = customers.index(LastName.class);
  public final Relation<HistoryKey, HistoryRow> history =
      relation("history", HistoryRow.class, HistoryKey.class);
  public final Relation<OrderKey, NewOrderRow> newOrders =
      relation("newOrders", NewOrderRow.class, OrderKey.class);
  public final Relation<OrderKey, OrderRow> orders =
      relation("orders", OrderRow.class, OrderKey.class);
  public final Index<OrdersOf, OrderRow> byCustomer = orders.index(OrdersOf.class);
  public final Relation<OrderLineKey, OrderLineRow> lines =
      relation("orderLines", OrderLineRow.class, OrderLineKey.class);
  public final Relation<Integer, ItemRow> items = relation("items", ItemRow.class, ItemRow::id);
  public final Relation<Integer, StockRow> stock =
      relation("stock", StockRow.class, StockRow::item);

  /** Returns the key of a warehouse; keys are in the order of numbers. */
  static String key(int number) {
    return Integer.toString(TpccShape.MOST_WAREHOUSES + 1 + number).substring(1);
  }

  private int number() {
    return Integer.parseInt(key());
  }

  /**
   * Places an order (clause 2.4).
   *
   * @param suppliers the keys of the other warehouses of the lines, each once
   * @param overlapping whether these are called all before the work here, or one after the other
   */
  @Accesses(actor = Warehouse.class, key = "suppliers", most = 1)
  public record NewOrder(
      int district, int customer, List<Line> lines, List<String> suppliers, boolean overlapping)
      implements Procedure<Warehouse, Placed> {
    @Override
    public Placed run(Warehouse home) {
      List<Promise<List<Supplied>>> promises = new ArrayList<>(suppliers.size());
      for (String supplier : suppliers) {
        Promise<List<Supplied>> promise =
            home.actor(Warehouse.class, supplier).call(new Supply(district, wanted(supplier)));
        if (!overlapping) {
          promise.get();
        }
        promises.add(promise);
      }
      WarehouseRow warehouse = home.warehouse.get(home.number());
      DistrictRow taken = home.districts.get(district);
      home.districts.update(taken.ordered());
      CustomerRow buyer = home.customers.get(new CustomerKey(district, customer));
      int order = taken.nextOrder();
      Instant now = home.now();
      home.orders.insert(
          new OrderRow(
              district, order, customer, now, Optional.empty(), lines.size(), suppliers.isEmpty()));
      home.newOrders.insert(new NewOrderRow(district, order));
      List<ItemRow> found = new ArrayList<>(lines.size());
      Supplied[] supplied = new Supplied[lines.size()];
      for (int i = 0; i < supplied.length; i++) {
        Line line = lines.get(i);
        found.add(home.item(line.item()));
        if (!suppliers.contains(line.supplier())) {
          supplied[i] = home.supply(line.item(), line.quantity(), district, false);
        }
      }
      for (int i = 0; i < suppliers.size(); i++) {
        fill(supplied, suppliers.get(i), promises.get(i).get());
      }
      List<PlacedLine> placed = new ArrayList<>(lines.size());
      BigDecimal sum = BigDecimal.ZERO;
      for (int i = 0; i < supplied.length; i++) {
        PlacedLine line = PlacedLine.of(found.get(i), lines.get(i).quantity(), supplied[i]);
        sum = sum.add(line.amount());
        placed.add(line);
        home.lines.insert(
            new OrderLineRow(
                district,
                order,
                i + 1,
                line.item(),
                Integer.parseInt(lines.get(i).supplier()),
                Optional.empty(),
                line.quantity(),
                line.amount(),
                supplied[i].distInfo()));
      }
      return new Placed(
          order,
          now,
          buyer.last(),
          buyer.credit(),
          buyer.discount(),
          warehouse.tax(),
          taken.tax(),
          Placed.total(sum, buyer.discount(), warehouse.tax(), taken.tax()),
          placed);
    }

    private List<Wanted> wanted(String supplier) {
      List<Wanted> wanted = new ArrayList<>();
      for (Line line : lines) {
        if (line.supplier().equals(supplier)) {
          wanted.add(new Wanted(line.item(), line.quantity()));
        }
      }
      return wanted;
    }

    private void fill(Supplied[] supplied, String supplier, List<Supplied> its) {
      int next = 0;
      for (int i = 0; i < supplied.length; i++) {
        if (lines.get(i).supplier().equals(supplier)) {
          supplied[i] = its.get(next++);
        }
      }
    }
  }

  private ItemRow item(int id) {
    Optional<ItemRow> item = items.find(id);
    if (item.isEmpty()) {
      throw abort(INVALID_ITEM, "Item number is not valid");
    }
    return item.get();
  }

  private Supplied supply(int item, int quantity, int district, boolean remote) {
    StockRow changed = stock.get(item).ordered(quantity, remote);
    stock.update(changed);
    return Supplied.of(changed, district);
  }

  /**
   * A part of a new order of another warehouse.
   *
   * @param district that has the order, there
   */
  @Accesses.Only({})
  @Internal
  public record Supply(int district, List<Wanted> wanted)
      implements Procedure<Warehouse, List<Supplied>> {
    @Override
    public List<Supplied> run(Warehouse supplier) {
      List<Supplied> supplied = new ArrayList<>(wanted.size());
      for (Wanted each : wanted) {
        supplied.add(supplier.supply(each.item(), each.quantity(), district, true));
      }
      return supplied;
    }
  }

  /**
   * Pays (clause 2.5).
   *
   * @param district the district that takes the payment
   * @param payerAt the key of the customer's warehouse
   * @param overlapping whether that warehouse is called before the work here, and answers meanwhile
   */
  @Accesses(actor = Warehouse.class, key = "payerAt", most = 1)
  public record Payment(
      int district, BigDecimal amount, String payerAt, Who payer, boolean overlapping)
      implements Procedure<Warehouse, Paid> {
    @Override
    public Paid run(Warehouse home) {
      int number = home.number();
      Pay pay = new Pay(payer, number, district, amount);
      Promise<Payer> promise = null;
      if (!payerAt.equals(home.key())) {
        promise = home.actor(Warehouse.class, payerAt).call(pay);
        if (!overlapping) {
          promise.get();
        }
      }
      WarehouseRow warehouse = home.warehouse.get(number).paid(amount);
      home.warehouse.update(warehouse);
      DistrictRow taking = home.districts.get(district).paid(amount);
      home.districts.update(taking);
      Payer paid = promise == null ? pay.run(home) : promise.get();
      Instant now = home.now();
      home.history.insert(
          new HistoryRow(
              Integer.parseInt(payerAt),
              payer.district(),
              paid.id(),
              paid.payment(),
              district,
              now,
              amount,
              warehouse.name() + "    " + taking.name()));
      return new Paid(paid, warehouse.address(), taking.address(), now);
    }
  }

  /** The part of a payment at the customer's warehouse. */
  @Accesses.Only({})
  @Internal
  public record Pay(Who payer, int warehouse, int district, BigDecimal amount)
      implements Procedure<Warehouse, Payer> {
    @Override
    public Payer run(Warehouse home) {
      CustomerRow customer = home.customer(payer);
      String note = customer.note(home.number(), warehouse, district, amount);
      CustomerRow paid = customer.paid(amount, note);
      home.customers.update(paid);
      return Payer.of(paid);
    }
  }

  /** Returns a customer: by name the one in the middle, in the order of first names. */
  private CustomerRow customer(Who who) {
    if (who.id().isPresent()) {
      return customers.get(new CustomerKey(who.district(), who.id().get()));
    }
    String last = who.last().orElse("");
    List<CustomerRow> all = new ArrayList<>(byName.list(new LastName(who.district(), last)));
    if (all.isEmpty()) {
      throw abort("no-such-customer", "nobody there is called " + last);
    }
    all.sort(Comparator.comparing(CustomerRow::first).thenComparingInt(CustomerRow::id));
    return all.get((all.size() - 1) / 2);
  }

  /** The last order of a customer (clause 2.6). */
  @Accesses.Only({})
  public record OrderStatus(Who who) implements Query<Warehouse, Status> {
    @Override
    public Status run(Warehouse home) {
      CustomerRow customer = home.customer(who);
      Optional<OrderRow> order =
          home.byCustomer
              .scan()
              .from(new OrdersOf(customer.district(), customer.id(), 0))
              .to(new OrdersOf(customer.district(), customer.id(), Integer.MAX_VALUE))
              .descending()
              .limit(1)
              .first();
      return Status.of(customer, order, order.isPresent() ? home.linesOf(order.get()) : List.of());
    }
  }

  private List<OrderLineRow> linesOf(OrderRow order) {
    return lines
        .scan()
        .from(new OrderLineKey(order.district(), order.id(), 0))
        .before(new OrderLineKey(order.district(), order.id() + 1, 0))
        .list();
  }

  /**
   * A delivery of the oldest new order of each district that has one (clause 2.7), all in one
   * transaction, which the specification allows.
   */
  @Accesses.Only({})
  public record Delivery(int carrier) implements Procedure<Warehouse, List<Delivered>> {
    @Override
    public List<Delivered> run(Warehouse home) {
      List<Delivered> delivered = new ArrayList<>();
      for (DistrictRow district : home.districts.scan().list()) {
        Optional<NewOrderRow> oldest =
            home.newOrders
                .scan()
                .from(new OrderKey(district.id(), 0))
                .before(new OrderKey(district.id() + 1, 0))
                .limit(1)
                .first();
        if (oldest.isPresent()) {
          home.deliver(oldest.get().key(), carrier);
          delivered.add(new Delivered(district.id(), oldest.get().id()));
        }
      }
      return delivered;
    }
  }

  private void deliver(OrderKey key, int carrier) {
    newOrders.delete(key);
    OrderRow order = orders.get(key).carriedBy(carrier);
    orders.update(order);
    BigDecimal price = BigDecimal.ZERO;
    for (OrderLineRow line : linesOf(order)) {
      lines.update(line.deliveredAt(now()));
      price = price.add(line.amount());
    }
    customers.update(
        customers.get(new CustomerKey(order.district(), order.customer())).delivered(price));
  }

  /** The number of items of a district's last orders of which there is little (clause 2.8). */
  @Accesses.Only({})
  public record StockLevel(int district, int threshold) implements Query<Warehouse, Integer> {
    @Override
    public Integer run(Warehouse home) {
      int next = home.districts.get(district).nextOrder();
      Set<Integer> items = new HashSet<>();
      home.lines
          .scan()
          .from(new OrderLineKey(district, next - RECENT_ORDERS, 0))
          .before(new OrderLineKey(district, next, 0))
          .forEach(line -> items.add(line.item()));
      int low = 0;
      for (StockRow each : home.stock.getAll(new ArrayList<>(items))) {
        if (each.quantity() < threshold) {
          low++;
        }
      }
      return low;
    }
  }

  /** The extent of the load that begins; that of one that was begun before stays. */
  @Accesses.Only({})
  public record BeginLoad(Extent extent) implements Procedure<Warehouse, @Nullable Void> {
    @Override
    @SuppressWarnings("NullAway") // a Void is null
    public @Nullable Void run(Warehouse home) {
      if (home.extent.scan().limit(1).first().isEmpty()) {
        home.extent.insert(extent);
      }
      return null;
    }
  }

  /** The row of the warehouse, which is loaded last: it says that all else is there. */
  @Accesses.Only({})
  public record LoadWarehouse(WarehouseRow row) implements Procedure<Warehouse, @Nullable Void> {
    @Override
    @SuppressWarnings("NullAway") // a Void is null
    public @Nullable Void run(Warehouse home) {
      if (!home.warehouse.contains(row.id())) {
        home.warehouse.insert(row);
      }
      return null;
    }
  }

  /** A district without its customers and orders; again without effect, as all that is loaded. */
  @Accesses.Only({})
  public record LoadDistrict(DistrictRow row) implements Procedure<Warehouse, @Nullable Void> {
    @Override
    @SuppressWarnings("NullAway") // a Void is null
    public @Nullable Void run(Warehouse home) {
      if (!home.districts.contains(row.id())) {
        home.districts.insert(row);
      }
      return null;
    }
  }

  /** Some customers with their first payments. */
  @Accesses.Only({})
  public record LoadCustomers(List<CustomerRow> rows, List<HistoryRow> payments)
      implements Procedure<Warehouse, @Nullable Void> {
    @Override
    @SuppressWarnings("NullAway") // a Void is null
    public @Nullable Void run(Warehouse home) {
      if (!home.customers.contains(rows.getFirst().key())) {
        rows.forEach(home.customers::insert);
        payments.forEach(home.history::insert);
      }
      return null;
    }
  }

  /** Some orders with their lines. */
  @Accesses.Only({})
  public record LoadOrders(
      List<OrderRow> rows, List<OrderLineRow> lines, List<NewOrderRow> undelivered)
      implements Procedure<Warehouse, @Nullable Void> {
    @Override
    @SuppressWarnings("NullAway") // a Void is null
    public @Nullable Void run(Warehouse home) {
      if (!home.orders.contains(rows.getFirst().key())) {
        rows.forEach(home.orders::insert);
        lines.forEach(home.lines::insert);
        undelivered.forEach(home.newOrders::insert);
      }
      return null;
    }
  }

  /** Some items, and their stock. */
  @Accesses.Only({})
  public record LoadItems(List<ItemRow> rows, List<StockRow> stock)
      implements Procedure<Warehouse, @Nullable Void> {
    @Override
    @SuppressWarnings("NullAway") // a Void is null
    public @Nullable Void run(Warehouse home) {
      if (!home.items.contains(rows.getFirst().id())) {
        rows.forEach(home.items::insert);
        stock.forEach(home.stock::insert);
      }
      return null;
    }
  }
}
