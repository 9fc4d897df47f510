package tutti.lab.tpcc;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Supplier;
import tutti.engine.relational.RelationalApplication;
import tutti.engine.transaction.submission.TransactionRequest;
import tutti.lab.node.ActorCalls;
import tutti.lab.node.Commits;
import tutti.lab.tpcc.Namesakes.Namesake;
import tutti.lab.tpcc.Tables.CustomerRow;
import tutti.lab.tpcc.Tables.DistrictRow;
import tutti.lab.tpcc.Tables.Extent;
import tutti.lab.tpcc.Tables.HistoryRow;
import tutti.lab.tpcc.Tables.ItemRow;
import tutti.lab.tpcc.Tables.NewOrderRow;
import tutti.lab.tpcc.Tables.OrderLineRow;
import tutti.lab.tpcc.Tables.OrderRow;
import tutti.lab.tpcc.Tables.StockRow;
import tutti.lab.tpcc.Tables.WarehouseRow;
import tutti.model.actor.JavaApplication;

/**
 * Warehouses, districts, customers with their orders and payments, and the stock of each item are
 * actors: for protocols of which an actor is one item.
 */
final class RowsCut implements Cut {
  private static final RelationalApplication APPLICATION =
      new RelationalApplication(actors(), null);

  private static final Comparator<OrderLineRow> BY_ORDER =
      Comparator.comparingInt(OrderLineRow::district)
          .thenComparingInt(OrderLineRow::order)
          .thenComparingInt(OrderLineRow::number);

  private final ActorCalls calls = new ActorCalls(APPLICATION);
  private final boolean overlapping;

  RowsCut(boolean overlapping) {
    this.overlapping = overlapping;
  }

  /** Returns the actors and their procedures. */
  static JavaApplication actors() {
    return JavaApplication.named("tpcc-rows")
        .actor(Clerk.TYPE, Clerk::new)
        .procedures(
            Clerk.NewOrder.class,
            Clerk.Payment.class,
            Clerk.OrderStatus.class,
            Clerk.Delivery.class,
            Clerk.StockLevel.class)
        .actor(Depot.TYPE, Depot::new)
        .procedures(
            Depot.Tell.class,
            Depot.Find.class,
            Depot.Take.class,
            Depot.BeginLoad.class,
            Depot.Begun.class,
            Depot.Load.class)
        .actor(District.TYPE, District::new)
        .procedures(
            District.Rows.class, District.Order.class, District.Take.class, District.Load.class)
        .actor(Backlog.TYPE, Backlog::new)
        .procedures(
            Backlog.Add.class,
            Backlog.TakeOldest.class,
            Backlog.Recent.class,
            Backlog.Undelivered.class,
            Backlog.Load.class)
        .actor(CustomerAccount.TYPE, CustomerAccount::new)
        .procedures(
            CustomerAccount.Buy.class,
            CustomerAccount.Tell.class,
            CustomerAccount.Pay.class,
            CustomerAccount.LastOrder.class,
            CustomerAccount.ItemsOf.class,
            CustomerAccount.Receive.class,
            CustomerAccount.Everything.class,
            CustomerAccount.Load.class)
        .actor(Namesakes.TYPE, Namesakes::new)
        .procedures(Namesakes.Middle.class, Namesakes.Load.class)
        .actor(Article.TYPE, Article::new)
        .procedures(
            Article.Sell.class, Article.Left.class, Article.Everything.class, Article.Load.class)
        .build();
  }

  @Override
  public RelationalApplication application() {
    return calls.application();
  }

  @Override
  public List<String> types() {
    return List.of(
        Clerk.TYPE,
        Depot.TYPE,
        District.TYPE,
        Backlog.TYPE,
        CustomerAccount.TYPE,
        Namesakes.TYPE,
        Article.TYPE);
  }

  @Override
  public String firstKey(int warehouse) {
    return Depot.key(warehouse);
  }

  @Override
  public TransactionRequest request(int terminal, Input input) {
    return switch (input) {
      case Input.NewOrder it ->
          calls.of(
              Clerk.TYPE,
              Clerk.key(it.warehouse(), terminal),
              new Clerk.NewOrder(
                  it.warehouse(), it.district(), it.customer(), it.lines(), overlapping));
      case Input.Payment it ->
          calls.of(
              Clerk.TYPE,
              Clerk.key(it.warehouse(), terminal),
              new Clerk.Payment(
                  it.warehouse(),
                  it.district(),
                  it.amount(),
                  it.payerAt(),
                  it.payer(),
                  overlapping));
      case Input.OrderStatus it ->
          calls.of(
              Clerk.TYPE,
              Clerk.key(it.warehouse(), terminal),
              new Clerk.OrderStatus(it.warehouse(), it.who()));
      case Input.Delivery it ->
          calls.of(
              Clerk.TYPE,
              Clerk.key(it.warehouse(), terminal),
              new Clerk.Delivery(it.warehouse(), it.carrier(), overlapping));
      case Input.StockLevel it ->
          calls.of(
              Clerk.TYPE,
              Clerk.key(it.warehouse(), terminal),
              new Clerk.StockLevel(it.warehouse(), it.district(), it.threshold()));
    };
  }

  @Override
  public TransactionRequest firstPart(Extent extent) {
    return calls.of(Depot.TYPE, Depot.key(1), new Depot.BeginLoad(extent));
  }

  @Override
  public List<Supplier<TransactionRequest>> parts(Population rows, int warehouse) {
    List<Supplier<TransactionRequest>> parts = new ArrayList<>();
    for (int number = 1; number <= rows.shape().items(); number++) {
      int item = number;
      parts.add(
          () ->
              calls.of(
                  Article.TYPE,
                  Article.key(warehouse, item),
                  new Article.Load(
                      rows.items(item, item + 1).getFirst(),
                      rows.stock(warehouse, item, item + 1).getFirst())));
    }
    for (int district = 1; district <= TpccShape.DISTRICTS; district++) {
      addParts(parts, rows, warehouse, district);
    }
    return parts;
  }

  private void addParts(
      List<Supplier<TransactionRequest>> parts, Population rows, int warehouse, int district) {
    int end = rows.shape().customers() + 1;
    List<CustomerRow> customers = rows.customers(warehouse, district, 1, end);
    List<OrderRow> orders = rows.orders(warehouse, district, 1, end);
    for (OrderRow order : orders) {
      int id = order.customer();
      parts.add(
          () ->
              calls.of(
                  CustomerAccount.TYPE,
                  CustomerAccount.key(warehouse, district, id),
                  new CustomerAccount.Load(
                      new CustomerAccount.All(
                          customers.get(id - 1),
                          rows.history(warehouse, district, id, id + 1).stream()
                              .map(
                                  row -> new CustomerAccount.Payment(row.payment(), warehouse, row))
                              .toList(),
                          List.of(order),
                          rows.lines(warehouse, List.of(order))))));
    }
    Map<String, List<Namesake>> names = new TreeMap<>();
    for (CustomerRow customer : customers) {
      names
          .computeIfAbsent(customer.last(), name -> new ArrayList<>())
          .add(new Namesake(customer.first(), customer.id()));
    }
    names.forEach(
        (name, all) ->
            parts.add(
                () ->
                    calls.of(
                        Namesakes.TYPE,
                        Namesakes.key(warehouse, district, name),
                        new Namesakes.Load(all))));
    List<Backlog.Placed> placed =
        orders.stream().map(order -> new Backlog.Placed(order.id(), order.customer())).toList();
    String key = District.key(warehouse, district);
    parts.add(
        () ->
            calls.of(
                Backlog.TYPE,
                key,
                new Backlog.Load(
                    placed.subList(rows.shape().deliveredAtFirst(), placed.size()),
                    placed.subList(
                        Math.max(0, placed.size() - Warehouse.RECENT_ORDERS), placed.size()))));
    parts.add(
        () -> calls.of(District.TYPE, key, new District.Load(rows.district(warehouse, district))));
  }

  @Override
  public TransactionRequest lastPart(Population rows, int warehouse) {
    return calls.of(Depot.TYPE, Depot.key(warehouse), new Depot.Load(rows.warehouse(warehouse)));
  }

  @Override
  public int partsAtOnce() {
    return ActorCalls.CALLS_AT_ONCE;
  }

  @Override
  public Optional<Extent> begun(Commits open) throws InterruptedException {
    return calls.ask(open, Depot.TYPE, Depot.key(1), new Depot.Begun());
  }

  @Override
  public TableSource tables(Commits open, TpccShape shape) {
    return new StoredTables(open, shape);
  }

  /** The relations of the actors. Customers have rows of several tables, and are read at once. */
  private final class StoredTables implements TableSource {
    private final Commits open;
    private final TpccShape shape;

    /** The payments that each warehouse has taken; empty until they are asked for. */
    private final Map<Integer, List<HistoryRow>> history = new HashMap<>();

    /** The customers of the warehouse that was asked for last. */
    private final List<CustomerAccount.All> customers = new ArrayList<>();

    private int read;

    StoredTables(Commits open, TpccShape shape) {
      this.open = open;
      this.shape = shape;
    }

    private List<CustomerAccount.All> read(int warehouse) throws InterruptedException {
      if (read != warehouse) {
        List<TransactionRequest> queries = new ArrayList<>();
        for (int district = 1; district <= TpccShape.DISTRICTS; district++) {
          for (int id = 1; id <= shape.customers(); id++) {
            queries.add(
                calls.of(
                    CustomerAccount.TYPE,
                    CustomerAccount.key(warehouse, district, id),
                    new CustomerAccount.Everything()));
          }
        }
        customers.clear();
        calls.<CustomerAccount.All>askAll(open, queries, customers::add);
        read = warehouse;
      }
      return customers;
    }

    @Override
    public void warehouses(int warehouse, Consumer<WarehouseRow> sink) throws InterruptedException {
      calls.ask(open, Depot.TYPE, Depot.key(warehouse), new Depot.Find()).ifPresent(sink);
    }

    @Override
    public void districts(int warehouse, Consumer<DistrictRow> sink) throws InterruptedException {
      for (int district = 1; district <= TpccShape.DISTRICTS; district++) {
        calls
            .ask(open, District.TYPE, District.key(warehouse, district), new District.Rows())
            .forEach(sink);
      }
    }

    @Override
    public void customers(int warehouse, Consumer<CustomerRow> sink) throws InterruptedException {
      read(warehouse).forEach(all -> sink.accept(all.customer()));
    }

    @Override
    public void history(int warehouse, Consumer<HistoryRow> sink) throws InterruptedException {
      if (history.isEmpty()) {
        for (int number = 1; number <= shape.warehouses(); number++) {
          for (CustomerAccount.All all : read(number)) {
            for (CustomerAccount.Payment payment : all.payments()) {
              history
                  .computeIfAbsent(payment.warehouse(), key -> new ArrayList<>())
                  .add(payment.row());
            }
          }
        }
      }
      history.getOrDefault(warehouse, List.of()).forEach(sink);
    }

    @Override
    public void newOrders(int warehouse, Consumer<NewOrderRow> sink) throws InterruptedException {
      for (int number = 1; number <= TpccShape.DISTRICTS; number++) {
        int district = number;
        calls
            .ask(open, Backlog.TYPE, District.key(warehouse, district), new Backlog.Undelivered())
            .forEach(placed -> sink.accept(new NewOrderRow(district, placed.order())));
      }
    }

    @Override
    public void orders(int warehouse, Consumer<OrderRow> sink) throws InterruptedException {
      read(warehouse).stream()
          .flatMap(all -> all.orders().stream())
          .sorted(Comparator.comparingInt(OrderRow::district).thenComparingInt(OrderRow::id))
          .forEach(sink);
    }

    @Override
    public void lines(int warehouse, Consumer<OrderLineRow> sink) throws InterruptedException {
      read(warehouse).stream().flatMap(all -> all.lines().stream()).sorted(BY_ORDER).forEach(sink);
    }

    private void articles(int warehouse, Consumer<Article.Both> sink) throws InterruptedException {
      List<TransactionRequest> queries = new ArrayList<>();
      for (int item = 1; item <= shape.items(); item++) {
        queries.add(calls.of(Article.TYPE, Article.key(warehouse, item), new Article.Everything()));
      }
      calls.<Article.Both>askAll(open, queries, sink);
    }

    @Override
    public void items(Consumer<ItemRow> sink) throws InterruptedException {
      articles(1, both -> sink.accept(both.item()));
    }

    @Override
    public void stock(int warehouse, Consumer<StockRow> sink) throws InterruptedException {
      articles(warehouse, both -> sink.accept(both.stock()));
    }
  }
}
