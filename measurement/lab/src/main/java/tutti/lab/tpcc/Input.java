package tutti.lab.tpcc;

import java.math.BigDecimal;
import java.util.List;
import tutti.lab.tpcc.Results.OrderedItem;
import tutti.lab.tpcc.Results.Who;

/** The input of a transaction at a terminal of a warehouse, whatever the actors are. */
sealed interface Input {

  record NewOrder(int warehouse, int district, int customer, List<OrderedItem> lines)
      implements Input {}

  /**
   * @param payerAt the customer's warehouse
   */
  record Payment(int warehouse, int district, BigDecimal amount, int payerAt, Who payer)
      implements Input {}

  record OrderStatus(int warehouse, Who who) implements Input {}

  record Delivery(int warehouse, int carrier) implements Input {}

  record StockLevel(int warehouse, int district, int threshold) implements Input {}
}
