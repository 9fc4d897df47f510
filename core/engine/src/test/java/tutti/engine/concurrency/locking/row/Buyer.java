package tutti.engine.concurrency.locking.row;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tutti.engine.concurrency.Ask;
import tutti.engine.concurrency.Claim;
import tutti.engine.concurrency.Owner;
import tutti.engine.concurrency.Work;
import tutti.engine.concurrency.locking.row.Shop.Item;
import tutti.engine.storage.Cell;
import tutti.model.relation.store.KeyRange;
import tutti.model.relation.store.RowStore;

/** A transaction that works on a shop's rows, in one thread with others: it never really waits. */
final class Buyer {
  final Owner owner;
  final Claim claim;
  final RowStore rows;
  private final RowLocking control;

  /** The lock that it could not have, if it could not. */
  @Nullable Ask last;

  /** Out of the middle of what it does: it has to wait, or to begin anew. */
  private static final class NotNow extends RuntimeException {
    private static final long serialVersionUID = 1;
  }

  Buyer(RowLocking control, Cell cell, int number) {
    this(control, cell, new Owner(number));
  }

  Buyer(RowLocking control, Cell cell, Owner owner) {
    this.control = control;
    this.owner = owner;
    this.claim = owner.ask(control, cell, new Work.Run(true)).accept().claim();
    this.rows = Objects.requireNonNull(claim.rows());
    claim.waitBy(
        lock -> {
          last = owner.ask(control, cell, lock);
          if (!last.accepted()) {
            throw new NotNow();
          }
        });
  }

  /** Does something: A if it could, D if it has to wait, C if it has to begin anew. */
  char tries(Consumer<RowStore> what) {
    try {
      what.accept(rows);
      return 'A';
    } catch (NotNow notNow) {
      return Objects.requireNonNull(last).letter();
    }
  }

  char reads(long id) {
    return tries(it -> it.get(Shop.ITEMS, id));
  }

  char puts(long id, String colour, long price) {
    return tries(it -> it.put(Shop.ITEMS, id, Shop.item(id, colour, price)));
  }

  char updates(long id) {
    return tries(it -> it.update(Shop.ITEMS, id, Shop.item(id, "blue", 1)));
  }

  char deletes(long id) {
    return tries(it -> it.delete(Shop.ITEMS, id));
  }

  char scans(int order, KeyRange range) {
    return tries(it -> scan(order, range, false, Integer.MAX_VALUE));
  }

  @Nullable Item get(long id) {
    return (Item) rows.get(Shop.ITEMS, id);
  }

  /** The first few rows of a range. */
  List<Item> scan(int order, KeyRange range, boolean descending, int most) {
    List<Item> found = new ArrayList<>();
    rows.scan(
        Shop.ITEMS,
        order,
        range,
        descending,
        row -> {
          found.add((Item) row);
          return found.size() < most;
        });
    return found;
  }

  void commits(long lsn) {
    owner.commit(control, lsn);
  }

  void aborts() {
    owner.abort(control);
  }

  /** Returns whether the last request has been granted since. */
  boolean granted() {
    return Objects.requireNonNull(last).accepted();
  }
}
