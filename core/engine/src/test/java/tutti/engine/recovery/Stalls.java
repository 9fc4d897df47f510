package tutti.engine.recovery;

import java.math.BigDecimal;
import java.util.Locale;
import java.util.Optional;
import tutti.model.actor.Actor;
import tutti.model.actor.JavaApplication;
import tutti.model.actor.Procedure;
import tutti.model.relation.Index;
import tutti.model.relation.Relation;
import tutti.model.relation.UniqueIndex;
import tutti.model.schema.Default;
import tutti.model.schema.Dropped;
import tutti.model.schema.Formerly;

/** An application of market stalls in several versions: data of one is read by another. */
final class Stalls {
  private Stalls() {}

  /** How it all began. */
  static final class Stall extends Actor {
    enum Kind {
      FRUIT,
      FISH
    }

    record Item(int id, String name, long price, Kind kind, String shelf) {}

    record Note(String text) {}

    final Relation<Integer, Item> items = relation("items", Item.class, Item::id);
    final Index<String, Item> byShelf = items.index(Item::shelf);
    final Relation<String, Note> notes = relation("notes", Note.class, Note::text);

    record Count(long least) implements Procedure<Stall, Long> {
      @Override
      public Long run(Stall stall) {
        return stall.items.select().count();
      }
    }

    record Total() implements Procedure<Stall, Long> {
      @Override
      public Long run(Stall stall) {
        return 0L;
      }
    }

    record Names() implements Procedure<Stall, String> {
      @Override
      public String run(Stall stall) {
        return "";
      }
    }
  }

  static final int ITEMS = 0;
  static final int NOTES = 1;

  static JavaApplication first() {
    return JavaApplication.named("stalls")
        .actor("Stall", Stall::new)
        .procedures(Stall.Count.class, Stall.Total.class, Stall.Names.class)
        .build();
  }

  /** Everything has another name, and another place. */
  @Formerly("Stall")
  static final class Shop extends Actor {
    record Day(long number) {}

    @Dropped({"kind", "shelf"})
    record Ware(
        @Default("5") int stock,
        @Formerly("price") BigDecimal cost,
        @Formerly("id") long number,
        Optional<String> name) {}

    record Note(String text) {}

    final Relation<Long, Day> days = relation("days", Day.class, Day::number);
    final Relation<String, Note> notes = relation("notes", Note.class, Note::text);

    @Formerly("items")
    final Relation<Long, Ware> wares = relation("wares", Ware.class, Ware::number);

    final Index<BigDecimal, Ware> byCost = wares.index(Ware::cost);

    record Count(long least, long most) implements Procedure<Shop, BigDecimal> {
      @Override
      public BigDecimal run(Shop shop) {
        return BigDecimal.ZERO;
      }
    }

    record Total() implements Procedure<Shop, Boolean> {
      @Override
      public Boolean run(Shop shop) {
        return true;
      }
    }
  }

  static final int WARES = 2;

  static JavaApplication second() {
    return JavaApplication.named("shops")
        .actor("Shop", Shop::new)
        .procedures(Shop.Count.class, Shop.Total.class)
        .build();
  }

  /** As it began, but no two items have one name. */
  static final class Strict extends Actor {
    final Relation<Integer, Stall.Item> items = relation("items", Stall.Item.class, Stall.Item::id);
    final UniqueIndex<String, Stall.Item> byName = items.uniqueIndex(Stall.Item::name);
    final Relation<String, Stall.Note> notes =
        relation("notes", Stall.Note.class, Stall.Note::text);
  }

  static final int BY_NAME = 1;

  static JavaApplication strict() {
    return JavaApplication.named("stalls").actor("Stall", Strict::new).build();
  }

  /** Much is gone. */
  static final class Poor extends Actor {
    record Item(String name, int price) {}

    final Relation<String, Item> items = relation("items", Item.class, Item::name);
  }

  /** Keys in small letters, and the notes are gone. */
  @Dropped("items")
  static final class Small extends Actor {
    record Note(String text) {
      Note {
        if (text.isBlank()) {
          throw new IllegalArgumentException("a note is blank");
        }
        text = text.toLowerCase(Locale.ROOT);
      }
    }

    final Relation<String, Note> notes = relation("notes", Note.class, Note::text);
  }

  /** Takes no item, and describes neither that nor the items. */
  @Dropped("notes")
  static final class Mute extends Actor {
    enum Kind {
      FRUIT,
      FISH;

      @Override
      public String toString() {
        throw new IllegalStateException("no");
      }
    }

    static final class Refusal extends RuntimeException {
      @Override
      public String toString() {
        throw new IllegalStateException("no");
      }
    }

    record Item(int id, String name, long price, Kind kind, String shelf) {
      Item {
        throw new Refusal();
      }
    }

    final Relation<Integer, Item> items = relation("items", Item.class, Item::id);
  }

  static JavaApplication mute() {
    return JavaApplication.named("stalls").actor("Stall", Mute::new).build();
  }

  static JavaApplication small() {
    return JavaApplication.named("stalls").actor("Stall", Small::new).build();
  }

  static JavaApplication poor() {
    return JavaApplication.named("stalls").actor("Stall", Poor::new).build();
  }

  static final class Other extends Actor {
    record Row(int id) {}

    final Relation<Integer, Row> rows = relation("rows", Row.class, Row::id);
  }

  static JavaApplication other() {
    return JavaApplication.named("others").actor("Other", Other::new).build();
  }

  /** An application in which the former specification is an actor in Java. */
  static JavaApplication accounts() {
    return JavaApplication.named("accounts").actor("Account", Other::new).build();
  }
}
