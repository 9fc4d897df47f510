package tutti.model.actor;

import java.util.List;
import tutti.model.relation.RelationDefinition;
import tutti.model.relation.RowStore;

/** What engines do with actor objects, and applications do not. */
public final class ActorAccess {
  private ActorAccess() {}

  /**
   * Makes the object a view of one actor in one transaction, for the calling thread alone, until it
   * is {@link #unbind unbound}. An object can be bound any number of times, one after the other: it
   * keeps nothing.
   */
  public static void bind(Actor actor, ActorContext transaction) {
    actor.bind(transaction);
  }

  /** The transaction's view of the actor's rows, which the object is bound to. */
  public static RowStore rows(Actor actor) {
    return actor.rows();
  }

  /** What the relations of the object's class are, by their number. */
  public static List<RelationDefinition<?, ?>> relations(Actor actor) {
    return actor.shape().relations();
  }

  /** From now on every use of the object is refused. */
  public static void unbind(Actor actor) {
    actor.unbind();
  }
}
