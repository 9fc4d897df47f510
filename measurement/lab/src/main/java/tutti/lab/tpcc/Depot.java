package tutti.lab.tpcc;

import java.math.BigDecimal;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tutti.lab.tpcc.Tables.Extent;
import tutti.lab.tpcc.Tables.WarehouseRow;
import tutti.model.actor.Actor;
import tutti.model.actor.Internal;
import tutti.model.actor.Procedure;
import tutti.model.actor.Query;
import tutti.model.relation.Relation;

/** The row of a warehouse, where all that belongs to it is other actors. */
public final class Depot extends Actor {
  static final String TYPE = "Depot";

  /** The code of a refusal while rows are not loaded. */
  static final String NOT_LOADED = "not-loaded";

  public final Relation<Integer, WarehouseRow> warehouse =
      relation("warehouse", WarehouseRow.class, WarehouseRow::id);

  /** One row in the first warehouse, for all. */
  public final Relation<Integer, Extent> extent =
      relation("extent", Extent.class, Extent::warehouses);

  static String key(int warehouse) {
    return Warehouse.key(warehouse);
  }

  private WarehouseRow row() {
    return warehouse
        .scan()
        .limit(1)
        .first()
        .orElseThrow(() -> abort(NOT_LOADED, "the warehouse is not there"));
  }

  /** Returns the row, for its taxes. */
  public record Tell() implements Query<Depot, WarehouseRow> {
    @Override
    public WarehouseRow run(Depot depot) {
      return depot.row();
    }
  }

  /** Returns the row, if it exists. */
  public record Find() implements Query<Depot, Optional<WarehouseRow>> {
    @Override
    public Optional<WarehouseRow> run(Depot depot) {
      return depot.warehouse.scan().limit(1).first();
    }
  }

  /** Takes a payment. */
  @Internal
  public record Take(BigDecimal amount) implements Procedure<Depot, WarehouseRow> {
    @Override
    public WarehouseRow run(Depot depot) {
      WarehouseRow paid = depot.row().paid(amount);
      depot.warehouse.update(paid);
      return paid;
    }
  }

  /** The row, which is loaded last: it says that all else is there. */
  public record Load(WarehouseRow row) implements Procedure<Depot, @Nullable Void> {
    @Override
    @SuppressWarnings("NullAway") // a Void is null
    public @Nullable Void run(Depot depot) {
      if (!depot.warehouse.contains(row.id())) {
        depot.warehouse.insert(row);
      }
      return null;
    }
  }

  /** The extent of the load that begins; that of one that was begun before stays. */
  public record BeginLoad(Extent extent) implements Procedure<Depot, @Nullable Void> {
    @Override
    @SuppressWarnings("NullAway") // a Void is null
    public @Nullable Void run(Depot depot) {
      if (depot.extent.scan().limit(1).first().isEmpty()) {
        depot.extent.insert(extent);
      }
      return null;
    }
  }

  /** The extent of the load that was begun, if one was. */
  public record Begun() implements Query<Depot, Optional<Extent>> {
    @Override
    public Optional<Extent> run(Depot depot) {
      return depot.extent.scan().limit(1).first();
    }
  }
}
