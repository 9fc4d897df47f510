package tutti.model.actor;

import java.util.List;
import tutti.model.relation.RelationDefinition;
import tutti.model.relation.store.RowStore;

/** Operations on actor objects for engines; applications do not use them. */
public final class ActorAccess {
  private ActorAccess() {}

  /**
   * Makes the object a view of one actor in one transaction, for the calling thread alone, until it
   * is {@link #unbind unbound}. An object can be bound any number of times, one after the other,
   * since it keeps no data.
   */
  public static void bind(Actor actor, ActorContext transaction) {
    actor.bind(transaction);
  }

  /** The rows to which the object is bound: the transaction's view of the actor. */
  public static RowStore rows(Actor actor) {
    return actor.rows();
  }

  /** The definitions of the relations of the object's class, by their number. */
  public static List<RelationDefinition<?, ?>> relations(Actor actor) {
    return actor.shape().relations();
  }

  /** Ends the binding: afterwards every use of the object is refused. */
  public static void unbind(Actor actor) {
    actor.unbind();
  }
}
