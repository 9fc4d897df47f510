package tutti.lab.tpcc;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import tutti.engine.relational.RelationalApplication;
import tutti.engine.transaction.submission.TransactionRequest;
import tutti.lab.node.ActorCalls;
import tutti.lab.node.Commits;
import tutti.lab.tpcc.Results.Line;
import tutti.lab.tpcc.Tables.CustomerRow;
import tutti.lab.tpcc.Tables.DistrictRow;
import tutti.lab.tpcc.Tables.Extent;
import tutti.lab.tpcc.Tables.HistoryKey;
import tutti.lab.tpcc.Tables.HistoryRow;
import tutti.lab.tpcc.Tables.ItemRow;
import tutti.lab.tpcc.Tables.NewOrderRow;
import tutti.lab.tpcc.Tables.OrderLineKey;
import tutti.lab.tpcc.Tables.OrderLineRow;
import tutti.lab.tpcc.Tables.OrderRow;
import tutti.lab.tpcc.Tables.StockRow;
import tutti.lab.tpcc.Tables.WarehouseRow;
import tutti.model.actor.JavaApplication;
import tutti.model.actor.Procedure;
import tutti.model.actor.Query;

/** A warehouse with all that belongs to it is one actor. */
final class WarehouseCut implements Cut {
  private static final int PAGE = 1_000;

  /** The items that one transaction loads: some hundred kilobytes. */
  private static final int ITEMS_AT_ONCE = 1_000;

  private static final RelationalApplication APPLICATION =
      new RelationalApplication(application("tpcc").build(), null);

  private final ActorCalls calls;
  private final boolean overlapping;
  private final int atOnce;

  WarehouseCut(boolean overlapping) {
    this(APPLICATION, overlapping, ITEMS_AT_ONCE);
  }

  /**
   * @param atOnce the items that one transaction loads; of customers and orders, which have more
   *     rows, fewer
   */
  WarehouseCut(boolean overlapping, int atOnce) {
    this(APPLICATION, overlapping, atOnce);
  }

  /**
   * @param application with the procedures of {@link #application(String)}, and perhaps more
   */
  WarehouseCut(RelationalApplication application, boolean overlapping) {
    this(application, overlapping, ITEMS_AT_ONCE);
  }

  private WarehouseCut(RelationalApplication application, boolean overlapping, int atOnce) {
    this.calls = new ActorCalls(application);
    this.overlapping = overlapping;
    this.atOnce = atOnce;
  }

  /** Returns the application, to which procedures may be added. */
  static JavaApplication.Builder application(String name) {
    return JavaApplication.named(name)
        .actor(Warehouse.TYPE, Warehouse::new)
        .procedures(
            Warehouse.NewOrder.class,
            Warehouse.Supply.class,
            Warehouse.Payment.class,
            Warehouse.Pay.class,
            Warehouse.OrderStatus.class,
            Warehouse.Delivery.class,
            Warehouse.StockLevel.class)
        .procedures(
            Warehouse.BeginLoad.class,
            Warehouse.LoadWarehouse.class,
            Warehouse.LoadDistrict.class,
            Warehouse.LoadCustomers.class,
            Warehouse.LoadOrders.class,
            Warehouse.LoadItems.class)
        .procedures(
            WarehousePages.Warehouses.class,
            WarehousePages.Districts.class,
            WarehousePages.Customers.class,
            WarehousePages.Payments.class,
            WarehousePages.NewOrders.class,
            WarehousePages.Orders.class,
            WarehousePages.OrderLines.class,
            WarehousePages.Items.class,
            WarehousePages.Stock.class,
            WarehousePages.Begun.class);
  }

  @Override
  public RelationalApplication application() {
    return calls.application();
  }

  @Override
  public List<String> types() {
    return List.of(Warehouse.TYPE);
  }

  @Override
  public String firstKey(int warehouse) {
    return Warehouse.key(warehouse);
  }

  private TransactionRequest of(int warehouse, Procedure<Warehouse, ?> procedure) {
    return calls.of(Warehouse.TYPE, Warehouse.key(warehouse), procedure);
  }

  @Override
  public TransactionRequest request(int terminal, Input input) {
    return switch (input) {
      case Input.NewOrder order -> newOrder(order);
      case Input.Payment it ->
          of(
              it.warehouse(),
              new Warehouse.Payment(
                  it.district(),
                  it.amount(),
                  Warehouse.key(it.payerAt()),
                  it.payer(),
                  overlapping));
      case Input.OrderStatus it -> of(it.warehouse(), new Warehouse.OrderStatus(it.who()));
      case Input.Delivery it -> of(it.warehouse(), new Warehouse.Delivery(it.carrier()));
      case Input.StockLevel it ->
          of(it.warehouse(), new Warehouse.StockLevel(it.district(), it.threshold()));
    };
  }

  private TransactionRequest newOrder(Input.NewOrder order) {
    List<Line> lines =
        order.lines().stream()
            .map(line -> new Line(line.item(), Warehouse.key(line.supplier()), line.quantity()))
            .toList();
    List<String> others =
        lines.stream()
            .map(Line::supplier)
            .filter(supplier -> !supplier.equals(Warehouse.key(order.warehouse())))
            .distinct()
            .toList();
    return of(
        order.warehouse(),
        new Warehouse.NewOrder(order.district(), order.customer(), lines, others, overlapping));
  }

  @Override
  public TransactionRequest firstPart(Extent extent) {
    return of(1, new Warehouse.BeginLoad(extent));
  }

  @Override
  public List<Supplier<TransactionRequest>> parts(Population rows, int warehouse) {
    TpccShape shape = rows.shape();
    List<Supplier<TransactionRequest>> parts = new ArrayList<>();
    each(
        shape.items(),
        atOnce,
        (from, until) ->
            parts.add(
                () ->
                    of(
                        warehouse,
                        new Warehouse.LoadItems(
                            rows.items(from, until), rows.stock(warehouse, from, until)))));
    for (int each = 1; each <= TpccShape.DISTRICTS; each++) {
      int district = each;
      parts.add(
          () -> of(warehouse, new Warehouse.LoadDistrict(rows.district(warehouse, district))));
      each(
          shape.customers(),
          Math.max(1, atOnce / 2),
          (from, until) ->
              parts.add(
                  () ->
                      of(
                          warehouse,
                          new Warehouse.LoadCustomers(
                              rows.customers(warehouse, district, from, until),
                              rows.history(warehouse, district, from, until)))));
      each(
          shape.customers(),
          Math.max(1, atOnce / 4),
          (from, until) ->
              parts.add(
                  () -> orders(rows, warehouse, rows.orders(warehouse, district, from, until))));
    }
    return parts;
  }

  @Override
  public TransactionRequest lastPart(Population rows, int warehouse) {
    return of(warehouse, new Warehouse.LoadWarehouse(rows.warehouse(warehouse)));
  }

  /** Returns one: a part has many rows. */
  @Override
  public int partsAtOnce() {
    return 1;
  }

  private TransactionRequest orders(Population rows, int warehouse, List<OrderRow> orders) {
    return of(
        warehouse,
        new Warehouse.LoadOrders(orders, rows.lines(warehouse, orders), rows.newOrders(orders)));
  }

  /** Numbers from 1 on, some at a time. */
  private interface Some {
    void of(int from, int until);
  }

  private static void each(int count, int atOnce, Some some) {
    for (int from = 1; from <= count; from += atOnce) {
      some.of(from, Math.min(count + 1, from + atOnce));
    }
  }

  @Override
  public Optional<Extent> begun(Commits open) throws InterruptedException {
    return ask(open, 1, new WarehousePages.Begun());
  }

  private <R> R ask(Commits open, int warehouse, Query<Warehouse, R> query)
      throws InterruptedException {
    return calls.ask(open, Warehouse.TYPE, Warehouse.key(warehouse), query);
  }

  @Override
  public TableSource tables(Commits open, TpccShape shape) {
    return new StoredTables(open);
  }

  /** The relations of the actors, page by page. */
  private final class StoredTables implements TableSource {
    private final Commits open;

    StoredTables(Commits open) {
      this.open = open;
    }

    private <K, R> void pages(
        int warehouse,
        Function<Optional<K>, Query<Warehouse, List<R>>> page,
        Function<R, K> key,
        Consumer<R> sink)
        throws InterruptedException {
      Optional<K> after = Optional.empty();
      boolean more = true;
      while (more) {
        List<R> rows = ask(open, warehouse, page.apply(after));
        rows.forEach(sink);
        more = rows.size() == PAGE;
        after = more ? Optional.of(key.apply(rows.getLast())) : after;
      }
    }

    @Override
    public void warehouses(int warehouse, Consumer<WarehouseRow> sink) throws InterruptedException {
      ask(open, warehouse, new WarehousePages.Warehouses()).forEach(sink);
    }

    @Override
    public void districts(int warehouse, Consumer<DistrictRow> sink) throws InterruptedException {
      ask(open, warehouse, new WarehousePages.Districts()).forEach(sink);
    }

    @Override
    public void customers(int warehouse, Consumer<CustomerRow> sink) throws InterruptedException {
      pages(warehouse, after -> new WarehousePages.Customers(after, PAGE), CustomerRow::key, sink);
    }

    @Override
    public void history(int warehouse, Consumer<HistoryRow> sink) throws InterruptedException {
      pages(warehouse, after -> new WarehousePages.Payments(after, PAGE), HistoryKey::of, sink);
    }

    @Override
    public void newOrders(int warehouse, Consumer<NewOrderRow> sink) throws InterruptedException {
      pages(warehouse, after -> new WarehousePages.NewOrders(after, PAGE), NewOrderRow::key, sink);
    }

    @Override
    public void orders(int warehouse, Consumer<OrderRow> sink) throws InterruptedException {
      pages(warehouse, after -> new WarehousePages.Orders(after, PAGE), OrderRow::key, sink);
    }

    @Override
    public void lines(int warehouse, Consumer<OrderLineRow> sink) throws InterruptedException {
      pages(warehouse, after -> new WarehousePages.OrderLines(after, PAGE), OrderLineKey::of, sink);
    }

    @Override
    public void items(Consumer<ItemRow> sink) throws InterruptedException {
      pages(1, after -> new WarehousePages.Items(after, PAGE), ItemRow::id, sink);
    }

    @Override
    public void stock(int warehouse, Consumer<StockRow> sink) throws InterruptedException {
      pages(warehouse, after -> new WarehousePages.Stock(after, PAGE), StockRow::item, sink);
    }
  }
}
