package tutti.lab.tpcc;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.Optional;

/**
 * The rows of the nine tables (clause 1.3), and their keys. A row belongs to the warehouse on whose
 * actor it lives, so that no row has a column for that warehouse.
 */
public final class Tables {
  /** The longest text of a customer's data. */
  private static final int MOST_DATA = 500;

  /** The stock at which more is ordered, and how much of it (clause 2.4.2.2). */
  private static final int LEAST_LEFT = 10;

  private static final int REFILL = 91;

  /** The credit of customers who have to be watched. */
  static final String BAD_CREDIT = "BC";

  static final String GOOD_CREDIT = "GC";

  /** The text in the data of an item that makes it an original one. */
  static final String ORIGINAL = "ORIGINAL";

  private Tables() {}

  /** An address of a warehouse, a district or a customer. */
  public record Address(String street1, String street2, String city, String state, String zip) {}

  /** The one row of the table warehouse that an actor has. */
  public record WarehouseRow(
      int id, String name, Address address, BigDecimal tax, BigDecimal yearToDate) {

    WarehouseRow paid(BigDecimal amount) {
      return new WarehouseRow(id, name, address, tax, yearToDate.add(amount));
    }
  }

  /** A district, with the number of its next order. */
  public record DistrictRow(
      int id, String name, Address address, BigDecimal tax, BigDecimal yearToDate, int nextOrder) {

    DistrictRow paid(BigDecimal amount) {
      return new DistrictRow(id, name, address, tax, yearToDate.add(amount), nextOrder);
    }

    DistrictRow ordered() {
      return new DistrictRow(id, name, address, tax, yearToDate, nextOrder + 1);
    }
  }

  /** A customer of a district. */
  public record CustomerRow(
      int district,
      int id,
      String first,
      String middle,
      String last,
      Address address,
      String phone,
      Instant since,
      String credit,
      BigDecimal creditLimit,
      BigDecimal discount,
      BigDecimal balance,
      BigDecimal paidToDate,
      int payments,
      int deliveries,
      String data) {

    CustomerKey key() {
      return new CustomerKey(district, id);
    }

    boolean hasBadCredit() {
      return credit.equals(BAD_CREDIT);
    }

    /**
     * Returns the note of a payment.
     *
     * @param at the customer's own warehouse
     * @param warehouse that takes it, in that district
     */
    String note(int at, int warehouse, int taking, BigDecimal amount) {
      return id
          + " "
          + district
          + " "
          + at
          + " "
          + taking
          + " "
          + warehouse
          + " "
          + amount.toPlainString();
    }

    /** Returns the customer after a payment, of which bad credit keeps a note. */
    CustomerRow paid(BigDecimal amount, String note) {
      String noted = hasBadCredit() ? note + "|" + data : data;
      return new CustomerRow(
          district,
          id,
          first,
          middle,
          last,
          address,
          phone,
          since,
          credit,
          creditLimit,
          discount,
          balance.subtract(amount),
          paidToDate.add(amount),
          payments + 1,
          deliveries,
          noted.substring(0, Math.min(noted.length(), MOST_DATA)));
    }

    /** Returns the customer after the delivery of an order of that price. */
    CustomerRow delivered(BigDecimal price) {
      return new CustomerRow(
          district,
          id,
          first,
          middle,
          last,
          address,
          phone,
          since,
          credit,
          creditLimit,
          discount,
          balance.add(price),
          paidToDate,
          payments,
          deliveries + 1,
          data);
    }
  }

  /** The primary key of a customer. */
  public record CustomerKey(int district, int id) {}

  /** The key by which customers are found by their last name. */
  public record LastName(int district, String last) {}

  /**
   * A payment that a warehouse has taken. The specification gives history no primary key; here it
   * is the customer with the number of the payment among all of the customer's.
   */
  public record HistoryRow(
      int customerWarehouse,
      int customerDistrict,
      int customer,
      int payment,
      int district,
      Instant date,
      BigDecimal amount,
      String data) {}

  /** The key of a payment. */
  public record HistoryKey(int customerWarehouse, int customerDistrict, int customer, int payment) {

    static HistoryKey of(HistoryRow row) {
      return new HistoryKey(row.customerWarehouse, row.customerDistrict, row.customer, row.payment);
    }
  }

  /** An order that has not been delivered. */
  public record NewOrderRow(int district, int id) {

    OrderKey key() {
      return new OrderKey(district, id);
    }
  }

  /** The number of an order, which each district counts for itself. */
  public record OrderKey(int district, int id) {}

  /** An order; without a carrier until it is delivered. */
  public record OrderRow(
      int district,
      int id,
      int customer,
      Instant entered,
      Optional<Integer> carrier,
      int lines,
      boolean allLocal) {

    OrderKey key() {
      return new OrderKey(district, id);
    }

    OrderRow carriedBy(int number) {
      return new OrderRow(district, id, customer, entered, Optional.of(number), lines, allLocal);
    }
  }

  /** The key by which the orders of a customer are found, the newest last. */
  public record OrdersOf(int district, int customer, int id) {}

  /** A line of an order; without a date until it is delivered. */
  public record OrderLineRow(
      int district,
      int order,
      int number,
      int item,
      int supplier,
      Optional<Instant> delivered,
      int quantity,
      BigDecimal amount,
      String distInfo) {

    OrderLineRow deliveredAt(Instant date) {
      return new OrderLineRow(
          district, order, number, item, supplier, Optional.of(date), quantity, amount, distInfo);
    }
  }

  /** The key of a line. */
  public record OrderLineKey(int district, int order, int number) {

    static OrderLineKey of(OrderLineRow row) {
      return new OrderLineKey(row.district, row.order, row.number);
    }
  }

  /** An item, which no transaction changes. */
  public record ItemRow(int id, int image, String name, BigDecimal price, String data) {

    boolean isOriginal() {
      return data.contains(ORIGINAL);
    }
  }

  /** The stock of an item, with a text for the orders of each district. */
  public record StockRow(
      int item,
      int quantity,
      String dist01,
      String dist02,
      String dist03,
      String dist04,
      String dist05,
      String dist06,
      String dist07,
      String dist08,
      String dist09,
      String dist10,
      int yearToDate,
      int orders,
      int remoteOrders,
      String data) {

    /** Returns the text for the orders of a district, from 1 to 10. */
    String dist(int district) {
      return switch (district) {
        case 1 -> dist01;
        case 2 -> dist02;
        case 3 -> dist03;
        case 4 -> dist04;
        case 5 -> dist05;
        case 6 -> dist06;
        case 7 -> dist07;
        case 8 -> dist08;
        case 9 -> dist09;
        case 10 -> dist10;
        default -> throw new IllegalArgumentException("a warehouse has no district " + district);
      };
    }

    boolean isOriginal() {
      return data.contains(ORIGINAL);
    }

    /**
     * Returns the stock after an order of {@code count} items.
     *
     * @param remote whether the order's warehouse is another one
     */
    StockRow ordered(int count, boolean remote) {
      int left = quantity - count;
      return new StockRow(
          item,
          left >= LEAST_LEFT ? left : left + REFILL,
          dist01,
          dist02,
          dist03,
          dist04,
          dist05,
          dist06,
          dist07,
          dist08,
          dist09,
          dist10,
          yearToDate + count,
          orders + 1,
          remote ? remoteOrders + 1 : remoteOrders,
          data);
    }
  }

  /**
   * The sizes of all warehouses and the seed of their rows. They are stored in the first warehouse
   * before any row, so that a load that was interrupted continues with the same rows, and other
   * rows are never mistaken for them.
   *
   * @param customers the number of customers of a district
   * @param seed the seed of the first load
   * @param at the date of the rows
   */
  public record Extent(int warehouses, int customers, int items, long seed, Instant at) {

    /** Returns the flags that say the same sizes. */
    String flags() {
      return "--warehouses %s --customers %s --items %s".formatted(warehouses, customers, items);
    }
  }
}
