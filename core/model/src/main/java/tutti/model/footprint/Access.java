package tutti.model.footprint;

import tutti.model.ActorId;

/**
 * The accesses of one item in one way. An access of an instance is an event of it, or one look at
 * it; an access of an actor in Java is a call of a procedure of it, however many rows that touches.
 *
 * @param bound how often
 * @param source where item and bound are known from
 */
public record Access(Item item, Mode mode, Bound bound, Source source) {

  /** The ways to access an actor. */
  public enum Mode {
    /** Looks at fields or states, events that must be impossible, and queries. */
    READ("read"),
    /** Events and procedures, also such as change nothing. */
    WRITE("written");

    private final String text;

    Mode(String text) {
      this.text = text;
    }

    /** The way in words: {@code read} or {@code written}. */
    @Override
    public String toString() {
      return text;
    }
  }

  /** Makes the access of an actor that is known. */
  public Access(ActorId actor, Mode mode, Bound bound, Source source) {
    this(new Item.Known(actor), mode, bound, source);
  }

  /** Returns these accesses and more of the item in the mode, which happen too. */
  Access plus(Access more) {
    return new Access(item, mode, bound.plus(more.bound), source.or(more.source));
  }

  /** Returns these accesses with another bound. */
  Access with(Bound other) {
    return new Access(item, mode, other, source);
  }

  /** The accesses in words: {@code Account[from] written once (derived from the sync tree)}. */
  @Override
  public String toString() {
    return item + " " + mode + " " + bound + " (" + source + ")";
  }
}
