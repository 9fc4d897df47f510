package tutti.model.actor;

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

  /** From now on every use of the object is refused. */
  public static void unbind(Actor actor) {
    actor.unbind();
  }
}
