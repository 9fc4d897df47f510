package tutti.engine.storage.rows;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import tutti.engine.storage.index.Cursor;
import tutti.engine.storage.index.NodeSet;
import tutti.engine.storage.rows.Shop.Item;
import tutti.model.Encoder;
import tutti.model.relation.store.KeyRange;

class RowTableTest {
  private final RowTable<Item> table = new RowTable<>(Shop.definition());
  private final NodeSet seen = new NodeSet();
  private final RowView view = new RowView();
  private final Encoder scratch = new Encoder();
  private int sequence;

  private static Item item(long id, String colour) {
    return new Item(id, colour, "item-" + id, 10);
  }

  private long nextTid() {
    return Tid.of(1, ++sequence);
  }

  private void put(Item item) {
    table.apply(item.id(), item, nextTid());
  }

  private @Nullable Item get(long id) {
    RowPlace place = table.find(id, null);
    if (place == null) {
      return null;
    }
    place.read(view);
    return (Item) view.row();
  }

  @Test
  void touchesTheRowsThatAreThere() {
    List<Long> keys = new ArrayList<>();
    for (long id = 0; id < 50; id++) {
      keys.add(id);
    }
    assertThat(table.touch(keys)).isZero();
    keys.forEach(id -> put(item(id, "red")));
    assertThat(table.touch(keys)).isPositive();
  }

  @Test
  void touchesNothingWithoutOverlappedReads() {
    table.use(new RowAccess(true, false));
    put(item(1, "red"));
    assertThat(table.touch(List.of(1L, 2L))).isZero();
  }

  @Test
  void findsRowsInTheirOrderWithoutTheHash() {
    put(item(1, "red"));
    table.use(new RowAccess(false, true));
    put(item(2, "red"));

    assertThat(get(1)).isEqualTo(item(1, "red"));
    assertThat(get(2)).isEqualTo(item(2, "red"));
    assertThat(table.touch(List.of(1L, 2L))).isZero();
    table.apply(1L, null, nextTid());
    assertThat(get(1)).isNull();
  }

  private List<Item> rows(Cursor<RowPlace> cursor, int order) {
    List<Item> found = new ArrayList<>();
    while (cursor.next()) {
      cursor.value().read(view);
      if (view.row() instanceof Item item && table.stands(order, cursor.key(), item, scratch)) {
        found.add(item);
      }
    }
    return found;
  }

  private List<Item> scan(int order, KeyRange range, boolean descending) {
    return rows(table.scan(order, range, descending, seen), order);
  }

  private RowPlace locked(long id) {
    RowPlace place = table.make(id, seen);
    assertThat(place.lock()).isTrue();
    return place;
  }

  @Test
  void readsWhatWasWrittenLast() {
    put(item(7, "red"));
    put(item(7, "blue"));
    assertThat(get(7)).isEqualTo(item(7, "blue"));
    assertThat(view.tid()).isEqualTo(Tid.of(1, 2));
    assertThat(get(8)).isNull();
  }

  @Test
  void keepsEveryOrderUpToDate() {
    put(item(7, "red"));
    put(item(8, "red"));
    put(item(9, "blue"));
    put(item(7, "green"));
    assertThat(scan(Shop.BY_COLOUR, KeyRange.of("red"), false)).containsExactly(item(8, "red"));
    assertThat(scan(Shop.BY_COLOUR, KeyRange.ALL, true))
        .containsExactly(item(8, "red"), item(7, "green"), item(9, "blue"));
    table.apply(8L, null, nextTid());
    assertThat(scan(Shop.BY_COLOUR, KeyRange.of("red"), false)).isEmpty();
    assertThat(rows(table.find(Shop.BY_NAME, "item-8", seen), Shop.BY_NAME)).isEmpty();
    assertThat(rows(table.find(Shop.BY_NAME, "item-9", seen), Shop.BY_NAME))
        .containsExactly(item(9, "blue"));
    assertThat(scan(0, KeyRange.ALL, false)).containsExactly(item(7, "green"), item(9, "blue"));
  }

  /** Against sorted lists, with all three orders and both directions. */
  @Test
  void doesWhatSortedMapsDo() {
    Random random = new Random(5);
    TreeMap<Long, Item> rows = new TreeMap<>();
    String[] colours = {"red", "green", "blue", ""};
    for (int i = 0; i < 6_000; i++) {
      long id = random.nextInt(400) - 200;
      if (random.nextInt(3) > 0) {
        String colour = colours[random.nextInt(colours.length)];
        put(item(id, colour));
        rows.put(id, item(id, colour));
      } else {
        table.apply(id, null, nextTid());
        rows.remove(id);
      }
      assertThat(get(id)).isEqualTo(rows.get(id));
    }
    Comparator<Item> byColour = Comparator.comparing(Item::colour);
    for (String colour : colours) {
      List<Item> expected =
          rows.values().stream().filter(each -> each.colour().equals(colour)).toList();
      assertThat(scan(Shop.BY_COLOUR, KeyRange.of(colour), false)).isEqualTo(expected);
      assertThat(scan(Shop.BY_COLOUR, KeyRange.of(colour), true)).isEqualTo(expected.reversed());
    }
    assertThat(scan(0, KeyRange.ALL, true)).isEqualTo(List.copyOf(rows.values()).reversed());
    assertThat(scan(Shop.BY_COLOUR, KeyRange.ALL, false))
        .isEqualTo(
            rows.values().stream()
                .sorted(byColour.thenComparing(Item::id, Comparator.naturalOrder()))
                .toList());
  }

  @Test
  void aPlaceThatIsLockedByAnotherIsNotUnchanged() {
    put(item(7, "red"));
    get(7);
    RowPlace place = locked(7);
    assertThat(place.unchanged(view.word(), false)).isFalse();
    assertThat(place.unchanged(view.word(), true)).isTrue();
    assertThat(place.tryLock()).isFalse();
    place.unlock();
    assertThat(place.unchanged(view.word(), false)).isTrue();
  }

  @Test
  void aRowThatWasWrittenAgainIsNotUnchanged() {
    put(item(7, "red"));
    get(7);
    put(item(7, "red"));
    assertThat(table.make(7L, null).unchanged(view.word(), false)).isFalse();
  }

  @Test
  void whoMissedARowFindsOutWhenItComes() {
    put(item(7, "red"));
    assertThat(table.find(8L, seen)).isNull();
    table.make(9L, seen);
    assertThat(seen.isValid()).as("an insert of its own").isTrue();
    table.make(8L, null);
    assertThat(seen.isValid()).isFalse();
  }

  /** I5: before the writer validates, which it does after this. */
  @Test
  void whoMissedARowInAnIndexFindsOutWhenItIsPrepared() {
    put(item(7, "red"));
    assertThat(scan(Shop.BY_COLOUR, KeyRange.of("blue"), false)).isEmpty();
    RowPlace place = locked(7);
    assertThat(seen.isValid()).isTrue();
    table.prepare(place, item(7, "blue"), null);
    assertThat(seen.isValid()).isFalse();
    table.install(place, item(7, "blue"), nextTid());
    assertThat(scan(Shop.BY_COLOUR, KeyRange.of("blue"), false)).containsExactly(item(7, "blue"));
  }

  @Test
  void anUpdateThatLeavesAnIndexAloneIsNoPhantomThere() {
    put(item(7, "red"));
    scan(Shop.BY_COLOUR, KeyRange.ALL, false);
    put(new Item(7, "red", "item-7", 11));
    assertThat(seen.isValid()).isTrue();
  }

  @Test
  void anUpdateThatIsUndoneLeavesNothingBehind() {
    put(item(7, "red"));
    get(7);
    RowPlace place = locked(7);
    table.prepare(place, item(7, "blue"), seen);
    table.undo(place, item(7, "blue"));
    assertThat(place.unchanged(view.word(), false)).isTrue();
    assertEntries(Shop.BY_COLOUR, 1);
    assertThat(scan(Shop.BY_COLOUR, KeyRange.ALL, false)).containsExactly(item(7, "red"));
  }

  @Test
  void anInsertThatIsUndoneLeavesNothingBehind() {
    RowPlace place = locked(7);
    table.prepare(place, item(7, "blue"), seen);
    table.undo(place, item(7, "blue"));
    assertThat(place.lock()).as("gone").isFalse();
    assertEntries(0, 0);
    assertEntries(Shop.BY_COLOUR, 0);
    assertThat(table.find(7L, null)).isNull();
    RowPlace unprepared = locked(7);
    assertThat(unprepared).isNotSameAs(place);
    table.undo(unprepared, null);
    assertEntries(0, 0);
  }

  private void assertEntries(int order, int count) {
    Cursor<RowPlace> cursor = table.scan(order, KeyRange.ALL, false, null);
    for (int i = 0; i < count; i++) {
      assertThat(cursor.next()).isTrue();
    }
    assertThat(cursor.next()).isFalse();
  }

  /** I4. */
  @Test
  void whoHasReadADeletedRowFindsOutThatItCameBack() {
    put(item(7, "red"));
    RowPlace place = table.make(7L, null);
    place.read(view);
    table.apply(7L, null, nextTid());
    assertThat(place.unchanged(view.word(), false)).isFalse();
    place.read(view);
    assertThat(view.gone()).isTrue();
    put(item(7, "red"));
    assertThat(table.make(7L, null)).isNotSameAs(place);
    assertThat(get(7)).isEqualTo(item(7, "red"));
  }

  /** I3: a transaction that writes a row anew must be told the TID that its own has to exceed. */
  @Test
  void aPlaceThatComesAfterADeletedOneHasNoSmallerTid() {
    put(item(7, "red"));
    long deletion = nextTid();
    table.apply(7L, null, deletion);
    assertThat(table.make(7L, null).tid()).isEqualTo(deletion);
  }

  @Test
  void tidsCompareByEpochAndThenBySequence() {
    assertThat(Tid.of(1, (1 << 29) - 1)).isLessThan(Tid.of(2, 0));
    assertThat(Tid.of(Integer.MAX_VALUE, 0)).isGreaterThan(Tid.of(2, 5)).isPositive();
    assertThat(Tid.of(3, 1)).isLessThan(Tid.of(3, 2));
  }
}
