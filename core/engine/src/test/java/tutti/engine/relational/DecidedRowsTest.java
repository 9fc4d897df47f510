package tutti.engine.relational;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import tutti.engine.storage.rows.ActorRows;
import tutti.engine.storage.rows.RowPlace;
import tutti.engine.storage.rows.RowTable;
import tutti.model.ActorId;
import tutti.model.actor.Actor;
import tutti.model.actor.JavaApplication;
import tutti.model.relation.Index;
import tutti.model.relation.Relation;
import tutti.model.relation.RelationDefinition;
import tutti.model.relation.store.KeyRange;

/** Rows are told as they were decided last, while another transaction has them locked. */
class DecidedRowsTest {
  private static final int BY_COLOUR = 1;

  static final class Shelf extends Actor {
    record Item(long id, String colour) {}

    final Relation<Long, Item> items = relation("items", Item.class, Item::id);
    final Index<String, Item> byColour = items.index(Item::colour);
  }

  private final ActorRows actor = actor();
  private final DecidedRows rows = new DecidedRows(new ActorId("Shelf", "1"), actor);

  private static ActorRows actor() {
    List<RelationDefinition<?, ?>> relations =
        JavaApplication.named("shelves")
            .actor("Shelf", Shelf::new)
            .build()
            .types()
            .getFirst()
            .relations();
    return new ActorRows("Shelf", relations);
  }

  @SuppressWarnings("unchecked") // the only relation's
  private RowTable<Shelf.Item> items() {
    return (RowTable<Shelf.Item>) actor.table(0);
  }

  private List<Record> all(int order) {
    List<Record> all = new ArrayList<>();
    rows.scan(0, order, KeyRange.ALL, false, all::add);
    return all;
  }

  @Test
  void lockedRowsAreToldAsTheyWere() {
    Shelf.Item red = new Shelf.Item(1, "red");
    items().apply(1L, red, 8);
    RowPlace changed = Objects.requireNonNull(items().find(1L, null));
    assertThat(changed.lock()).isTrue();
    items().prepare(changed, new Shelf.Item(1, "blue"), null);
    RowPlace inserted = items().make(2L, null);
    assertThat(inserted.lock()).isTrue();
    items().prepare(inserted, new Shelf.Item(2, "blue"), null);

    assertTimeoutPreemptively(
        Duration.ofMinutes(1),
        () -> {
          assertThat(rows.get(0, 1L)).isEqualTo(red);
          assertThat(rows.get(0, 2L)).isNull();
          assertThat(all(0)).containsExactly(red);
          assertThat(all(BY_COLOUR)).containsExactly(red);
        });
  }
}
