package tutti.engine.snapshot;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import tutti.engine.storage.rows.ActorRows;
import tutti.engine.storage.rows.RowPlace;
import tutti.engine.storage.rows.RowTable;
import tutti.model.ActorId;
import tutti.model.actor.Actor;
import tutti.model.actor.JavaApplication;
import tutti.model.relation.Index;
import tutti.model.relation.KeyShape;
import tutti.model.relation.Relation;
import tutti.model.relation.store.KeyRange;

class SnapshotsTest {
  private static final int BY_COLOUR = 1;

  /** An actor with a relation that has an index. */
  static final class Shop extends Actor {
    record Item(long id, String colour, long price) {}

    final Relation<Long, Item> items = relation("items", Item.class, Item::id);
    final Index<String, Item> byColour = items.index(Item::colour);
  }

  private final ActorRows rows =
      new ActorRows(
          "Shop",
          JavaApplication.named("shops")
              .actor("Shop", Shop::new)
              .build()
              .types()
              .getFirst()
              .relations());
  private final Map<Long, Shop.Item> model = new HashMap<>();
  private final List<Long> opened = new ArrayList<>();
  private final Snapshots snapshots =
      new Snapshots(
          (all, number, closed) -> {
            opened.add(number);
            return () -> opened.remove(number);
          });
  private long writes;

  @SuppressWarnings("unchecked") // of that relation
  private RowTable<Shop.Item> table() {
    return (RowTable<Shop.Item>) rows.table(0);
  }

  /** A transaction of the current epoch that writes one row, as a control does. */
  private void write(long id, Shop.@Nullable Item next) {
    RowTable<Shop.Item> table = table();
    RowPlace place = table.make(id, null);
    assertThat(place.lock()).isTrue();
    long epoch = snapshots.epoch();
    if (next != null) {
      table.prepare(place, next, null);
    }
    snapshots.keep(table, place, epoch);
    table.install(place, next, 8 * ++writes + (1L << 40));
    if (next == null) {
      model.remove(id);
    } else {
      model.put(id, next);
    }
  }

  private void put(long id, String colour, long price) {
    write(id, new Shop.Item(id, colour, price));
  }

  private RetainedVersions open() {
    long last = snapshots.epoch();
    snapshots.raise(last + 1);
    return Objects.requireNonNull(snapshots.find(last));
  }

  private SnapshotRows read(RetainedVersions kept) {
    return new SnapshotRows(new ActorId("Shop", "s"), rows, kept);
  }

  private List<Shop.Item> scan(
      RetainedVersions kept, int order, KeyRange range, boolean descending) {
    List<Shop.Item> found = new ArrayList<>();
    read(kept).scan(0, order, range, descending, row -> found.add((Shop.Item) row));
    return found;
  }

  @SuppressWarnings("unchecked") // of that order
  private KeyRange range(int order, Object key) {
    return ((KeyShape<Object, ?>) rows.relations().getFirst().orders().get(order).key()).range(key);
  }

  @Test
  void seesRowsThatAreGoneAndNotThoseThatCameSince() {
    put(1, "red", 10);
    put(2, "red", 20);
    RetainedVersions kept = open();
    write(1, null);
    put(3, "red", 30);
    put(2, "blue", 21);

    assertThat(read(kept).get(0, 1L)).isEqualTo(new Shop.Item(1, "red", 10));
    assertThat(read(kept).get(0, 2L)).isEqualTo(new Shop.Item(2, "red", 20));
    assertThat(read(kept).get(0, 3L)).isNull();
    assertThat(scan(kept, BY_COLOUR, range(BY_COLOUR, "red"), false))
        .containsExactly(new Shop.Item(1, "red", 10), new Shop.Item(2, "red", 20));
    assertThat(scan(kept, BY_COLOUR, range(BY_COLOUR, "blue"), false)).isEmpty();
  }

  @Test
  void seesARowThatWentAndCameAgainAsItWasFirst() {
    put(1, "red", 10);
    RetainedVersions kept = open();
    write(1, null);
    put(1, "blue", 11);
    put(1, "green", 12);

    assertThat(read(kept).get(0, 1L)).isEqualTo(new Shop.Item(1, "red", 10));
    assertThat(scan(kept, 0, KeyRange.ALL, false)).containsExactly(new Shop.Item(1, "red", 10));
    assertThat(scan(kept, BY_COLOUR, KeyRange.ALL, true))
        .containsExactly(new Shop.Item(1, "red", 10));
  }

  @Test
  void readsPastALock() {
    put(1, "red", 10);
    RetainedVersions kept = open();
    assertThat(table().make(1L, null).lock()).isTrue();

    assertThat(read(kept).get(0, 1L)).isEqualTo(new Shop.Item(1, "red", 10));
    assertThat(scan(kept, 0, KeyRange.ALL, false)).hasSize(1);
  }

  @Test
  void keepsNothingForWhoIsInItAndNothingWhenItHasEnded() {
    put(1, "red", 10);
    RetainedVersions kept = open();
    snapshots.keep(table(), table().make(1L, null), kept.number());
    assertThat(snapshots.rows()).isZero();

    put(1, "blue", 11);
    assertThat(snapshots.rows()).isEqualTo(1);
    snapshots.end(kept.number());
    put(1, "green", 12);
    assertThat(snapshots.rows()).isZero();
    assertThat(snapshots.areOpen()).isFalse();
    assertThat(kept.ended()).isTrue();
  }

  @Test
  void tellsOfEachOnceAndKeepsNothingOfWhatItLeapsOver() {
    snapshots.raise(2);
    snapshots.raise(2);
    snapshots.raise(5);
    snapshots.raise(3);
    assertThat(opened).containsExactly(1L);
    assertThat(snapshots.epoch()).isEqualTo(5);
    assertThat(snapshots.close(4)).isFalse();
    assertThat(snapshots.close(5)).isTrue();
    // Who opens it has asked how far all others are.
    assertThat(snapshots.close(8)).isTrue();
    assertThat(opened).containsExactly(1L, 5L, 8L);
    snapshots.endAll();
    assertThat(opened).isEmpty();
    assertThat(snapshots.areOpen()).isFalse();
  }

  @Test
  void tellsNothingThatMayComeAfterAnEpochBeforeAllNodesHaveClosedIt() {
    List<String> told = new ArrayList<>();
    snapshots.tell(() -> told.add("at once"));
    snapshots.raise(2);
    snapshots.tell(() -> told.add("after 1"));
    assertThat(snapshots.close(1)).isTrue();
    snapshots.close(2);
    snapshots.<String>telling(told::add).accept("after 2");
    snapshots.closed(2);
    assertThat(told).containsExactly("at once");
    snapshots.closed(1);
    assertThat(told).containsExactly("at once", "after 1", "after 2");
    snapshots.tell(() -> told.add("at once"));
    assertThat(told).hasSize(4);
  }

  @Test
  void doesNotTakePartInASnapshotAnyMoreThatItDoesNotWaitForAnyMore() {
    List<String> told = new ArrayList<>();
    snapshots.raise(2);
    snapshots.tell(() -> told.add("after 1"));
    snapshots.close(2);
    snapshots.tell(() -> told.add("after 2"));
    snapshots.end(1);
    assertThat(told).containsExactly("after 1");
    assertThat(snapshots.close(1)).isFalse();
    assertThat(snapshots.opened(1)).isNull();
    snapshots.endAll();
    assertThat(told).containsExactly("after 1", "after 2");
  }

  @Test
  void aStepThatComesAfterTheEndOpensNothing() {
    snapshots.end(7);
    assertThat(snapshots.close(7)).isFalse();
    snapshots.raise(8);
    assertThat(snapshots.areOpen()).isFalse();
    assertThat(opened).isEmpty();
    assertThat(snapshots.close(snapshots.epoch())).isTrue();
    assertThat(opened).containsExactly(8L);
  }

  @Test
  void everySnapshotIsAsTheRowsWereWhateverIsWrittenSince() {
    Random random = new Random(7);
    Map<RetainedVersions, List<Shop.Item>> were = new HashMap<>();
    for (int step = 0; step < 30_000; step++) {
      long id = random.nextInt(300);
      if (random.nextInt(3) == 0) {
        write(id, null);
      } else {
        put(id, "colour-" + random.nextInt(5), random.nextInt(100));
      }
      if (step % 1_000 == 500) {
        were.put(open(), List.copyOf(model.values()));
      }
      if (step % 1_000 == 0) {
        were.forEach(this::agrees);
        were.keySet().removeIf(kept -> random.nextInt(3) == 0 && ended(kept));
      }
    }
    assertThat(were).isNotEmpty();
  }

  private boolean ended(RetainedVersions kept) {
    snapshots.end(kept.number());
    return true;
  }

  private void agrees(RetainedVersions kept, List<Shop.Item> was) {
    Comparator<Shop.Item> byId = Comparator.comparingLong(Shop.Item::id);
    Comparator<Shop.Item> byColour = Comparator.comparing(Shop.Item::colour).thenComparing(byId);
    for (boolean descending : new boolean[] {false, true}) {
      assertThat(scan(kept, 0, KeyRange.ALL, descending))
          .isEqualTo(sorted(was, item -> true, byId, descending));
      assertThat(scan(kept, BY_COLOUR, KeyRange.ALL, descending))
          .isEqualTo(sorted(was, item -> true, byColour, descending));
      assertThat(scan(kept, BY_COLOUR, range(BY_COLOUR, "colour-2"), descending))
          .isEqualTo(sorted(was, item -> item.colour().equals("colour-2"), byColour, descending));
    }
    for (Shop.Item item : was) {
      assertThat(read(kept).get(0, item.id())).isEqualTo(item);
    }
  }

  private static List<Shop.Item> sorted(
      List<Shop.Item> items,
      Predicate<Shop.Item> which,
      Comparator<Shop.Item> order,
      boolean descending) {
    List<Shop.Item> found = new ArrayList<>(items.stream().filter(which).sorted(order).toList());
    if (descending) {
      Collections.reverse(found);
    }
    return found;
  }
}
