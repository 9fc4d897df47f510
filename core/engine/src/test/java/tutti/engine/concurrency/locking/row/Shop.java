package tutti.engine.concurrency.locking.row;

import tutti.engine.relational.RelationalActorType;
import tutti.engine.relational.RelationalApplication;
import tutti.engine.storage.Cell;
import tutti.model.ActorId;
import tutti.model.actor.Actor;
import tutti.model.actor.JavaApplication;
import tutti.model.relation.Index;
import tutti.model.relation.Relation;
import tutti.model.relation.UniqueIndex;

/** An actor with a relation that has an index of either kind. */
public final class Shop extends Actor {
  static final int ITEMS = 0;
  static final int BY_KEY = 0;
  static final int BY_COLOUR = 1;
  static final int BY_NAME = 2;

  record Item(long id, String colour, String name, long price) {}

  final Relation<Long, Item> items = relation("items", Item.class, Item::id);
  final Index<String, Item> byColour = items.index(Item::colour);
  final UniqueIndex<String, Item> byName = items.uniqueIndex(Item::name);

  private static final RelationalActorType TYPE = type();

  private static RelationalActorType type() {
    RelationalActorType type =
        new RelationalApplication(
                JavaApplication.named("shops").actor("Shop", Shop::new).build(), null)
            .type(Shop.class);
    if (type == null) {
      throw new AssertionError("no such type");
    }
    return type;
  }

  static Item item(long id, String colour, long price) {
    return new Item(id, colour, "item " + id, price);
  }

  /** An actor without rows. */
  static Cell cell() {
    return new Cell(new ActorId("Shop", "s"), TYPE, TYPE.blank("s"));
  }
}
