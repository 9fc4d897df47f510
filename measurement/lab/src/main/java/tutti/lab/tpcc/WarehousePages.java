package tutti.lab.tpcc;

import java.util.List;
import java.util.Optional;
import tutti.lab.tpcc.Tables.CustomerKey;
import tutti.lab.tpcc.Tables.CustomerRow;
import tutti.lab.tpcc.Tables.DistrictRow;
import tutti.lab.tpcc.Tables.Extent;
import tutti.lab.tpcc.Tables.HistoryKey;
import tutti.lab.tpcc.Tables.HistoryRow;
import tutti.lab.tpcc.Tables.ItemRow;
import tutti.lab.tpcc.Tables.NewOrderRow;
import tutti.lab.tpcc.Tables.OrderKey;
import tutti.lab.tpcc.Tables.OrderLineKey;
import tutti.lab.tpcc.Tables.OrderLineRow;
import tutti.lab.tpcc.Tables.OrderRow;
import tutti.lab.tpcc.Tables.StockRow;
import tutti.lab.tpcc.Tables.WarehouseRow;
import tutti.model.actor.Accesses;
import tutti.model.actor.Query;
import tutti.model.relation.Relation;

/**
 * Queries of the tables of a warehouse, some rows after a key, in the order of primary keys: with
 * these the tables are checked and exported.
 */
public final class WarehousePages {
  private WarehousePages() {}

  private static <K, R extends Record> List<R> after(
      Relation<K, R> relation, Optional<K> key, int limit) {
    return key.isPresent()
        ? relation.scan().after(key.get()).limit(limit).list()
        : relation.scan().limit(limit).list();
  }

  /** The warehouse; no row if it is not loaded. */
  @Accesses.Only({})
  public record Warehouses() implements Query<Warehouse, List<WarehouseRow>> {
    @Override
    public List<WarehouseRow> run(Warehouse home) {
      return home.warehouse.scan().list();
    }
  }

  /** The districts. */
  @Accesses.Only({})
  public record Districts() implements Query<Warehouse, List<DistrictRow>> {
    @Override
    public List<DistrictRow> run(Warehouse home) {
      return home.districts.scan().list();
    }
  }

  /** Some customers. */
  @Accesses.Only({})
  public record Customers(Optional<CustomerKey> after, int limit)
      implements Query<Warehouse, List<CustomerRow>> {
    @Override
    public List<CustomerRow> run(Warehouse home) {
      return WarehousePages.after(home.customers, after, limit);
    }
  }

  /** Some payments, in the order of customers. */
  @Accesses.Only({})
  public record Payments(Optional<HistoryKey> after, int limit)
      implements Query<Warehouse, List<HistoryRow>> {
    @Override
    public List<HistoryRow> run(Warehouse home) {
      return WarehousePages.after(home.history, after, limit);
    }
  }

  /** Some orders that are not delivered. */
  @Accesses.Only({})
  public record NewOrders(Optional<OrderKey> after, int limit)
      implements Query<Warehouse, List<NewOrderRow>> {
    @Override
    public List<NewOrderRow> run(Warehouse home) {
      return WarehousePages.after(home.newOrders, after, limit);
    }
  }

  /** Some orders. */
  @Accesses.Only({})
  public record Orders(Optional<OrderKey> after, int limit)
      implements Query<Warehouse, List<OrderRow>> {
    @Override
    public List<OrderRow> run(Warehouse home) {
      return WarehousePages.after(home.orders, after, limit);
    }
  }

  /** Some lines of orders. */
  @Accesses.Only({})
  public record OrderLines(Optional<OrderLineKey> after, int limit)
      implements Query<Warehouse, List<OrderLineRow>> {
    @Override
    public List<OrderLineRow> run(Warehouse home) {
      return WarehousePages.after(home.lines, after, limit);
    }
  }

  /** Some items. */
  @Accesses.Only({})
  public record Items(Optional<Integer> after, int limit)
      implements Query<Warehouse, List<ItemRow>> {
    @Override
    public List<ItemRow> run(Warehouse home) {
      return WarehousePages.after(home.items, after, limit);
    }
  }

  /** Some of the stock. */
  @Accesses.Only({})
  public record Stock(Optional<Integer> after, int limit)
      implements Query<Warehouse, List<StockRow>> {
    @Override
    public List<StockRow> run(Warehouse home) {
      return WarehousePages.after(home.stock, after, limit);
    }
  }

  /** The extent of the load that was begun, if one was. */
  @Accesses.Only({})
  public record Begun() implements Query<Warehouse, Optional<Extent>> {
    @Override
    public Optional<Extent> run(Warehouse home) {
      return home.extent.scan().limit(1).first();
    }
  }
}
