package tutti.engine.storage.rows;

import tutti.model.actor.Actor;
import tutti.model.actor.JavaApplication;
import tutti.model.relation.Index;
import tutti.model.relation.Relation;
import tutti.model.relation.RelationDefinition;
import tutti.model.relation.UniqueIndex;

/** An actor with a relation that has an index of either kind. */
public final class Shop extends Actor {
  static final int BY_COLOUR = 1;
  static final int BY_NAME = 2;

  record Item(long id, String colour, String name, long price) {}

  final Relation<Long, Item> items = relation("items", Item.class, Item::id);
  final Index<String, Item> byColour = items.index(Item::colour);
  final UniqueIndex<String, Item> byName = items.uniqueIndex(Item::name);

  @SuppressWarnings("unchecked") // the only relation's
  static RelationDefinition<Long, Item> definition() {
    return (RelationDefinition<Long, Item>)
        JavaApplication.named("shops")
            .actor("Shop", Shop::new)
            .build()
            .types()
            .getFirst()
            .relations()
            .getFirst();
  }
}
