package tutti.lab.tpcc;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
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
import tutti.model.ActorId;
import tutti.model.ActorState;
import tutti.simulator.check.RowsImage;

/**
 * The tables in the states of all actors of a simulation, whatever is an actor. Rows are in no
 * order.
 */
final class StateTables implements TableSource {
  private static final int KEY = Warehouse.key(1).length();

  private final Map<ActorId, ActorState> states;

  StateTables(Map<ActorId, ActorState> states) {
    this.states = states;
  }

  /** Returns the numbers of the warehouses that are loaded. */
  List<Integer> warehouses() {
    TreeSet<Integer> numbers = new TreeSet<>();
    states.forEach(
        (actor, state) -> {
          if (RowsImage.in(state).rows().values().stream()
              .anyMatch(WarehouseRow.class::isInstance)) {
            numbers.add(Integer.valueOf(actor.key().substring(0, KEY)));
          }
        });
    return List.copyOf(numbers);
  }

  /** Returns the rows of a kind that the actors of a warehouse have. */
  private <R extends Record> List<R> rows(int warehouse, Class<R> kind) {
    List<R> rows = new ArrayList<>();
    states.forEach(
        (actor, state) -> {
          if (actor.key().startsWith(Warehouse.key(warehouse))) {
            for (Record row : RowsImage.in(state).rows().values()) {
              if (kind.isInstance(row)) {
                rows.add(kind.cast(row));
              }
            }
          }
        });
    return rows;
  }

  @Override
  public void warehouses(int warehouse, Consumer<WarehouseRow> sink) {
    rows(warehouse, WarehouseRow.class).forEach(sink);
  }

  @Override
  public void districts(int warehouse, Consumer<DistrictRow> sink) {
    rows(warehouse, DistrictRow.class).forEach(sink);
  }

  @Override
  public void customers(int warehouse, Consumer<CustomerRow> sink) {
    rows(warehouse, CustomerRow.class).forEach(sink);
  }

  /** Gives the rows of the warehouse, or those that customers of any have of it. */
  @Override
  public void history(int warehouse, Consumer<HistoryRow> sink) {
    rows(warehouse, HistoryRow.class).forEach(sink);
    for (int number : warehouses()) {
      for (CustomerAccount.Payment payment : rows(number, CustomerAccount.Payment.class)) {
        if (payment.warehouse() == warehouse) {
          sink.accept(payment.row());
        }
      }
    }
  }

  @Override
  public void newOrders(int warehouse, Consumer<NewOrderRow> sink) {
    rows(warehouse, NewOrderRow.class).forEach(sink);
    for (int district = 1; district <= TpccShape.DISTRICTS; district++) {
      ActorState state = states.get(new ActorId(Backlog.TYPE, District.key(warehouse, district)));
      if (state != null) {
        for (Record row : RowsImage.in(state).rows(Backlog.UNDELIVERED)) {
          sink.accept(new NewOrderRow(district, ((Backlog.Placed) row).order()));
        }
      }
    }
  }

  @Override
  public void orders(int warehouse, Consumer<OrderRow> sink) {
    rows(warehouse, OrderRow.class).forEach(sink);
  }

  @Override
  public void lines(int warehouse, Consumer<OrderLineRow> sink) {
    rows(warehouse, OrderLineRow.class).forEach(sink);
  }

  @Override
  public void items(Consumer<ItemRow> sink) {
    rows(1, ItemRow.class).forEach(sink);
  }

  @Override
  public void stock(int warehouse, Consumer<StockRow> sink) {
    rows(warehouse, StockRow.class).forEach(sink);
  }
}
