package tutti.lab.tpcc;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import tutti.lab.tpcc.Results.Delivered;
import tutti.lab.tpcc.Results.OrderedItem;
import tutti.lab.tpcc.Results.Paid;
import tutti.lab.tpcc.Results.Payer;
import tutti.lab.tpcc.Results.Placed;
import tutti.lab.tpcc.Results.PlacedLine;
import tutti.lab.tpcc.Results.Status;
import tutti.lab.tpcc.Results.Supplied;
import tutti.lab.tpcc.Results.Who;
import tutti.lab.tpcc.Tables.CustomerRow;
import tutti.lab.tpcc.Tables.DistrictRow;
import tutti.lab.tpcc.Tables.OrderLineRow;
import tutti.lab.tpcc.Tables.OrderRow;
import tutti.lab.tpcc.Tables.WarehouseRow;
import tutti.model.actor.Actor;
import tutti.model.actor.Procedure;
import tutti.model.actor.Promise;
import tutti.model.actor.Query;

/**
 * A terminal, for its transactions, where the rows of a warehouse are many actors; no other one
 * uses the actor, which has no data.
 */
public final class Clerk extends Actor {
  static final String TYPE = "Clerk";

  static String key(int warehouse, int terminal) {
    return Depot.key(warehouse) + "/t" + terminal;
  }

  /** Returns a promise whose result is taken now, unless calls overlap. */
  private static <R extends @Nullable Object> Promise<R> begun(
      Promise<R> promise, boolean overlapping) {
    if (!overlapping) {
      promise.get();
    }
    return promise;
  }

  private int customer(int warehouse, Who who) {
    return who.id().isPresent()
        ? who.id().get()
        : actor(Namesakes.class, Namesakes.key(warehouse, who.district(), who.last().orElse("")))
            .call(new Namesakes.Middle())
            .get();
  }

  /** A new order (clause 2.4). */
  public record NewOrder(
      int warehouse, int district, int customer, List<OrderedItem> lines, boolean overlapping)
      implements Procedure<Clerk, Placed> {
    @Override
    public Placed run(Clerk clerk) {
      Map<String, List<Integer>> quantities = new TreeMap<>();
      for (OrderedItem line : lines) {
        quantities.computeIfAbsent(article(line), key -> new ArrayList<>()).add(line.quantity());
      }
      Promise<WarehouseRow> depot =
          begun(clerk.actor(Depot.class, Depot.key(warehouse)).call(new Depot.Tell()), overlapping);
      Promise<DistrictRow> taking =
          begun(
              clerk
                  .actor(District.class, District.key(warehouse, district))
                  .call(new District.Order()),
              overlapping);
      String customerKey = CustomerAccount.key(warehouse, district, customer);
      Promise<CustomerRow> buying =
          begun(
              clerk.actor(CustomerAccount.class, customerKey).call(new CustomerAccount.Tell()),
              overlapping);
      Map<String, Promise<Article.Sold>> selling = new TreeMap<>();
      for (Map.Entry<String, List<Integer>> each : quantities.entrySet()) {
        boolean remote = !each.getKey().startsWith(Depot.key(warehouse));
        selling.put(
            each.getKey(),
            begun(
                clerk
                    .actor(Article.class, each.getKey())
                    .call(new Article.Sell(district, each.getValue(), remote)),
                overlapping));
      }
      int order = taking.get().nextOrder();
      Promise<?> added =
          begun(
              clerk
                  .actor(Backlog.class, District.key(warehouse, district))
                  .call(new Backlog.Add(order, customer)),
              overlapping);
      List<Supplied> supplied = supplied(selling);
      Placed placed =
          placed(clerk.now(), buying.get(), depot.get(), taking.get(), selling, supplied);
      clerk.actor(CustomerAccount.class, customerKey).call(bought(placed, supplied)).get();
      added.get();
      return placed;
    }

    private static String article(OrderedItem line) {
      return Article.key(line.supplier(), line.item());
    }

    private Placed placed(
        Instant now,
        CustomerRow buyer,
        WarehouseRow depot,
        DistrictRow taking,
        Map<String, Promise<Article.Sold>> selling,
        List<Supplied> supplied) {
      List<PlacedLine> placed = new ArrayList<>(lines.size());
      BigDecimal sum = BigDecimal.ZERO;
      for (int i = 0; i < lines.size(); i++) {
        OrderedItem line = lines.get(i);
        PlacedLine each =
            PlacedLine.of(
                Objects.requireNonNull(selling.get(article(line))).get().item(),
                line.quantity(),
                supplied.get(i));
        sum = sum.add(each.amount());
        placed.add(each);
      }
      return new Placed(
          taking.nextOrder(),
          now,
          buyer.last(),
          buyer.credit(),
          buyer.discount(),
          depot.tax(),
          taking.tax(),
          Placed.total(sum, buyer.discount(), depot.tax(), taking.tax()),
          placed);
    }

    /** Returns what was supplied for each line. */
    private List<Supplied> supplied(Map<String, Promise<Article.Sold>> selling) {
      Map<String, Iterator<Supplied>> rest = new TreeMap<>();
      selling.forEach((key, sold) -> rest.put(key, sold.get().supplied().iterator()));
      List<Supplied> supplied = new ArrayList<>(lines.size());
      for (OrderedItem line : lines) {
        supplied.add(Objects.requireNonNull(rest.get(article(line))).next());
      }
      return supplied;
    }

    private CustomerAccount.Buy bought(Placed placed, List<Supplied> supplied) {
      List<OrderLineRow> rows = new ArrayList<>(lines.size());
      boolean allLocal = true;
      for (int i = 0; i < lines.size(); i++) {
        OrderedItem line = lines.get(i);
        allLocal &= line.supplier() == warehouse;
        rows.add(
            new OrderLineRow(
                district,
                placed.order(),
                i + 1,
                line.item(),
                line.supplier(),
                Optional.empty(),
                line.quantity(),
                placed.lines().get(i).amount(),
                supplied.get(i).distInfo()));
      }
      return new CustomerAccount.Buy(
          new OrderRow(
              district,
              placed.order(),
              customer,
              placed.entered(),
              Optional.empty(),
              lines.size(),
              allLocal),
          rows);
    }
  }

  /**
   * A payment (clause 2.5).
   *
   * @param payerAt the customer's warehouse
   */
  public record Payment(
      int warehouse, int district, BigDecimal amount, int payerAt, Who payer, boolean overlapping)
      implements Procedure<Clerk, Paid> {
    @Override
    public Paid run(Clerk clerk) {
      Promise<WarehouseRow> depot =
          begun(
              clerk.actor(Depot.class, Depot.key(warehouse)).call(new Depot.Take(amount)),
              overlapping);
      Promise<DistrictRow> taking =
          begun(
              clerk
                  .actor(District.class, District.key(warehouse, district))
                  .call(new District.Take(amount)),
              overlapping);
      int customer = clerk.customer(payerAt, payer);
      String data = depot.get().name() + "    " + taking.get().name();
      Payer paid =
          clerk
              .actor(
                  CustomerAccount.class, CustomerAccount.key(payerAt, payer.district(), customer))
              .call(new CustomerAccount.Pay(payerAt, warehouse, district, amount, data))
              .get();
      return new Paid(paid, depot.get().address(), taking.get().address(), clerk.now());
    }
  }

  /** The last order of a customer (clause 2.6). */
  public record OrderStatus(int warehouse, Who who) implements Query<Clerk, Status> {
    @Override
    public Status run(Clerk clerk) {
      return clerk
          .actor(
              CustomerAccount.class,
              CustomerAccount.key(warehouse, who.district(), clerk.customer(warehouse, who)))
          .call(new CustomerAccount.LastOrder())
          .get();
    }
  }

  /** A delivery of the oldest new order of each district that has one (clause 2.7). */
  public record Delivery(int warehouse, int carrier, boolean overlapping)
      implements Procedure<Clerk, List<Delivered>> {
    @Override
    public List<Delivered> run(Clerk clerk) {
      List<Promise<Optional<Backlog.Placed>>> oldest = new ArrayList<>();
      for (int district = 1; district <= TpccShape.DISTRICTS; district++) {
        oldest.add(
            begun(
                clerk
                    .actor(Backlog.class, District.key(warehouse, district))
                    .call(new Backlog.TakeOldest()),
                overlapping));
      }
      List<Delivered> delivered = new ArrayList<>();
      List<Promise<?>> receiving = new ArrayList<>();
      for (int district = 1; district <= TpccShape.DISTRICTS; district++) {
        Optional<Backlog.Placed> order = oldest.get(district - 1).get();
        if (order.isPresent()) {
          receiving.add(
              begun(
                  clerk
                      .actor(
                          CustomerAccount.class,
                          CustomerAccount.key(warehouse, district, order.get().customer()))
                      .call(new CustomerAccount.Receive(order.get().order(), carrier)),
                  overlapping));
          delivered.add(new Delivered(district, order.get().order()));
        }
      }
      receiving.forEach(Promise::get);
      return delivered;
    }
  }

  /** The number of items of a district's last orders of which there is little (clause 2.8). */
  public record StockLevel(int warehouse, int district, int threshold)
      implements Query<Clerk, Integer> {
    @Override
    public Integer run(Clerk clerk) {
      Map<Integer, List<Integer>> orders = new TreeMap<>();
      for (Backlog.Placed placed :
          clerk
              .actor(Backlog.class, District.key(warehouse, district))
              .call(new Backlog.Recent())
              .get()) {
        orders.computeIfAbsent(placed.customer(), key -> new ArrayList<>()).add(placed.order());
      }
      List<Promise<List<Integer>>> asked = new ArrayList<>();
      orders.forEach(
          (customer, its) ->
              asked.add(
                  clerk
                      .actor(
                          CustomerAccount.class, CustomerAccount.key(warehouse, district, customer))
                      .call(new CustomerAccount.ItemsOf(its))));
      TreeSet<Integer> items = new TreeSet<>();
      asked.forEach(promise -> items.addAll(promise.get()));
      List<Promise<Integer>> left = new ArrayList<>();
      for (int item : items) {
        left.add(clerk.actor(Article.class, Article.key(warehouse, item)).call(new Article.Left()));
      }
      int low = 0;
      for (Promise<Integer> each : left) {
        if (each.get() < threshold) {
          low++;
        }
      }
      return low;
    }
  }
}
