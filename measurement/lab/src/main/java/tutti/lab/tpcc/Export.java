package tutti.lab.tpcc;

import static tutti.lab.tpcc.Csv.decimal;
import static tutti.lab.tpcc.Csv.number;
import static tutti.lab.tpcc.Csv.text;
import static tutti.lab.tpcc.Csv.time;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Consumer;
import tutti.lab.tpcc.Tables.Address;
import tutti.lab.tpcc.Tables.CustomerRow;
import tutti.lab.tpcc.Tables.DistrictRow;
import tutti.lab.tpcc.Tables.HistoryRow;
import tutti.lab.tpcc.Tables.ItemRow;
import tutti.lab.tpcc.Tables.NewOrderRow;
import tutti.lab.tpcc.Tables.OrderLineRow;
import tutti.lab.tpcc.Tables.OrderRow;
import tutti.lab.tpcc.Tables.StockRow;
import tutti.lab.tpcc.Tables.WarehouseRow;

/**
 * The nine tables as files of comma-separated values, with the specification's columns, and rows in
 * the order of the primary key; those of history, which has none, in the order of all columns but
 * its amount and data.
 */
final class Export {
  private static final int MONEY = 2;
  private static final int RATE = 4;

  /** The order of a warehouse's history. */
  private static final Comparator<HistoryRow> BY_PAYER =
      Comparator.comparingInt(HistoryRow::district)
          .thenComparingInt(HistoryRow::customerWarehouse)
          .thenComparingInt(HistoryRow::customerDistrict)
          .thenComparingInt(HistoryRow::customer)
          .thenComparing(HistoryRow::date)
          .thenComparingInt(HistoryRow::payment);

  private final TableSource tables;
  private final int warehouses;
  private final Path folder;

  private Export(TableSource tables, int warehouses, Path folder) {
    this.tables = tables;
    this.warehouses = warehouses;
    this.folder = folder;
  }

  /**
   * Writes the tables of {@code warehouses} warehouses into a folder, which is created if it does
   * not exist.
   */
  static void write(TableSource tables, int warehouses, Path folder)
      throws IOException, InterruptedException {
    Files.createDirectories(folder);
    new Export(tables, warehouses, folder).write();
  }

  /** The rows of one warehouse. */
  private interface Rows<R> {
    void of(int warehouse, Consumer<R> sink) throws InterruptedException;
  }

  /** The values of a row of one warehouse. */
  private interface Values<R> {
    List<String> of(int warehouse, R row);
  }

  private <R> void table(String name, String columns, Rows<R> rows, Values<R> values)
      throws IOException, InterruptedException {
    try (Csv csv = Csv.begin(folder.resolve(name + ".csv"), List.of(columns.split(" ")))) {
      for (int number = 1; number <= warehouses; number++) {
        int warehouse = number;
        rows.of(warehouse, row -> csv.row(values.of(warehouse, row)));
      }
    }
  }

  private void write() throws IOException, InterruptedException {
    table(
        "warehouse",
        "w_id w_name w_street_1 w_street_2 w_city w_state w_zip w_tax w_ytd",
        tables::warehouses,
        Export::warehouse);
    table(
        "district",
        "d_id d_w_id d_name d_street_1 d_street_2 d_city d_state d_zip d_tax d_ytd d_next_o_id",
        tables::districts,
        Export::district);
    table(
        "customer",
        "c_id c_d_id c_w_id c_first c_middle c_last c_street_1 c_street_2 c_city c_state c_zip"
            + " c_phone c_since c_credit c_credit_lim c_discount c_balance c_ytd_payment"
            + " c_payment_cnt c_delivery_cnt c_data",
        tables::customers,
        Export::customer);
    table(
        "history",
        "h_c_id h_c_d_id h_c_w_id h_d_id h_w_id h_date h_amount h_data",
        this::sortedHistory,
        Export::history);
    table("new_order", "no_o_id no_d_id no_w_id", tables::newOrders, Export::newOrder);
    table(
        "order",
        "o_id o_d_id o_w_id o_c_id o_entry_d o_carrier_id o_ol_cnt o_all_local",
        tables::orders,
        Export::order);
    table(
        "order_line",
        "ol_o_id ol_d_id ol_w_id ol_number ol_i_id ol_supply_w_id ol_delivery_d ol_quantity"
            + " ol_amount ol_dist_info",
        tables::lines,
        Export::line);
    table("item", "i_id i_im_id i_name i_price i_data", this::itemsOnce, Export::item);
    table(
        "stock",
        "s_i_id s_w_id s_quantity s_dist_01 s_dist_02 s_dist_03 s_dist_04 s_dist_05 s_dist_06"
            + " s_dist_07 s_dist_08 s_dist_09 s_dist_10 s_ytd s_order_cnt s_remote_cnt s_data",
        tables::stock,
        Export::stock);
  }

  private void sortedHistory(int warehouse, Consumer<HistoryRow> sink) throws InterruptedException {
    List<HistoryRow> rows = new ArrayList<>();
    tables.history(warehouse, rows::add);
    rows.sort(BY_PAYER);
    rows.forEach(sink);
  }

  /** Gives the items, which belong to no warehouse, with the first one. */
  private void itemsOnce(int warehouse, Consumer<ItemRow> sink) throws InterruptedException {
    if (warehouse == 1) {
      tables.items(sink);
    }
  }

  private static void add(List<String> values, Address address) {
    values.add(text(address.street1()));
    values.add(text(address.street2()));
    values.add(text(address.city()));
    values.add(text(address.state()));
    values.add(text(address.zip()));
  }

  private static List<String> warehouse(int warehouse, WarehouseRow row) {
    List<String> values = new ArrayList<>();
    values.add(number(warehouse));
    values.add(text(row.name()));
    add(values, row.address());
    values.add(decimal(row.tax(), RATE));
    values.add(decimal(row.yearToDate(), MONEY));
    return values;
  }

  private static List<String> district(int warehouse, DistrictRow row) {
    List<String> values = new ArrayList<>();
    values.add(number(row.id()));
    values.add(number(warehouse));
    values.add(text(row.name()));
    add(values, row.address());
    values.add(decimal(row.tax(), RATE));
    values.add(decimal(row.yearToDate(), MONEY));
    values.add(number(row.nextOrder()));
    return values;
  }

  private static List<String> customer(int warehouse, CustomerRow row) {
    List<String> values = new ArrayList<>();
    values.add(number(row.id()));
    values.add(number(row.district()));
    values.add(number(warehouse));
    values.add(text(row.first()));
    values.add(text(row.middle()));
    values.add(text(row.last()));
    add(values, row.address());
    values.add(text(row.phone()));
    values.add(time(row.since()));
    values.add(text(row.credit()));
    values.add(decimal(row.creditLimit(), MONEY));
    values.add(decimal(row.discount(), RATE));
    values.add(decimal(row.balance(), MONEY));
    values.add(decimal(row.paidToDate(), MONEY));
    values.add(number(row.payments()));
    values.add(number(row.deliveries()));
    values.add(text(row.data()));
    return values;
  }

  private static List<String> history(int warehouse, HistoryRow row) {
    return List.of(
        number(row.customer()),
        number(row.customerDistrict()),
        number(row.customerWarehouse()),
        number(row.district()),
        number(warehouse),
        time(row.date()),
        decimal(row.amount(), MONEY),
        text(row.data()));
  }

  private static List<String> newOrder(int warehouse, NewOrderRow row) {
    return List.of(number(row.id()), number(row.district()), number(warehouse));
  }

  private static List<String> order(int warehouse, OrderRow row) {
    return List.of(
        number(row.id()),
        number(row.district()),
        number(warehouse),
        number(row.customer()),
        time(row.entered()),
        row.carrier().map(Csv::number).orElse(Csv.NULL),
        number(row.lines()),
        number(row.allLocal() ? 1 : 0));
  }

  private static List<String> line(int warehouse, OrderLineRow row) {
    return List.of(
        number(row.order()),
        number(row.district()),
        number(warehouse),
        number(row.number()),
        number(row.item()),
        number(row.supplier()),
        row.delivered().map(Csv::time).orElse(Csv.NULL),
        number(row.quantity()),
        decimal(row.amount(), MONEY),
        text(row.distInfo()));
  }

  private static List<String> item(int warehouse, ItemRow row) {
    return List.of(
        number(row.id()),
        number(row.image()),
        text(row.name()),
        decimal(row.price(), MONEY),
        text(row.data()));
  }

  private static List<String> stock(int warehouse, StockRow row) {
    List<String> values = new ArrayList<>();
    values.add(number(row.item()));
    values.add(number(warehouse));
    values.add(number(row.quantity()));
    for (int district = 1; district <= TpccShape.DISTRICTS; district++) {
      values.add(text(row.dist(district)));
    }
    values.add(number(row.yearToDate()));
    values.add(number(row.orders()));
    values.add(number(row.remoteOrders()));
    values.add(text(row.data()));
    return values;
  }
}
