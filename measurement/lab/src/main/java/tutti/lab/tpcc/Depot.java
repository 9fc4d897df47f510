package tutti.lab.tpcc;

import java.math.BigDecimal;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tutti.lab.tpcc.Tables.WarehouseRow;
import tutti.lab.tpcc.WarehousePages.Extent;
import tutti.model.actor.Actor;
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
  public final Relation<Integer, Loaded> loaded =
      relation("loaded", Loaded.class, Loaded::warehouse);

  /** The rows that the warehouse was loaded with: customers of a district, and items. */
  public record Loaded(int warehouse, int customers, int items) {}

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

  /** The row, for its taxes. */
  public record Tell() implements Query<Depot, WarehouseRow> {
    @Override
    public WarehouseRow run(Depot depot) {
      return depot.row();
    }
  }

  /** The row, if it is there. */
  public record Find() implements Query<Depot, Optional<WarehouseRow>> {
    @Override
    public Optional<WarehouseRow> run(Depot depot) {
      return depot.warehouse.scan().limit(1).first();
    }
  }

  /** A payment. */
  public record Take(BigDecimal amount) implements Procedure<Depot, WarehouseRow> {
    @Override
    public WarehouseRow run(Depot depot) {
      WarehouseRow paid = depot.row().paid(amount);
      depot.warehouse.update(paid);
      return paid;
    }
  }

  /** The row, which is loaded last: it says that all else is there. */
  public record Load(WarehouseRow row, int customers, int items)
      implements Procedure<Depot, @Nullable Void> {
    @Override
    @SuppressWarnings("NullAway") // a Void is null
    public @Nullable Void run(Depot depot) {
      depot.warehouse.insert(row);
      depot.loaded.insert(new Loaded(row.id(), customers, items));
      return null;
    }
  }

  /** How much the warehouse was loaded with. */
  public record Measure() implements Query<Depot, Extent> {
    @Override
    public Extent run(Depot depot) {
      Optional<Loaded> all = depot.loaded.scan().limit(1).first();
      return all.isPresent()
          ? new Extent(true, all.get().customers(), all.get().items())
          : new Extent(false, 0, 0);
    }
  }
}
