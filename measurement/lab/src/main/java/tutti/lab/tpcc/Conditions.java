package tutti.lab.tpcc;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import tutti.lab.tpcc.Tables.CustomerRow;
import tutti.lab.tpcc.Tables.DistrictRow;
import tutti.lab.tpcc.Tables.HistoryRow;
import tutti.lab.tpcc.Tables.NewOrderRow;
import tutti.lab.tpcc.Tables.OrderKey;
import tutti.lab.tpcc.Tables.OrderLineRow;
import tutti.lab.tpcc.Tables.OrderRow;
import tutti.lab.tpcc.Tables.WarehouseRow;

/**
 * The twelve consistency conditions (clause 3.3.2), judged by the stored rows alone:
 *
 * <ol>
 *   <li>W_YTD = sum(D_YTD)
 *   <li>D_NEXT_O_ID - 1 = max(O_ID) = max(NO_O_ID), the latter where there are new orders
 *   <li>max(NO_O_ID) - min(NO_O_ID) + 1 = the number of the district's new orders
 *   <li>sum(O_OL_CNT) = the number of the district's lines
 *   <li>O_CARRIER_ID is null where there is a new order, and only there
 *   <li>O_OL_CNT = the number of the order's lines
 *   <li>OL_DELIVERY_D is null where O_CARRIER_ID is, and only there
 *   <li>W_YTD = sum(H_AMOUNT)
 *   <li>D_YTD = sum(H_AMOUNT)
 *   <li>C_BALANCE = sum(OL_AMOUNT) of delivered lines - sum(H_AMOUNT)
 *   <li>the number of orders - the number of new orders = 2,100, as a warehouse is loaded; later,
 *       and the deliveries of all customers of the district, which the specification leaves out
 *   <li>C_BALANCE + C_YTD_PAYMENT = sum(OL_AMOUNT) of delivered lines
 * </ol>
 */
final class Conditions {
  static final int COUNT = 12;

  /** The violations of one condition that are told. */
  private static final int MOST_TOLD = 3;

  private final TableSource tables;
  private final TpccShape shape;
  private final SortedMap<Integer, List<String>> violations = new TreeMap<>();

  /** The sum of the payments of each customer, wherever they were taken. */
  private final Map<Payer, BigDecimal> paid = new HashMap<>();

  private record Payer(int warehouse, int district, int customer) {}

  private Conditions(TableSource tables, TpccShape shape) {
    this.tables = tables;
    this.shape = shape;
    for (int condition = 1; condition <= COUNT; condition++) {
      violations.put(condition, new ArrayList<>());
    }
  }

  /**
   * Judges the tables of all warehouses.
   *
   * @return the violations of each condition, some of them, for people
   */
  static SortedMap<Integer, List<String>> violations(TableSource tables, TpccShape shape)
      throws InterruptedException {
    return violations(tables, shape, IntStream.rangeClosed(1, shape.warehouses()).boxed().toList());
  }

  /**
   * Returns the violations of the conditions in the tables, by condition.
   *
   * @param warehouses the warehouses that exist
   */
  static SortedMap<Integer, List<String>> violations(
      TableSource tables, TpccShape shape, List<Integer> warehouses) throws InterruptedException {
    Conditions conditions = new Conditions(tables, shape);
    Map<Integer, Taken> taken = new TreeMap<>();
    for (int warehouse : warehouses) {
      taken.put(warehouse, conditions.taken(warehouse));
    }
    for (Map.Entry<Integer, Taken> each : taken.entrySet()) {
      conditions.judge(each.getKey(), each.getValue());
    }
    conditions.paid.forEach(
        (payer, sum) ->
            conditions.violated(10, "a payment of " + sum + " is of no customer: " + payer));
    return conditions.violations;
  }

  private void violated(int condition, String what) {
    List<String> told = violations.get(condition);
    if (told != null && told.size() < MOST_TOLD) {
      told.add(what);
    }
  }

  private void equal(int condition, String place, String left, Object a, String right, Object b) {
    if (!a.equals(b)) {
      violated(condition, "%s: %s is %s, and %s %s".formatted(place, left, a, right, b));
    }
  }

  private void equal(
      int condition, String place, String left, BigDecimal a, String right, BigDecimal b) {
    if (a.compareTo(b) != 0) {
      violated(condition, "%s: %s is %s, and %s %s".formatted(place, left, a, right, b));
    }
  }

  /** The sum of the payments that a warehouse has taken, and its districts. */
  private static final class Taken {
    private BigDecimal all = BigDecimal.ZERO;
    private final Map<Integer, BigDecimal> ofDistricts = new HashMap<>();

    void add(HistoryRow row) {
      all = all.add(row.amount());
      ofDistricts.merge(row.district(), row.amount(), BigDecimal::add);
    }
  }

  private Taken taken(int warehouse) throws InterruptedException {
    Taken taken = new Taken();
    tables.history(
        warehouse,
        row -> {
          taken.add(row);
          paid.merge(
              new Payer(row.customerWarehouse(), row.customerDistrict(), row.customer()),
              row.amount(),
              BigDecimal::add);
        });
    return taken;
  }

  private void judge(int warehouse, Taken taken) throws InterruptedException {
    Map<Integer, District> districts = new TreeMap<>();
    tables.districts(warehouse, row -> districts.put(row.id(), new District(warehouse, row)));
    tables.newOrders(warehouse, row -> at(districts, row.district()).add(row));
    tables.orders(warehouse, row -> at(districts, row.district()).add(row));
    tables.lines(warehouse, row -> at(districts, row.district()).add(row));
    tables.customers(warehouse, row -> at(districts, row.district()).add(row));
    BigDecimal sum = BigDecimal.ZERO;
    for (District district : districts.values()) {
      district.judge(taken.ofDistricts.getOrDefault(district.row.id(), BigDecimal.ZERO));
      sum = sum.add(district.row.yearToDate());
    }
    BigDecimal ofDistricts = sum;
    String place = "warehouse " + warehouse;
    List<WarehouseRow> rows = new ArrayList<>();
    tables.warehouses(warehouse, rows::add);
    if (rows.size() != 1) {
      violated(1, place + " has " + rows.size() + " rows");
    }
    for (WarehouseRow row : rows) {
      equal(1, place, "w_ytd", row.yearToDate(), "sum(d_ytd)", ofDistricts);
      equal(8, place, "w_ytd", row.yearToDate(), "sum(h_amount)", taken.all);
    }
  }

  private static District at(Map<Integer, District> districts, int number) {
    District district = districts.get(number);
    if (district == null) {
      throw new IllegalStateException("there are rows of a district that is not there: " + number);
    }
    return district;
  }

  /** An order with what its lines say. */
  private static final class Order {
    private final OrderRow row;
    private int lines;
    private BigDecimal delivered = BigDecimal.ZERO;

    Order(OrderRow row) {
      this.row = row;
    }
  }

  /** The rows of a district, which are judged when all have come. */
  private final class District {
    private final DistrictRow row;
    private final int warehouse;
    private final String place;
    private final Map<OrderKey, NewOrderRow> newOrders = new HashMap<>();
    private final Map<Integer, Order> orders = new HashMap<>();
    private final List<CustomerRow> customers = new ArrayList<>();
    private int firstNew = Integer.MAX_VALUE;
    private int lastNew;
    private int last;
    private long lines;
    private long lineCounts;

    District(int warehouse, DistrictRow row) {
      this.warehouse = warehouse;
      this.row = row;
      this.place = "warehouse %s, district %s".formatted(warehouse, row.id());
    }

    void add(NewOrderRow it) {
      newOrders.put(it.key(), it);
      firstNew = Math.min(firstNew, it.id());
      lastNew = Math.max(lastNew, it.id());
    }

    void add(OrderRow it) {
      orders.put(it.id(), new Order(it));
      last = Math.max(last, it.id());
      lineCounts += it.lines();
      boolean isNew = newOrders.containsKey(it.key());
      if (it.carrier().isEmpty() != isNew) {
        violated(
            5,
            "%s: order %s has %s, and there is %s new order"
                .formatted(
                    place,
                    it.id(),
                    it.carrier().isEmpty() ? "no carrier" : "a carrier",
                    isNew ? "a" : "no"));
      }
    }

    void add(OrderLineRow it) {
      lines++;
      Order order = orders.get(it.order());
      if (order == null) {
        violated(6, "%s: a line is of no order: %s".formatted(place, it.order()));
        return;
      }
      order.lines++;
      if (it.delivered().isPresent()) {
        order.delivered = order.delivered.add(it.amount());
      }
      if (it.delivered().isEmpty() != order.row.carrier().isEmpty()) {
        violated(
            7,
            "%s: line %s of order %s is %s, and the order has %s"
                .formatted(
                    place,
                    it.number(),
                    it.order(),
                    it.delivered().isEmpty() ? "not delivered" : "delivered",
                    order.row.carrier().isEmpty() ? "no carrier" : "a carrier"));
      }
    }

    void add(CustomerRow it) {
      customers.add(it);
    }

    void judge(BigDecimal taken) {
      equal(2, place, "d_next_o_id - 1", row.nextOrder() - 1, "max(o_id)", last);
      if (!newOrders.isEmpty()) {
        equal(2, place, "d_next_o_id - 1", row.nextOrder() - 1, "max(no_o_id)", lastNew);
        equal(
            3,
            place,
            "max(no_o_id) - min(no_o_id) + 1",
            lastNew - firstNew + 1,
            "the number of new orders",
            newOrders.size());
      }
      equal(4, place, "sum(o_ol_cnt)", lineCounts, "the number of lines", lines);
      equal(9, place, "d_ytd", row.yearToDate(), "sum(h_amount)", taken);
      Map<Integer, BigDecimal> delivered = new HashMap<>();
      for (Order order : orders.values()) {
        equal(
            6,
            place + ", order " + order.row.id(),
            "o_ol_cnt",
            order.row.lines(),
            "the number of lines",
            order.lines);
        delivered.merge(order.row.customer(), order.delivered, BigDecimal::add);
      }
      newOrders
          .keySet()
          .forEach(
              key -> {
                if (!orders.containsKey(key.id())) {
                  violated(5, "%s: a new order is of no order: %s".formatted(place, key.id()));
                }
              });
      long deliveries = 0;
      for (CustomerRow customer : customers) {
        deliveries += customer.deliveries();
        judge(customer, delivered.getOrDefault(customer.id(), BigDecimal.ZERO));
      }
      equal(
          11,
          place,
          "the number of orders less that of new orders",
          (long) orders.size() - newOrders.size(),
          "the first ones with the deliveries",
          shape.deliveredAtFirst() + deliveries);
    }

    private void judge(CustomerRow customer, BigDecimal delivered) {
      String of = place + ", customer " + customer.id();
      BigDecimal itsPayments =
          zero(paid.remove(new Payer(warehouse, customer.district(), customer.id())));
      equal(
          10,
          of,
          "c_balance",
          customer.balance(),
          "sum(ol_amount) - sum(h_amount)",
          delivered.subtract(itsPayments));
      equal(
          12,
          of,
          "c_balance + c_ytd_payment",
          customer.balance().add(customer.paidToDate()),
          "sum(ol_amount)",
          delivered);
    }

    private static BigDecimal zero(@Nullable BigDecimal sum) {
      return sum == null ? BigDecimal.ZERO : sum;
    }
  }
}
