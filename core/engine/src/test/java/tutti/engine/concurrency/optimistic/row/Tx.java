package tutti.engine.concurrency.optimistic.row;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tutti.engine.concurrency.Claim;
import tutti.engine.concurrency.ConcurrencyControl;
import tutti.engine.concurrency.Owner;
import tutti.engine.concurrency.Work;
import tutti.engine.concurrency.optimistic.row.Shelf.Item;
import tutti.engine.storage.Cell;
import tutti.model.relation.store.KeyRange;
import tutti.model.relation.store.RowStore;

/** A transaction on one shelf, or several, as the engine would run it. */
final class Tx {
  final Owner owner;
  private final ConcurrencyControl control;
  private final List<RowStore> stores = new ArrayList<>();

  Tx(ConcurrencyControl control, Owner owner, Cell... cells) {
    this.control = control;
    this.owner = owner;
    for (Cell cell : cells) {
      Claim claim = owner.ask(control, cell, new Work.Run(true)).accept().claim();
      stores.add(Objects.requireNonNull(claim.rows()));
    }
  }

  Claim claim() {
    return owner.claims.getFirst();
  }

  @Nullable Item get(long id) {
    return get(0, id);
  }

  @Nullable Item get(int cell, long id) {
    return (Item) stores.get(cell).get(0, id);
  }

  void put(Item item) {
    put(0, item);
  }

  void put(int cell, Item item) {
    stores.get(cell).put(0, item.id(), item);
  }

  boolean insert(Item item) {
    return stores.getFirst().insert(0, item.id(), item);
  }

  @Nullable Item delete(long id) {
    return delete(0, id);
  }

  @Nullable Item delete(int cell, long id) {
    return (Item) stores.get(cell).delete(0, id);
  }

  List<Item> scan(int order, KeyRange range) {
    return scan(0, order, range);
  }

  List<Item> scan(int cell, int order, KeyRange range) {
    List<Item> found = new ArrayList<>();
    stores.get(cell).scan(0, order, range, false, row -> found.add((Item) row));
    return found;
  }

  @Nullable Item named(String name) {
    return (Item) stores.getFirst().find(0, Shelf.BY_NAME, name);
  }

  boolean fastens() {
    return owner.lock(control) && owner.validate(control);
  }

  void commit(long lsn) {
    owner.commit(control, lsn);
  }

  void abort() {
    owner.abort(control);
  }
}
