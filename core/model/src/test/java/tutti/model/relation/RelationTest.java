package tutti.model.relation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tutti.model.Abort;
import tutti.model.ActorId;
import tutti.model.memory.MemoryRows;
import tutti.model.relation.store.Binding;
import tutti.model.relation.store.KeyRange;
import tutti.model.relation.store.RowStore;
import tutti.model.relation.store.RowVisitor;

class RelationTest {
  record Room(int floor, int number, String name, BigDecimal price, List<String> beds) {}

  record RoomKey(int floor, int number) {}

  record Guest(long id, String mail) {}

  private final Binding binding = new Binding("Hotel");
  private final RelationDefinition<RoomKey, Room> roomsDefinition =
      RelationDefinition.of(0, "rooms", Room.class, RoomKey.class);
  private final Relation<RoomKey, Room> rooms = new Relation<>(binding, roomsDefinition);
  private final UniqueIndex<String, Room> byName = rooms.uniqueIndex(Room::name);
  private final Index<BigDecimal, Room> byPrice = rooms.index(Room::price);
  private final RelationDefinition<Long, Guest> guestsDefinition =
      new RelationDefinition<>(1, "guests", Guest.class, Guest::id);
  private final Relation<Long, Guest> guests = new Relation<>(binding, guestsDefinition);
  private final MemoryRows store =
      new MemoryRows(new ActorId("Hotel", "ritz"), List.of(roomsDefinition, guestsDefinition));

  private final Room blue = room(1, 1, "blue", "80");
  private final Room red = room(1, 2, "red", "90.0");
  private final Room attic = room(5, 1, "attic", "90");

  private static Room room(int floor, int number, String name, String price) {
    return new Room(floor, number, name, new BigDecimal(price), List.of("single"));
  }

  @BeforeEach
  void fill() {
    binding.bind(store);
    rooms.insert(red);
    rooms.insert(attic);
    rooms.insert(blue);
  }

  private static void assertAborts(String code, String message, Runnable action) {
    assertThatThrownBy(action::run)
        .isInstanceOfSatisfying(Abort.class, abort -> assertThat(abort.code()).isEqualTo(code))
        .hasMessage(message);
  }

  @Test
  void findsByPrimaryKey() {
    assertThat(rooms.get(new RoomKey(1, 2))).isEqualTo(red);
    assertThat(rooms.find(new RoomKey(1, 2))).contains(red);
    assertThat(rooms.find(new RoomKey(9, 9))).isEmpty();
    assertThat(rooms.contains(new RoomKey(5, 1))).isTrue();
    assertThat(rooms.contains(new RoomKey(5, 2))).isFalse();
    assertThat(rooms.getOrElse(new RoomKey(5, 2), blue)).isSameAs(blue);
    assertAborts(
        "no-such-row",
        "Hotel[ritz].rooms has no row floor, number = RoomKey[floor=9, number=9]",
        () -> rooms.get(new RoomKey(9, 9)));
  }

  @Test
  void findsSeveralInTheOrderOfTheirKeys() {
    assertThat(rooms.getAll(List.of(new RoomKey(5, 1), new RoomKey(1, 2), new RoomKey(5, 1))))
        .containsExactly(attic, red, attic);
    assertThat(rooms.getAll(List.of())).isEmpty();
    assertAborts(
        "no-such-row",
        "Hotel[ritz].rooms has no row floor, number = RoomKey[floor=9, number=9]",
        () -> rooms.getAll(List.of(new RoomKey(1, 2), new RoomKey(9, 9))));
  }

  @Test
  void refusesASecondRowOfOneKey() {
    assertAborts(
        "duplicate-key",
        "Hotel[ritz].rooms has a row floor, number = RoomKey[floor=1, number=2] already",
        () -> rooms.insert(room(1, 2, "green", "1")));
    assertThat(rooms.get(new RoomKey(1, 2))).isEqualTo(red);
  }

  @Test
  void refusesASecondRowInAUniqueIndex() {
    String message = "Hotel[ritz].rooms has a row name = blue already, and its index is unique";
    assertAborts("duplicate-key", message, () -> rooms.insert(room(7, 7, "blue", "1")));
    assertAborts("duplicate-key", message, () -> rooms.update(room(1, 2, "blue", "1")));
    assertAborts("duplicate-key", message, () -> rooms.upsert(room(7, 7, "blue", "1")));
    rooms.update(room(1, 1, "blue", "70"));
    rooms.upsert(room(1, 1, "blue", "60"));
    assertThat(byName.get("blue").price()).isEqualTo("60");
  }

  @Test
  void updatesWhatIsThere() {
    rooms.update(room(1, 2, "rouge", "95"));
    assertThat(byName.find("red")).isEmpty();
    assertThat(byName.get("rouge").price()).isEqualTo("95");
    Room changed = rooms.update(new RoomKey(1, 2), r -> room(r.floor(), r.number(), "rosso", "96"));
    assertThat(rooms.get(new RoomKey(1, 2))).isEqualTo(changed);
    assertAborts(
        "no-such-row",
        "Hotel[ritz].rooms has no row floor, number = RoomKey[floor=9, number=9]",
        () -> rooms.update(room(9, 9, "x", "1")));
    assertThatThrownBy(() -> rooms.update(new RoomKey(1, 2), r -> room(1, 3, "x", "1")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "the change of the row RoomKey[floor=1, number=2] of rooms gives it the primary key"
                + " RoomKey[floor=1, number=3]: delete the row and insert another");
  }

  @Test
  void deletesWhatIsThere() {
    rooms.delete(new RoomKey(1, 2));
    assertThat(rooms.contains(new RoomKey(1, 2))).isFalse();
    assertThat(byPrice.list(new BigDecimal("90"))).containsExactly(attic);
    assertThat(rooms.deleteIfPresent(new RoomKey(1, 2))).isFalse();
    assertAborts(
        "no-such-row",
        "Hotel[ritz].rooms has no row floor, number = RoomKey[floor=1, number=2]",
        () -> rooms.delete(new RoomKey(1, 2)));
  }

  @Test
  void scansBothWays() {
    assertThat(rooms.scan().list()).containsExactly(blue, red, attic);
    assertThat(rooms.scan().descending().list()).containsExactly(attic, red, blue);
    assertThat(rooms.scan().from(new RoomKey(1, 2)).list()).containsExactly(red, attic);
    assertThat(rooms.scan().after(new RoomKey(1, 2)).list()).containsExactly(attic);
    assertThat(rooms.scan().to(new RoomKey(1, 2)).list()).containsExactly(blue, red);
    assertThat(rooms.scan().before(new RoomKey(1, 2)).list()).containsExactly(blue);
    assertThat(rooms.scan().before(new RoomKey(5, 1)).descending().first()).contains(red);
    assertThat(rooms.scan().from(new RoomKey(9, 9)).to(new RoomKey(0, 0)).list()).isEmpty();
    assertThat(rooms.scan().limit(2).list()).containsExactly(blue, red);
    assertThat(rooms.scan().limit(2).count()).isEqualTo(2);
    assertThat(rooms.scan().limit(0).list()).isEmpty();
    assertThat(rooms.scan().limit(0).first()).isEmpty();
    assertThat(byName.scan().after("attic").list()).containsExactly(blue, red);
    assertThatThrownBy(() -> rooms.scan().limit(-1))
        .hasMessage("a limit of -1 rows: it must not be negative");
  }

  @Test
  void findsByIndex() {
    assertThat(byPrice.list(new BigDecimal("90.00"))).containsExactly(red, attic);
    assertThat(byPrice.count(new BigDecimal("90"))).isEqualTo(2);
    assertThat(byPrice.contains(new BigDecimal("80"))).isTrue();
    assertThat(byPrice.contains(new BigDecimal("81"))).isFalse();
    assertThat(byName.get("red")).isEqualTo(red);
    assertThat(byName.contains("pink")).isFalse();
    assertAborts(
        "no-such-row", "Hotel[ritz].rooms has no row name = pink", () -> byName.get("pink"));
  }

  @Test
  void mayWriteWhatItGoesThrough() {
    rooms.scan().forEach(r -> rooms.update(room(r.floor(), r.number(), r.name(), "1")));
    rooms.scan().forEach(r -> rooms.insert(room(r.floor() + 10, r.number(), r.name() + "2", "2")));
    assertThat(byPrice.count(BigDecimal.ONE)).isEqualTo(3);
    assertThat(rooms.scan().count()).isEqualTo(6);
  }

  @Test
  void keepsRowsAsTheyWereWhenTheyCame() {
    List<String> beds = new ArrayList<>(List.of("double"));
    rooms.insert(new Room(2, 1, "green", BigDecimal.ONE, beds));
    beds.add("cot");
    assertThat(byName.get("green").beds()).containsExactly("double");
  }

  @Test
  void refusesNullInARow() {
    assertThatThrownBy(() -> guests.insert(new Guest(1, null)))
        .isInstanceOf(NullPointerException.class)
        .hasMessage("Guest.mail is null: make it an Optional");
  }

  @Test
  void refusesUseOutsideATransaction() {
    binding.unbind();
    assertThatThrownBy(() -> rooms.contains(new RoomKey(1, 1)))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage(
            "Hotel is used outside a transaction: an actor works only while one of its procedures"
                + " runs; return values, and do not keep the actor");
    assertThatThrownBy(() -> rooms.select().count()).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void refusesUseByAnotherThread() throws InterruptedException {
    AtomicReference<Throwable> thrown = new AtomicReference<>();
    Thread other =
        Thread.ofPlatform()
            .start(
                () -> {
                  try {
                    rooms.get(new RoomKey(1, 1));
                  } catch (RuntimeException e) {
                    thrown.set(e);
                  }
                });
    other.join();
    assertThat(thrown.get())
        .isInstanceOf(IllegalStateException.class)
        .hasMessage(
            "Hotel is used by another thread than its transaction's: call other actors for work in"
                + " parallel");
  }

  @Test
  void refusesToWriteInAQuery() {
    store.readOnly = true;
    String message =
        "a query must not write, but this one writes Hotel[ritz].rooms: make it a Procedure instead"
            + " of a Query";
    assertAborts("query-writes", message, () -> rooms.insert(room(8, 8, "x", "1")));
    assertAborts("query-writes", message, () -> rooms.update(blue));
    assertAborts("query-writes", message, () -> rooms.upsert(blue));
    assertAborts("query-writes", message, () -> rooms.delete(new RoomKey(1, 1)));
    assertThat(rooms.get(new RoomKey(1, 1))).isEqualTo(blue);
  }

  record Bare(double value, List<String> tags, String name) {}

  record BareKey(String name, long other) {}

  @Test
  void collectsWhatIsWrongWithADefinition() {
    assertThat(new RelationDefinition<>(0, "r", Bare.class, Bare::value).mistakes())
        .containsExactly(
            "value cannot be a key: its type double is rounded, and a rounded number finds nothing:"
                + " use BigDecimal or long");
    assertThat(new RelationDefinition<>(0, "r", Bare.class, Bare::tags).mistakes())
        .containsExactly(
            "tags cannot be a key: its type list<string> has no order: use its size or a component"
                + " of its own");
    assertThat(new RelationDefinition<>(0, "r", Bare.class, b -> b.name()).mistakes())
        .containsExactly(
            "a lambda does not say which component of Bare it reads: name one by a method"
                + " reference, as in Bare::value");
    assertThat(new RelationDefinition<>(0, "r", Bare.class, Bare::toString).mistakes())
        .containsExactly(
            "Bare has no component toString: name one by a method reference, as in Bare::value");
    assertThat(RelationDefinition.of(0, "r", Bare.class, BareKey.class).mistakes())
        .containsExactly(
            "BareKey cannot be a key of Bare, which has no component \"other: long\": a key's"
                + " components are the row's, by name and type");
    RelationDefinition<String, Bare> sound =
        new RelationDefinition<>(0, "r", Bare.class, Bare::name);
    Relation<String, Bare> relation = new Relation<>(binding, sound);
    Index<Double, Bare> wrong = relation.index(Bare::value);
    assertThat(sound.mistakes()).hasSize(1);
    assertThatThrownBy(() -> wrong.list(1.0))
        .hasMessageStartingWith("an index of r: value cannot be a key");
  }

  @Test
  void showsItsSchema() {
    assertThat(roomsDefinition.schema())
        .hasToString(
            "rooms(floor: int, number: int, name: string, price: decimal, beds: list<string>) key"
                + " (floor, number), unique index (name), index (price)");
  }

  /** A store of one row, so that all that is measured is the relation itself. */
  private static final class OneRow implements RowStore {
    private final Record row;

    OneRow(Record row) {
      this.row = row;
    }

    @Override
    public ActorId self() {
      return new ActorId("A", "1");
    }

    @Override
    public boolean readOnly() {
      return false;
    }

    @Override
    public boolean insert(int relation, Object key, Record inserted) {
      return true;
    }

    @Override
    public Record update(int relation, Object key, Record updated) {
      return row;
    }

    @Override
    public Record put(int relation, Object key, Record put) {
      return row;
    }

    @Override
    public Record delete(int relation, Object key) {
      return row;
    }

    @Override
    public Record get(int relation, Object key) {
      return row;
    }

    @Override
    public Record find(int relation, int order, Object key) {
      return row;
    }

    @Override
    public void scan(
        int relation, int order, KeyRange range, boolean descending, RowVisitor visitor) {
      visitor.visit(row);
    }
  }

  @Test
  void allocatesNothingForAPointReadAndOnlyTheKeyForAWrite() {
    Guest guest = new Guest(1_000_000, "a@b");
    binding.bind(new OneRow(guest));
    Long key = guest.id();
    assertThat(allocated(() -> guests.get(key))).isLessThan(1.0);
    assertThat(allocated(() -> guests.contains(key))).isLessThan(1.0);
    assertThat(allocated(() -> guests.update(guest))).isLessThan(25.0);
    assertThat(allocated(() -> guests.insert(guest))).isLessThan(25.0);
  }

  /** Bytes per call. */
  private static double allocated(Runnable action) {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    for (int i = 0; i < 20_000; i++) {
      action.run();
    }
    int calls = 100_000;
    long before = threads.getCurrentThreadAllocatedBytes();
    for (int i = 0; i < calls; i++) {
      action.run();
    }
    return (double) (threads.getCurrentThreadAllocatedBytes() - before) / calls;
  }

  @Test
  void isNotConfusedByKeysOfOtherScales() {
    RelationDefinition<BigDecimal, Room> byPriceDefinition =
        new RelationDefinition<>(0, "rooms", Room.class, Room::price);
    Relation<BigDecimal, Room> relation = new Relation<>(binding, byPriceDefinition);
    binding.bind(new MemoryRows(new ActorId("A", "1"), List.of(byPriceDefinition)));
    relation.insert(attic);
    assertThat(relation.find(new BigDecimal("90.000"))).isEqualTo(Optional.of(attic));
    assertThatThrownBy(() -> relation.insert(red)).isInstanceOf(Abort.class);
  }
}
