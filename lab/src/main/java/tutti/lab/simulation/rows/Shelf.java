package tutti.lab.simulation.rows;

import java.util.List;
import tutti.model.actor.Actor;
import tutti.model.actor.JavaApplication;
import tutti.model.actor.Procedure;
import tutti.model.actor.Query;
import tutti.model.relation.Index;
import tutti.model.relation.Relation;
import tutti.model.relation.UniqueIndex;

/** An actor with items that come and go, and purses that stay. */
public final class Shelf extends Actor {
  static final int ITEMS = 0;
  static final int PURSES = 1;

  /** Which keys of items there may be: from 0. */
  static final int KEYS = 10;

  /**
   * A thing.
   *
   * @param group several may have
   * @param code no two have
   * @param stamp of the write that made it so: no other write has that
   */
  record Item(long id, long group, long code, long stamp) {}

  /** Money. */
  record Purse(long id, long cents, long stamp) {}

  final Relation<Long, Item> items = relation("items", Item.class, Item::id);
  final Relation<Long, Purse> purses = relation("purses", Purse.class, Purse::id);
  final Index<Long, Item> byGroup = items.index(Item::group);
  final UniqueIndex<Long, Item> byCode = items.uniqueIndex(Item::code);

  static JavaApplication application() {
    return JavaApplication.named("shelves")
        .actor("Shelf", Shelf::new)
        .procedures(Run.class, Look.class)
        .build();
  }

  /**
   * What a call and what it called saw and made, in an order that is right for each actor.
   *
   * @param script what it did
   */
  public record Seen(String shelf, String script, List<Note> notes) {}

  /** Plays a script. */
  record Run(long path, String script) implements Procedure<Shelf, Seen> {
    @Override
    public Seen run(Shelf shelf) {
      return new Play(shelf, path).all(script);
    }
  }

  /** Plays a script that only reads. */
  record Look(long path, String script) implements Query<Shelf, Seen> {
    @Override
    public Seen run(Shelf shelf) {
      return new Play(shelf, path).all(script);
    }
  }
}
