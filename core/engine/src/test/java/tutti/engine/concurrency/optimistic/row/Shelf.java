package tutti.engine.concurrency.optimistic.row;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import tutti.engine.relational.RelationalActorType;
import tutti.engine.relational.RelationalApplication;
import tutti.engine.storage.Cell;
import tutti.engine.storage.index.Cursor;
import tutti.engine.storage.rows.ActorRows;
import tutti.engine.storage.rows.RowPlace;
import tutti.engine.storage.rows.RowTable;
import tutti.engine.storage.rows.RowView;
import tutti.model.ActorId;
import tutti.model.Encoder;
import tutti.model.actor.Actor;
import tutti.model.actor.JavaApplication;
import tutti.model.relation.Index;
import tutti.model.relation.Relation;
import tutti.model.relation.UniqueIndex;
import tutti.model.relation.store.KeyRange;

/**
 * An actor with a relation that has an index of either kind, and what a test wants to see of it.
 */
final class Shelf extends Actor {
  static final int BY_COLOUR = 1;
  static final int BY_NAME = 2;

  record Item(long id, String colour, String name, long amount) {}

  final Relation<Long, Item> items = relation("items", Item.class, Item::id);
  final Index<String, Item> byColour = items.index(Item::colour);
  final UniqueIndex<String, Item> byName = items.uniqueIndex(Item::name);

  static final RelationalActorType TYPE =
      Objects.requireNonNull(
          new RelationalApplication(
                  JavaApplication.named("shelves").actor("Shelf", Shelf::new).build(), null)
              .type(Shelf.class));

  static Cell cell(String key) {
    return new Cell(new ActorId("Shelf", key), TYPE, TYPE.blank(key));
  }

  static Item item(long id, String colour, long amount) {
    return new Item(id, colour, "item-" + id, amount);
  }

  /** All rows that are installed. */
  static List<Item> rows(Cell cell) {
    List<Item> all = new ArrayList<>();
    Cursor<RowPlace> places = table(cell).scan(0, KeyRange.ALL, false, null);
    while (places.next()) {
      if (places.value().installed() instanceof Item item) {
        all.add(item);
      }
    }
    return all;
  }

  /**
   * Asserts that no lock is held, every place has a row, and every index has the entry of each row
   * and no other.
   */
  static void assertTidy(Cell cell) {
    Encoder scratch = new Encoder();
    RowView view = new RowView();
    List<Item> rows = rows(cell);
    for (int order = 0; order <= BY_NAME; order++) {
      int entries = 0;
      Cursor<RowPlace> places = table(cell).scan(order, KeyRange.ALL, false, null);
      while (places.next()) {
        assertThat(places.value().tryRead(view)).as("unlocked").isTrue();
        Item row = (Item) Objects.requireNonNull(view.row());
        assertThat(table(cell).stands(order, places.key(), row, scratch)).isTrue();
        entries++;
      }
      assertThat(entries).as("entries of order %d", order).isEqualTo(rows.size());
    }
    assertThat(cell.control()).isNull();
  }

  @SuppressWarnings("unchecked") // the only relation's
  private static RowTable<Item> table(Cell cell) {
    return (RowTable<Item>) ActorRows.of(cell.state()).table(0);
  }
}
