package tutti.lab.tpcc;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tutti.engine.relational.ProcedureResult;
import tutti.engine.transaction.submission.TransactionRequest;
import tutti.lab.node.ActorCalls;
import tutti.lab.node.Commits;
import tutti.lab.served.ServedBenchmark;
import tutti.lab.tpcc.Results.OrderedItem;
import tutti.lab.tpcc.Tables.OrderKey;
import tutti.lab.tpcc.Tables.OrderLineRow;
import tutti.lab.tpcc.Tables.OrderRow;
import tutti.lab.tpcc.Tables.StockRow;
import tutti.model.Application;
import tutti.model.actor.JavaApplication;

/**
 * TPC-C for nodes that are tortured: a few small warehouses with much traffic between them. Every
 * order, payment and delivery leaves a trace of its own, and the rules are the twelve conditions
 * and {@code tpcc-stock}: the stock that orders took is that of their lines, wherever it is.
 */
public final class ServedTpcc implements ServedBenchmark {
  private static final long SEED = 1;
  private static final int REMOTE_PAYMENTS = 30;
  private static final int REMOTE_ITEMS = 10;
  private static final int TERMINALS = 30;

  /** The items and actors that one request loads: a journal may have small segments. */
  private static final int ITEMS_AT_ONCE = 15;

  private static final int ACTORS_AT_ONCE = 10;

  /** The largest carrier of orders that were loaded; each delivery has a carrier of its own. */
  private static final int LOADED_CARRIERS = 10;

  private static final String STOCK = "tpcc-stock";
  private static final int MOST_TOLD = 5;

  private final Actors actors;
  private final TpccShape shape;
  private final Cut cut;
  private final Terminals terminals;
  private final AtomicInteger carriers = new AtomicInteger(LOADED_CARRIERS);

  public ServedTpcc(Actors actors) {
    this.actors = actors;
    this.shape =
        switch (actors) {
          case WAREHOUSES -> shape(3, 6, 30, actors);
          // So that there are few hundred actors: most of a round is to be transactions.
          case ROWS -> shape(2, 4, 15, actors);
        };
    this.cut =
        switch (actors) {
          case WAREHOUSES -> new WarehouseCut(true, ITEMS_AT_ONCE);
          case ROWS -> Cut.of(shape);
        };
    this.terminals = new Terminals(shape, SEED);
  }

  private static TpccShape shape(int warehouses, int customers, int items, Actors actors) {
    return new TpccShape(
        warehouses, customers, items, actors, Mix.STANDARD, REMOTE_PAYMENTS, REMOTE_ITEMS, true, 0);
  }

  /** The application of whole warehouses, for a jar that names this class. */
  public static final class OfWarehouses {
    private OfWarehouses() {}

    public static JavaApplication application() {
      return WarehouseCut.application("tpcc").build();
    }
  }

  /** The application of rows, for a jar that names this class. */
  public static final class OfRows {
    private OfRows() {}

    public static JavaApplication application() {
      return RowsCut.actors();
    }
  }

  @Override
  public Class<?> provider() {
    return switch (actors) {
      case WAREHOUSES -> OfWarehouses.class;
      case ROWS -> OfRows.class;
    };
  }

  @Override
  public Application application() {
    return cut.application();
  }

  @Override
  public List<TransactionRequest> opening() {
    Population rows = new Population(shape, SEED, Instant.EPOCH);
    List<TransactionRequest> opening = new ArrayList<>(List.of(cut.firstPart(rows.extent())));
    int atOnce = Math.min(ACTORS_AT_ONCE, cut.partsAtOnce());
    for (int warehouse = 1; warehouse <= shape.warehouses(); warehouse++) {
      List<TransactionRequest> parts =
          cut.parts(rows, warehouse).stream().map(Supplier::get).toList();
      for (int from = 0; from < parts.size(); from += atOnce) {
        opening.add(
            ActorCalls.together(parts.subList(from, Math.min(parts.size(), from + atOnce))));
      }
      opening.add(cut.lastPart(rows, warehouse));
    }
    return opening;
  }

  @Override
  public Asked next(SplittableRandom random) {
    int terminal = random.nextInt(TERMINALS);
    Input input = terminals.next(shape.mix().next(new TpccRandom(random)), terminal, random);
    if (input instanceof Input.Delivery it) {
      input = new Input.Delivery(it.warehouse(), carriers.incrementAndGet());
    }
    return new Transaction(input, cut.request(terminal, input));
  }

  /** A transaction at a terminal. */
  private record Transaction(Input input, TransactionRequest request) implements Asked {
    @Override
    public List<Trace> traces(@Nullable List<@Nullable Object> results) {
      return switch (input) {
        case Input.NewOrder it ->
            List.of(
                Trace.of(
                    order(
                        it.warehouse(),
                        it.district(),
                        it.customer(),
                        it.lines().stream().map(ServedTpcc::line).toList()),
                    1));
        case Input.Payment it ->
            List.of(
                Trace.of(
                    payment(
                        it.warehouse(),
                        it.district(),
                        it.payerAt(),
                        it.payer().district(),
                        it.amount().toPlainString()),
                    1));
        case Input.Delivery it -> List.of(delivered(it, results));
        case Input.OrderStatus it -> List.of();
        case Input.StockLevel it -> List.of();
      };
    }

    private static Trace delivered(Input.Delivery it, @Nullable List<@Nullable Object> results) {
      String name = delivery(it.warehouse(), it.carrier());
      return results != null
              && results.getFirst() instanceof ProcedureResult result
              && result.value() instanceof List<?> orders
          ? Trace.of(name, orders.size())
          : new Trace(name, 0, TpccShape.DISTRICTS);
    }
  }

  private static String line(OrderedItem line) {
    return line.item() + "x" + line.quantity() + "@" + line.supplier();
  }

  private static String line(OrderLineRow line) {
    return line.item() + "x" + line.quantity() + "@" + line.supplier();
  }

  private static String order(int warehouse, int district, int customer, List<String> lines) {
    return "orders of customer %s/%s/%s: %s"
        .formatted(warehouse, district, customer, String.join(" ", lines));
  }

  private static String payment(
      int warehouse, int district, int payerAt, int payersDistrict, String amount) {
    return "payments of %s at %s/%s from %s/%s"
        .formatted(amount, warehouse, district, payerAt, payersDistrict);
  }

  private static String delivery(int warehouse, int carrier) {
    return "orders of " + warehouse + " that carrier " + carrier + " delivered";
  }

  @Override
  public Stored stored(Commits nodes) throws InterruptedException {
    SortedMap<String, List<String>> violations = new TreeMap<>();
    Conditions.violations(cut.tables(nodes, shape), shape)
        .forEach((condition, told) -> violations.put("tpcc-" + condition, told));
    TableSource tables = cut.tables(nodes, shape);
    Map<String, Long> amounts = new HashMap<>();
    Map<String, Taken> taken = new HashMap<>();
    for (int number = 1; number <= shape.warehouses(); number++) {
      int warehouse = number;
      Map<OrderKey, List<OrderLineRow>> lines = new HashMap<>();
      tables.lines(
          warehouse,
          line ->
              lines
                  .computeIfAbsent(
                      new OrderKey(line.district(), line.order()), key -> new ArrayList<>())
                  .add(line));
      tables.orders(
          warehouse, order -> add(warehouse, order, lines.get(order.key()), amounts, taken));
      // The first payment of each customer was loaded.
      tables.history(
          warehouse,
          row -> {
            if (row.payment() > 1) {
              amounts.merge(
                  payment(
                      warehouse,
                      row.district(),
                      row.customerWarehouse(),
                      row.customerDistrict(),
                      row.amount().toPlainString()),
                  1L,
                  Long::sum);
            }
          });
    }
    violations.put(STOCK, stock(tables, taken));
    return new Stored(amounts, violations);
  }

  /** The stock of an item that orders have taken. */
  private static final class Taken {
    private int quantity;
    private int orders;
    private int remote;
  }

  private void add(
      int warehouse,
      OrderRow order,
      @Nullable List<OrderLineRow> lines,
      Map<String, Long> amounts,
      Map<String, Taken> taken) {
    order
        .carrier()
        .filter(carrier -> carrier > LOADED_CARRIERS)
        .ifPresent(carrier -> amounts.merge(delivery(warehouse, carrier), 1L, Long::sum));
    if (order.id() <= shape.customers() || lines == null) {
      return;
    }
    amounts.merge(
        order(
            warehouse,
            order.district(),
            order.customer(),
            lines.stream().map(ServedTpcc::line).toList()),
        1L,
        Long::sum);
    for (OrderLineRow line : lines) {
      Taken all = taken.computeIfAbsent(item(line.supplier(), line.item()), key -> new Taken());
      all.quantity += line.quantity();
      all.orders++;
      all.remote += line.supplier() == warehouse ? 0 : 1;
    }
  }

  private static String item(int warehouse, int item) {
    return "item " + item + " of warehouse " + warehouse;
  }

  private List<String> stock(TableSource tables, Map<String, Taken> taken)
      throws InterruptedException {
    List<String> told = new ArrayList<>();
    for (int number = 1; number <= shape.warehouses(); number++) {
      int warehouse = number;
      tables.stock(
          warehouse,
          row -> {
            String name = item(warehouse, row.item());
            String stored = stock(row);
            String ordered = stock(taken.getOrDefault(name, new Taken()));
            if (!stored.equals(ordered)) {
              told.add(name + " has " + stored + ", and its orders " + ordered);
            }
          });
    }
    return told.stream().limit(MOST_TOLD).collect(Collectors.toList());
  }

  private static String stock(StockRow row) {
    return stock(row.yearToDate(), row.orders(), row.remoteOrders());
  }

  private static String stock(Taken taken) {
    return stock(taken.quantity, taken.orders, taken.remote);
  }

  private static String stock(int quantity, int orders, int remote) {
    return quantity + " pieces in " + orders + " lines, " + remote + " of them remote";
  }
}
