package tutti.engine.concurrency.optimistic.row;

import static org.assertj.core.api.Assertions.assertThat;
import static tutti.engine.concurrency.optimistic.row.Shelf.item;

import java.util.ArrayList;
import java.util.List;
import tutti.engine.concurrency.Owner;
import tutti.engine.concurrency.optimistic.row.Shelf.Item;
import tutti.engine.storage.Cell;

/** Transactions on the rows of one shelf. */
abstract class ShelfTransactions {
  final List<Long> versions = new ArrayList<>();
  final RowOptimistic control = new RowOptimistic((claim, version) -> versions.add(version));
  final Cell cell = Shelf.cell("a");
  int owners;
  long lsn;

  Tx begin(Cell... cells) {
    return new Tx(control, new Owner(++owners), cells.length == 0 ? new Cell[] {cell} : cells);
  }

  /** Part of a transaction that another node coordinates. */
  Tx beginBranch() {
    return new Tx(control, new Owner(++owners).ofAnotherNode(), cell);
  }

  void have(Item... items) {
    Tx tx = begin();
    for (Item item : items) {
      tx.put(item);
    }
    commit(tx);
    versions.clear();
  }

  void commit(Tx tx) {
    assertThat(tx.fastens()).isTrue();
    lsn += 100;
    tx.commit(lsn);
  }

  static void assertConflict(Tx tx) {
    assertThat(tx.fastens()).isFalse();
    tx.abort();
  }
}
