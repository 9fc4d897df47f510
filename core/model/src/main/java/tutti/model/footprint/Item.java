package tutti.model.footprint;

import tutti.model.ActorId;

/**
 * An actor, or a set of actors one of which is touched. Items are ordered: those whose actor is
 * known come first, in the order of {@link ActorId}.
 */
public sealed interface Item extends Comparable<Item> {

  /** The item of an actor that is known. */
  record Known(ActorId actor) implements Item {
    /** Makes the item of the actor with this type and key. */
    public Known(String type, String key) {
      this(new ActorId(type, key));
    }

    @Override
    public boolean covers(ActorId other) {
      return actor.equals(other);
    }

    @Override
    public String toString() {
      return actor.toString();
    }
  }

  /**
   * The item of an actor that the arguments of every request determine, in a footprint that holds
   * for all requests. Two expressions may name one actor.
   *
   * @param expression an expression over the request's arguments, as the author wrote it
   */
  record Told(String type, String expression) implements Item {
    @Override
    public boolean covers(ActorId other) {
      return other.type().equals(type);
    }

    @Override
    public String toString() {
      return type + "[" + expression + "]";
    }
  }

  /** The item of some actor of a type, or of several: which is only known while they are used. */
  record OfType(String type) implements Item {
    @Override
    public boolean covers(ActorId other) {
      return other.type().equals(type);
    }

    @Override
    public String toString() {
      return "some " + type;
    }
  }

  /** The item of some actors whose types are not known either. */
  record Anything() implements Item {
    @Override
    public boolean covers(ActorId other) {
      return true;
    }

    @Override
    public String toString() {
      return "any actor";
    }
  }

  /**
   * Returns the item of the actor of a type that a text names, which the application or a client
   * may have made: that actor, or some actor of the type if no key is such a text. Whatever names
   * the actor then is refused when it runs.
   */
  static Item named(String type, String text) {
    return ActorId.keyFault(text) == null ? new Known(type, text) : new OfType(type);
  }

  /** Whether an access of that actor may be one of this item. */
  boolean covers(ActorId actor);

  /** Whether a request tells the actor before it runs. */
  default boolean isDetermined() {
    return this instanceof Known || this instanceof Told;
  }

  @Override
  default int compareTo(Item other) {
    return this instanceof Known one && other instanceof Known two
        ? one.actor.compareTo(two.actor)
        : ItemComparison.compare(this, other);
  }
}
