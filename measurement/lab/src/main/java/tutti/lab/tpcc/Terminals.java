package tutti.lab.tpcc;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import tutti.lab.tpcc.Results.OrderedItem;
import tutti.lab.tpcc.Results.Who;

/**
 * The inputs that terminals draw (clauses 2.4.1 to 2.8.1). A terminal belongs to one warehouse, and
 * for stock levels to one district.
 */
final class Terminals {
  private static final int CUSTOMER_BITS = 1_023;
  private static final int ITEM_BITS = 8_191;

  /** How many of a hundred new orders are rolled back, and ask for a customer by name. */
  private static final int ROLLED_BACK = 1;

  private static final int BY_NAME = 60;

  private final TpccShape shape;
  private final int nameConstant;
  private final int customerConstant;
  private final int itemConstant;

  Terminals(TpccShape shape, long seed) {
    this.shape = shape;
    TpccRandom draw = new TpccRandom(new SplittableRandom(seed));
    this.customerConstant = draw.between(0, CUSTOMER_BITS);
    this.itemConstant = draw.between(0, ITEM_BITS);
    int name = draw.between(0, Population.LAST_NAME_BITS);
    while (!mayFollowTheLoad(name)) {
      name = draw.between(0, Population.LAST_NAME_BITS);
    }
    this.nameConstant = name;
  }

  /** Whether a run may have that constant for last names after the load (clause 2.1.6.1). */
  private static boolean mayFollowTheLoad(int constant) {
    int delta = Math.abs(constant - Population.LAST_NAME_CONSTANT);
    return delta >= 65 && delta <= 119 && delta != 96 && delta != 112;
  }

  /** Returns a terminal's warehouse; terminals are spread evenly. */
  int warehouseOf(int terminal) {
    return terminal % shape.warehouses() + 1;
  }

  private int districtOf(int terminal) {
    return terminal / shape.warehouses() % TpccShape.DISTRICTS + 1;
  }

  /** Draws the input of a transaction of that kind. */
  Input next(Kind kind, int terminal, RandomGenerator random) {
    TpccRandom draw = new TpccRandom(random);
    int warehouse = warehouseOf(terminal);
    int district = draw.between(1, TpccShape.DISTRICTS);
    return switch (kind) {
      case NEW_ORDER ->
          new Input.NewOrder(warehouse, district, customer(draw), lines(draw, warehouse));
      case PAYMENT -> payment(draw, warehouse, district);
      case ORDER_STATUS -> new Input.OrderStatus(warehouse, who(draw, district));
      case DELIVERY -> new Input.Delivery(warehouse, draw.between(1, 10));
      case STOCK_LEVEL ->
          new Input.StockLevel(warehouse, districtOf(terminal), draw.between(10, 20));
    };
  }

  private int customer(TpccRandom draw) {
    return draw.nonUniform(CUSTOMER_BITS, 1, shape.customers(), customerConstant);
  }

  private Who who(TpccRandom draw, int district) {
    return draw.percent(BY_NAME)
        ? new Who(
            district,
            Optional.empty(),
            Optional.of(
                TpccRandom.lastName(
                    draw.nonUniform(
                        Population.LAST_NAME_BITS, 0, shape.names() - 1, nameConstant))))
        : new Who(district, Optional.of(customer(draw)), Optional.empty());
  }

  private Input payment(TpccRandom draw, int warehouse, int district) {
    boolean remote = shape.warehouses() > 1 && draw.percent(shape.remotePayments());
    return new Input.Payment(
        warehouse,
        district,
        draw.decimal(100, 500_000, 2),
        remote ? other(draw, warehouse) : warehouse,
        who(draw, remote ? draw.between(1, TpccShape.DISTRICTS) : district));
  }

  /** Draws the lines of an order, of which the last one may have no valid item. */
  private List<OrderedItem> lines(TpccRandom draw, int warehouse) {
    boolean rolledBack = draw.percent(ROLLED_BACK);
    int count = draw.between(TpccShape.FEWEST_LINES, TpccShape.MOST_LINES);
    List<OrderedItem> lines = new ArrayList<>(count);
    for (int i = 1; i <= count; i++) {
      boolean invalid = rolledBack && i == count;
      boolean remote = !invalid && shape.warehouses() > 1 && draw.percent(shape.remoteItems());
      lines.add(
          new OrderedItem(
              invalid
                  ? shape.items() + 1
                  : draw.nonUniform(ITEM_BITS, 1, shape.items(), itemConstant),
              remote ? other(draw, warehouse) : warehouse,
              draw.between(1, 10)));
    }
    return lines;
  }

  private int other(TpccRandom draw, int warehouse) {
    int drawn = draw.between(1, shape.warehouses() - 1);
    return drawn < warehouse ? drawn : drawn + 1;
  }
}
