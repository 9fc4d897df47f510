package tutti.engine.storage.rows;

import java.util.List;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tutti.engine.storage.index.NodeSet;
import tutti.engine.storage.rows.Shop.Item;
import tutti.model.relation.RelationDefinition;
import tutti.model.testing.Effort;

/**
 * Tiny optimistic transactions over two rows, which come and go: reads are validated, and writes
 * lock in the order of keys, prepare, and install or undo (Silo §4.4).
 */
@Isolated("Lincheck changes the classes of the whole virtual machine while it runs")
public class RowTableInterleavingsTest {
  private static final RelationDefinition<Long, Item> ITEMS = Shop.definition();

  private final RowTable<Item> table = new RowTable<>(ITEMS);

  /** Begins with both rows. */
  public RowTableInterleavingsTest() {
    write();
  }

  /** Whether both rows have the same price, or neither is there, as of one moment. */
  @Operation
  public boolean read() {
    NodeSet nodes = new NodeSet();
    while (true) {
      nodes.clear();
      Seen first = see(1, nodes);
      Seen second = see(2, nodes);
      if (first.holds() && second.holds() && nodes.isValid()) {
        return first.price() == second.price();
      }
    }
  }

  /** Whether a row that is not validated is at least the one that belongs to its word: I1. */
  @Operation
  public boolean readOne() {
    Seen seen = see(1, new NodeSet());
    return seen.price() == 0 || seen.price() == seen.view().tid();
  }

  /** Both rows get a price that tells the TID: so they are never seen with different ones. */
  @Operation
  public final void write() {
    RowPlace first = locked(1);
    RowPlace second = locked(2);
    long tid = Math.max(first.tid(), second.tid()) + 8;
    Item one = item(1, tid);
    Item two = item(2, tid);
    table.prepare(first, one, null);
    table.prepare(second, two, null);
    table.install(first, one, tid);
    table.install(second, two, tid);
  }

  @Operation
  public void delete() {
    RowPlace first = locked(1);
    RowPlace second = locked(2);
    long tid = Math.max(first.tid(), second.tid()) + 8;
    table.install(first, null, tid);
    table.install(second, null, tid);
  }

  /** Looks as a write does, and thinks better of it. */
  @Operation
  public void undo() {
    RowPlace first = locked(1);
    Item one = item(1, 9);
    table.prepare(first, one, null);
    table.undo(first, one);
  }

  private static Item item(long id, long price) {
    return new Item(id, "red", "item-" + id, price);
  }

  private RowPlace locked(long id) {
    while (true) {
      RowPlace place = table.make(id, null);
      if (place.lock()) {
        return place;
      }
    }
  }

  private record Seen(RowPlace place, RowView view) {
    boolean holds() {
      return place == null || (!view.gone() && place.unchanged(view.word(), false));
    }

    long price() {
      return view.row() instanceof Item item ? item.price() : 0;
    }
  }

  private Seen see(long id, NodeSet nodes) {
    RowView view = new RowView();
    RowPlace place = table.find(id, nodes);
    if (place != null) {
      place.read(view);
    }
    return new Seen(place, view);
  }

  /** In turn with other structures: a model checker has much to prepare. */
  static List<Integer> iterations() {
    return Effort.fewInTurn(0, 3, List.of(Effort.of(8)));
  }

  @ParameterizedTest(allowZeroInvocations = true)
  @MethodSource("iterations")
  void transactionsThatValidateSeeOneMoment(int iterations) {
    new ModelCheckingOptions()
        .iterations(iterations)
        .invocationsPerIteration(100)
        .threads(2)
        .actorsPerThread(2)
        .actorsBefore(0)
        .actorsAfter(1)
        .check(RowTableInterleavingsTest.class);
  }
}
