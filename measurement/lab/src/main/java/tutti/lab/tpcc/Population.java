package tutti.lab.tpcc;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
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

/**
 * The rows with which warehouses begin (clause 4.3.3.1). A row follows from the seed and its key,
 * whichever rows are asked for with it; items are the same for all warehouses.
 *
 * @param shape the number of customers and items
 * @param at the date of the rows
 */
record Population(TpccShape shape, long seed, Instant at) {
  /** The constant by which last names are drawn (clause 2.1.6.1). */
  static final int LAST_NAME_CONSTANT = 157;

  /** The bits of a last name that are not evenly drawn. */
  static final int LAST_NAME_BITS = 255;

  /** The first payment of a customer. */
  private static final BigDecimal FIRST_PAYMENT = new BigDecimal("10.00");

  private static final BigDecimal NOTHING = new BigDecimal("0.00");
  private static final BigDecimal CREDIT_LIMIT = new BigDecimal("50000.00");
  private static final int MOST_CARRIERS = 10;

  Extent extent() {
    return new Extent(shape.warehouses(), shape.customers(), shape.items(), seed, at);
  }

  /** The random numbers of a row, by its table and its number there. */
  private TpccRandom draw(String table, int warehouse, int number) {
    long place = (table.hashCode() * 31L + warehouse) * 1_000_003L + number;
    // A generator's numbers are those of the next seeds, so a row begins with a mixed one.
    return new TpccRandom(new SplittableRandom(new SplittableRandom(seed ^ place).nextLong()));
  }

  List<ItemRow> items(int from, int until) {
    return IntStream.range(from, until).mapToObj(this::item).toList();
  }

  private ItemRow item(int id) {
    TpccRandom draw = draw("item", 0, id);
    return new ItemRow(
        id,
        draw.between(1, 10_000),
        draw.text(14, 24),
        draw.decimal(100, 10_000, 2),
        draw.itemData());
  }

  WarehouseRow warehouse(int number) {
    TpccRandom draw = draw("warehouse", number, 0);
    return new WarehouseRow(
        number,
        draw.text(6, 10),
        draw.address(),
        draw.decimal(0, 2_000, 4),
        paid(shape.customers() * TpccShape.DISTRICTS));
  }

  private static BigDecimal paid(int customers) {
    return FIRST_PAYMENT.multiply(BigDecimal.valueOf(customers));
  }

  List<StockRow> stock(int warehouse, int from, int until) {
    return IntStream.range(from, until).mapToObj(item -> stock(warehouse, item)).toList();
  }

  private StockRow stock(int warehouse, int item) {
    TpccRandom draw = draw("stock", warehouse, item);
    return new StockRow(
        item,
        draw.between(10, 100),
        draw.text(24, 24),
        draw.text(24, 24),
        draw.text(24, 24),
        draw.text(24, 24),
        draw.text(24, 24),
        draw.text(24, 24),
        draw.text(24, 24),
        draw.text(24, 24),
        draw.text(24, 24),
        draw.text(24, 24),
        0,
        0,
        0,
        draw.itemData());
  }

  DistrictRow district(int warehouse, int number) {
    TpccRandom draw = draw("district", warehouse, number);
    return new DistrictRow(
        number,
        draw.text(6, 10),
        draw.address(),
        draw.decimal(0, 2_000, 4),
        paid(shape.customers()),
        shape.customers() + 1);
  }

  List<CustomerRow> customers(int warehouse, int district, int from, int until) {
    int place = place(warehouse, district);
    return IntStream.range(from, until).mapToObj(id -> customer(place, district, id)).toList();
  }

  /** Returns a number for a district among those of all warehouses. */
  private static int place(int warehouse, int district) {
    return warehouse * TpccShape.DISTRICTS + district;
  }

  private CustomerRow customer(int place, int district, int id) {
    TpccRandom draw = draw("customer", place, id);
    int name =
        id <= shape.names()
            ? id - 1
            : draw.nonUniform(LAST_NAME_BITS, 0, shape.names() - 1, LAST_NAME_CONSTANT);
    return new CustomerRow(
        district,
        id,
        draw.text(8, 16),
        "OE",
        TpccRandom.lastName(name),
        draw.address(),
        draw.digits(16),
        at,
        draw.percent(10) ? Tables.BAD_CREDIT : Tables.GOOD_CREDIT,
        CREDIT_LIMIT,
        draw.decimal(0, 5_000, 4),
        FIRST_PAYMENT.negate(),
        FIRST_PAYMENT,
        1,
        0,
        draw.text(300, 500));
  }

  /** Returns the first payments of these customers. */
  List<HistoryRow> history(int warehouse, int district, int from, int until) {
    int place = place(warehouse, district);
    return IntStream.range(from, until)
        .mapToObj(
            id ->
                new HistoryRow(
                    warehouse,
                    district,
                    id,
                    1,
                    district,
                    at,
                    FIRST_PAYMENT,
                    draw("history", place, id).text(12, 24)))
        .toList();
  }

  /** Returns orders of a district, each of another customer. */
  List<OrderRow> orders(int warehouse, int district, int from, int until) {
    int place = place(warehouse, district);
    List<Integer> customers =
        new ArrayList<>(IntStream.rangeClosed(1, shape.customers()).boxed().toList());
    Collections.shuffle(customers, new SplittableRandom(seed + place));
    return IntStream.range(from, until)
        .mapToObj(id -> order(place, district, id, customers.get(id - 1)))
        .toList();
  }

  private OrderRow order(int place, int district, int id, int customer) {
    TpccRandom draw = draw("order", place, id);
    int lines = draw.between(TpccShape.FEWEST_LINES, TpccShape.MOST_LINES);
    return new OrderRow(
        district,
        id,
        customer,
        at,
        isDelivered(id) ? Optional.of(draw.between(1, MOST_CARRIERS)) : Optional.empty(),
        lines,
        true);
  }

  private boolean isDelivered(int order) {
    return order <= shape.deliveredAtFirst();
  }

  /** Returns the lines of such orders. */
  List<OrderLineRow> lines(int warehouse, List<OrderRow> orders) {
    List<OrderLineRow> lines = new ArrayList<>();
    for (OrderRow order : orders) {
      TpccRandom draw = draw("order-line", place(warehouse, order.district()), order.id());
      boolean delivered = isDelivered(order.id());
      Optional<Instant> date = delivered ? Optional.of(order.entered()) : Optional.empty();
      for (int number = 1; number <= order.lines(); number++) {
        lines.add(
            new OrderLineRow(
                order.district(),
                order.id(),
                number,
                draw.between(1, shape.items()),
                warehouse,
                date,
                5,
                delivered ? NOTHING : draw.decimal(1, 999_999, 2),
                draw.text(24, 24)));
      }
    }
    return lines;
  }

  /** Returns those of such orders that are not delivered. */
  List<NewOrderRow> newOrders(List<OrderRow> orders) {
    return orders.stream()
        .filter(order -> !isDelivered(order.id()))
        .map(order -> new NewOrderRow(order.district(), order.id()))
        .toList();
  }
}
