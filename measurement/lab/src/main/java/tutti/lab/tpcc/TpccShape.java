package tutti.lab.tpcc;

import java.util.Map;

/**
 * The shape of the workload.
 *
 * @param warehouses from 1 to {@link #MOST_WAREHOUSES}
 * @param customers the number of customers of a district, and of orders; the specification has
 *     3,000
 * @param items the number of items; the specification has 100,000
 * @param actors the actors into which the tables are cut
 * @param mix the share of each kind of transaction
 * @param remotePayments how many of a hundred payments are by customers of another warehouse
 * @param remoteItems how many of a hundred items another warehouse supplies
 * @param overlapping whether a transaction calls other warehouses before it does its own work, and
 *     takes their results after it
 * @param waits the factor of the specification's keying and think times, 0 for none
 */
public record TpccShape(
    int warehouses,
    int customers,
    int items,
    Actors actors,
    Mix mix,
    int remotePayments,
    int remoteItems,
    boolean overlapping,
    double waits) {
  public static final int MOST_WAREHOUSES = 9_999;
  public static final int USUAL_CUSTOMERS = 3_000;
  public static final int USUAL_ITEMS = 100_000;
  public static final int USUAL_REMOTE_PAYMENTS = 15;
  public static final int USUAL_REMOTE_ITEMS = 1;

  /** The districts of a warehouse, and the terminals. */
  static final int DISTRICTS = 10;

  /** The most lines of an order, and the fewest. */
  static final int MOST_LINES = 15;

  static final int FEWEST_LINES = 5;

  private static final int FEWEST_CUSTOMERS = 4;

  /** The number of last names that there can be. */
  private static final int NAMES = 1_000;

  public TpccShape {
    within("--warehouses", warehouses, 1, MOST_WAREHOUSES);
    within("--customers", customers, FEWEST_CUSTOMERS, USUAL_CUSTOMERS);
    within("--items", items, MOST_LINES, USUAL_ITEMS);
    within("--remote-payments", remotePayments, 0, 100);
    within("--remote-items", remoteItems, 0, 100);
    if (!(waits >= 0 && Double.isFinite(waits))) {
      throw new IllegalArgumentException("--waits is at least 0, not " + waits);
    }
  }

  private static void within(String flag, int value, int least, int most) {
    if (value < least || value > most) {
      throw new IllegalArgumentException(
          "%s is from %s to %s, not %s".formatted(flag, least, most, value));
    }
  }

  /** Returns whether warehouses of that extent are those of this shape. */
  boolean fits(Tables.Extent extent) {
    return warehouses == extent.warehouses()
        && customers == extent.customers()
        && items == extent.items();
  }

  /** Returns how many orders of each district are delivered when a warehouse is loaded. */
  int deliveredAtFirst() {
    return customers - customers * 3 / 10;
  }

  /** Returns how many last names the customers of a district have. */
  int names() {
    return Math.min(NAMES, customers);
  }

  /** Adds the parameters of this shape in results. */
  void describe(Map<String, Object> parameters) {
    parameters.put("warehouses", warehouses);
    parameters.put("actors", actors.label());
    parameters.put("customers-per-district", customers);
    parameters.put("items", items);
    parameters.put("mix", mix.label());
    parameters.put("remote-payments", remotePayments + " %");
    parameters.put("remote-items", remoteItems + " %");
    parameters.put("calls", overlapping ? "async" : "sync");
    parameters.put("waits", waits);
  }
}
