package tutti.engine.concurrency.locking.row;

import java.util.Arrays;

/**
 * A lock in one order of one relation: on one place of it, or on all places between two, whether
 * there are rows or not. Immutable.
 *
 * @param from the place, or the first one
 * @param until the first place after a range; empty where there is no bound
 */
record RowLock(Kind kind, int relation, int order, byte[] from, byte[] until, Object relationName) {
  private static final byte[] NO_BOUND = {};

  enum Kind {
    /** One place: others may read it. */
    READ("to read a row of "),
    /** A range of places, shared: other transactions may read them. */
    SCAN("to read a range of "),
    /** A lock on one row, to write it. */
    WRITE("to write a row of ");

    private final String text;

    Kind(String text) {
      this.text = text;
    }
  }

  /**
   * @param name the relation's, for people
   */
  static RowLock read(int relation, byte[] key, Object name) {
    return new RowLock(Kind.READ, relation, 0, key, NO_BOUND, name);
  }

  /**
   * @param entry of the row in that order
   */
  static RowLock write(int relation, int order, byte[] entry, Object name) {
    return new RowLock(Kind.WRITE, relation, order, entry, NO_BOUND, name);
  }

  /**
   * @param until exclusive; empty where there is no bound
   */
  static RowLock scan(int relation, int order, byte[] from, byte[] until, Object name) {
    return new RowLock(Kind.SCAN, relation, order, from, until, name);
  }

  /** Whether two owners cannot have both. */
  boolean excludes(RowLock other) {
    if (relation != other.relation
        || order != other.order
        || (kind != Kind.WRITE && other.kind != Kind.WRITE)) {
      return false;
    }
    if (kind == Kind.SCAN) {
      return within(other.from, from, until);
    }
    return other.kind == Kind.SCAN
        ? within(from, other.from, other.until)
        : Arrays.equals(from, other.from);
  }

  /**
   * Whether a place lies in a range.
   *
   * @param until exclusive; empty where there is no bound
   */
  static boolean within(byte[] place, byte[] from, byte[] until) {
    return Arrays.compareUnsigned(from, place) <= 0 && before(place, until);
  }

  /** Whether a place comes before a bound; all come before none. */
  static boolean before(byte[] place, byte[] until) {
    return until.length == 0 || Arrays.compareUnsigned(place, until) < 0;
  }

  /** The first place after this one. */
  static byte[] after(byte[] place) {
    return Arrays.copyOf(place, place.length + 1);
  }

  @Override
  public String toString() {
    return kind.text + relationName + (order == 0 ? "" : " in order " + order);
  }
}
