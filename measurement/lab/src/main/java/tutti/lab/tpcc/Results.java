package tutti.lab.tpcc;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** The results of transactions for their terminals (clauses 2.4.3 to 2.8.3), and their parts. */
public final class Results {
  private static final int PLACES = 2;

  private Results() {}

  /** A customer, by the number or by the last name. */
  public record Who(int district, Optional<Integer> id, Optional<String> last) {}

  /**
   * A line of an order that is asked for.
   *
   * @param supplier the key of the warehouse that supplies it
   */
  public record Line(int item, String supplier, int quantity) {}

  /** A line of an order that is asked for, by the number of the warehouse that supplies it. */
  public record OrderedItem(int item, int supplier, int quantity) {}

  /** A part of a line that another warehouse is asked for. */
  public record Wanted(int item, int quantity) {}

  /** A supplying warehouse's answer about its stock of one item. */
  public record Supplied(int left, String distInfo, boolean original) {

    /** Returns what the stock is after an order of a district. */
    static Supplied of(Tables.StockRow row, int district) {
      return new Supplied(row.quantity(), row.dist(district), row.isOriginal());
    }
  }

  /**
   * A line of an order.
   *
   * @param brand B where the item and its stock are original ones, and G
   */
  public record PlacedLine(
      int item,
      String name,
      int quantity,
      int stock,
      String brand,
      BigDecimal price,
      BigDecimal amount) {

    static PlacedLine of(Tables.ItemRow item, int quantity, Supplied supplied) {
      return new PlacedLine(
          item.id(),
          item.name(),
          quantity,
          supplied.left(),
          item.isOriginal() && supplied.original() ? "B" : "G",
          item.price(),
          item.price().multiply(BigDecimal.valueOf(quantity)));
    }
  }

  /** An order. */
  public record Placed(
      int order,
      Instant entered,
      String last,
      String credit,
      BigDecimal discount,
      BigDecimal warehouseTax,
      BigDecimal districtTax,
      BigDecimal total,
      List<PlacedLine> lines) {

    /** Returns the price of an order with its taxes, exactly rounded at last. */
    static BigDecimal total(
        BigDecimal amounts, BigDecimal discount, BigDecimal warehouseTax, BigDecimal districtTax) {
      return amounts
          .multiply(BigDecimal.ONE.subtract(discount))
          .multiply(BigDecimal.ONE.add(warehouseTax).add(districtTax))
          .setScale(PLACES, RoundingMode.HALF_UP);
    }
  }

  /**
   * A customer who has paid, as the customer's warehouse tells it.
   *
   * @param payment its number among the customer's
   * @param data the beginning of the data of one with bad credit
   */
  public record Payer(
      int id,
      String first,
      String middle,
      String last,
      Tables.Address address,
      String phone,
      Instant since,
      String credit,
      BigDecimal creditLimit,
      BigDecimal discount,
      BigDecimal balance,
      int payment,
      Optional<String> data) {
    private static final int SHOWN = 200;

    static Payer of(Tables.CustomerRow customer) {
      return new Payer(
          customer.id(),
          customer.first(),
          customer.middle(),
          customer.last(),
          customer.address(),
          customer.phone(),
          customer.since(),
          customer.credit(),
          customer.creditLimit(),
          customer.discount(),
          customer.balance(),
          customer.payments(),
          customer.hasBadCredit()
              ? Optional.of(customer.data().substring(0, Math.min(SHOWN, customer.data().length())))
              : Optional.empty());
    }
  }

  /** A payment. */
  public record Paid(
      Payer payer, Tables.Address warehouse, Tables.Address district, Instant date) {}

  /** A customer's last order; none if there is none. */
  public record Status(
      int id,
      String first,
      String middle,
      String last,
      BigDecimal balance,
      Optional<Tables.OrderRow> order,
      List<Tables.OrderLineRow> lines) {

    static Status of(
        Tables.CustomerRow customer,
        Optional<Tables.OrderRow> order,
        List<Tables.OrderLineRow> lines) {
      return new Status(
          customer.id(),
          customer.first(),
          customer.middle(),
          customer.last(),
          customer.balance(),
          order,
          lines);
    }
  }

  /** A district's order that was delivered. */
  public record Delivered(int district, int order) {}
}
