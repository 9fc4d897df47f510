package tutti.lab.simulation.rows;

import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tutti.model.actor.JavaApplication;
import tutti.model.relation.Index;
import tutti.model.relation.Relation;
import tutti.model.relation.UniqueIndex;
import tutti.model.schema.Default;
import tutti.model.schema.Dropped;
import tutti.model.schema.Formerly;

/**
 * The versions of {@link RowActor}, one after another. Each goes on with the data of those before
 * it, and none can go back, for the relation of marks would be gone. Their procedures are equal.
 */
enum RowActorVersion {
  FIRST(First::new) {
    @Override
    Record row(Record former) {
      throw new IllegalArgumentException("nothing is before the first version");
    }
  },

  /**
   * A version whose items have another component, with a default for old items; another component
   * has another name.
   */
  SECOND(Second::new) {
    @Override
    Record row(Record former) {
      return former instanceof First.Item(var id, var group, var code, var stamp)
          ? new Second.Item(id, group, code, stamp, Second.WORTH)
          : former;
    }
  },

  /**
   * A version without that component and its index; a relation has another name, and wider rows.
   */
  THIRD(Third::new) {
    @Override
    Record row(Record former) {
      return switch (former) {
        case Second.Item(var id, var kind, var code, var stamp, var worth) ->
            new Third.Item(stamp, id, kind, code);
        case Second.Mark(var id, var count, var stamp) -> new Third.Tally(id, count, stamp);
        default -> former;
      };
    }
  };

  private final Supplier<? extends RowActor> shelf;

  RowActorVersion(Supplier<? extends RowActor> shelf) {
    this.shelf = shelf;
  }

  JavaApplication application() {
    return JavaApplication.named("shelves")
        .actor("Shelf", shelf)
        .procedures(RowActor.Run.class, RowActor.Look.class, Spoil.class, Spoil.Take.class)
        .build();
  }

  @Nullable RowActorVersion next() {
    return this == THIRD ? null : values()[ordinal() + 1];
  }

  /** Returns the row that a row of the version before becomes. */
  abstract Record row(Record former);

  static final class First extends RowActor {
    record Item(long id, long group, long code, long stamp) implements ItemRow {}

    final Relation<Long, Item> items = relation("items", Item.class, Item::id);
    final Relation<Long, Purse> purses = relation("purses", Purse.class, Purse::id);
    final Index<Long, Item> byGroup = items.index(Item::group);
    final UniqueIndex<Long, Item> byCode = items.uniqueIndex(Item::code);

    @Override
    Inventory<?> stock() {
      return new Inventory<>(items, purses, byGroup, byCode, Item::new);
    }
  }

  static final class Second extends RowActor {
    private static final int WORTH = 3;
    private static final int WORTHS = 5;

    record Item(
        long id, @Formerly("group") long kind, long code, long stamp, @Default("3") int worth)
        implements ItemRow {
      @Override
      public long group() {
        return kind;
      }
    }

    record Mark(long id, int count, long stamp) implements VersionedRow {}

    final Relation<Long, Item> items = relation("items", Item.class, Item::id);
    final Relation<Long, Purse> purses = relation("purses", Purse.class, Purse::id);
    final Relation<Long, Mark> marks = relation("marks", Mark.class, Mark::id);
    final Index<Long, Item> byGroup = items.index(Item::kind);
    final UniqueIndex<Long, Item> byCode = items.uniqueIndex(Item::code);
    final Index<Integer, Item> byWorth = items.index(Item::worth);

    @Override
    Inventory<?> stock() {
      return new Inventory<>(
          items,
          purses,
          byGroup,
          byCode,
          (id, kind, code, stamp) -> new Item(id, kind, code, stamp, Math.floorMod(stamp, WORTHS)));
    }

    @Override
    boolean agrees(long low, long high) {
      Set<Item> some = new HashSet<>(items.scan().list());
      some.removeIf(item -> item.worth() < low || item.worth() > high);
      return some.equals(new HashSet<>(byWorth.scan().from((int) low).to((int) high).list()));
    }

    @Override
    long mark(long id, long stamp) {
      Optional<Mark> before = marks.find(id);
      marks.upsert(new Mark(id, before.map(Mark::count).orElse(0) + 1, stamp));
      return before.map(Mark::stamp).orElse(0L);
    }
  }

  static final class Third extends RowActor {
    @Dropped("worth")
    record Item(long stamp, long id, @Formerly("group") long kind, long code) implements ItemRow {
      @Override
      public long group() {
        return kind;
      }
    }

    record Tally(long id, long count, long stamp) implements VersionedRow {}

    final Relation<Long, Item> items = relation("items", Item.class, Item::id);
    final Relation<Long, Purse> purses = relation("purses", Purse.class, Purse::id);

    @Formerly("marks")
    final Relation<Long, Tally> tallies = relation("tallies", Tally.class, Tally::id);

    final UniqueIndex<Long, Item> byStamp = items.uniqueIndex(Item::stamp);
    final Index<Long, Item> byGroup = items.index(Item::kind);
    final UniqueIndex<Long, Item> byCode = items.uniqueIndex(Item::code);

    @Override
    Inventory<?> stock() {
      return new Inventory<>(
          items,
          purses,
          byGroup,
          byCode,
          (id, kind, code, stamp) -> new Item(stamp, id, kind, code));
    }

    @Override
    boolean agrees(long low, long high) {
      return items.scan().list().stream()
          .allMatch(item -> byStamp.find(item.stamp()).equals(Optional.of(item)));
    }

    @Override
    long mark(long id, long stamp) {
      Optional<Tally> before = tallies.find(id);
      tallies.upsert(new Tally(id, before.map(Tally::count).orElse(0L) + 1, stamp));
      return before.map(Tally::stamp).orElse(0L);
    }
  }
}
