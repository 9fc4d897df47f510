package tutti.lab.tpcc;

import java.util.function.Consumer;
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
 * The stored tables at rest, each row once, those of one warehouse at a time; from a database in
 * the order of primary keys.
 */
interface TableSource {

  void warehouses(int warehouse, Consumer<WarehouseRow> sink) throws InterruptedException;

  void districts(int warehouse, Consumer<DistrictRow> sink) throws InterruptedException;

  void customers(int warehouse, Consumer<CustomerRow> sink) throws InterruptedException;

  /** Gives the payments that a warehouse has taken, in the order of their customers. */
  void history(int warehouse, Consumer<HistoryRow> sink) throws InterruptedException;

  void newOrders(int warehouse, Consumer<NewOrderRow> sink) throws InterruptedException;

  void orders(int warehouse, Consumer<OrderRow> sink) throws InterruptedException;

  void lines(int warehouse, Consumer<OrderLineRow> sink) throws InterruptedException;

  /** Gives the items, which are the same for all warehouses. */
  void items(Consumer<ItemRow> sink) throws InterruptedException;

  void stock(int warehouse, Consumer<StockRow> sink) throws InterruptedException;
}
