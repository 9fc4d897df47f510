package tutti.simulator.history;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.IntPredicate;
import tutti.simulator.history.Operation.Read;
import tutti.simulator.history.Operation.Write;

/**
 * The statements of a history about one actor. At first these are all writes that any operation may
 * have made; then, once it is known which operations are {@linkplain #settle live}, the effects in
 * the order of their versions.
 */
final class ActorLog {
  /** The last version of an actor that was not read in the end. */
  static final long UNKNOWN = -1;

  /** A write, and the number of its operation. */
  record Made(int operation, Write write) {
    long version() {
      return write.version();
    }
  }

  /** A read, and the number of its operation. */
  record Seen(int operation, Read read) {
    /**
     * Returns the newest version that the read must come after: at least this many effects were
     * there.
     */
    long follows() {
      return read.follows();
    }

    /** The last version that it may come after: the next effect must come after it. */
    long until() {
      return read.until();
    }
  }

  final String actor;
  final long last;

  /** Writes of all outcomes; ascending by version after {@link #sort}. */
  final List<Made> made = new ArrayList<>();

  /**
   * Reads of operations that committed or are in doubt; ascending by the versions that they follow.
   */
  final List<Seen> seen = new ArrayList<>();

  /** The newest version that is known to have been there. */
  long established;

  /** Effects of operations that happened, ascending by version. */
  private Made[] effects = {};

  private long[] versions = {};
  private Seen[] looks = {};

  ActorLog(String actor, long last) {
    this.actor = actor;
    this.last = last;
    established = Math.max(0, last);
  }

  void sort() {
    made.sort(Comparator.comparingLong(Made::version).thenComparingInt(Made::operation));
    seen.sort(Comparator.comparingLong(Seen::follows).thenComparingInt(Seen::operation));
  }

  /** Keeps the writes and reads whose operation happened. */
  void settle(boolean[] live) {
    effects = made.stream().filter(one -> live[one.operation]).toArray(Made[]::new);
    versions = new long[effects.length];
    Arrays.setAll(versions, i -> effects[i].version());
    looks = seen.stream().filter(one -> live[one.operation]).toArray(Seen[]::new);
  }

  /** The number of effects. */
  int effects() {
    return effects.length;
  }

  /** The effect of this rank: 1 is the first. */
  Made effect(int rank) {
    return effects[rank - 1];
  }

  Seen[] looks() {
    return looks;
  }

  Made[] all() {
    return effects;
  }

  /** The number of effects up to a version: the rank of the newest of them, or 0. */
  int rank(long version) {
    return first(versions.length, at -> versions[at] > version);
  }

  /** The first of {@link #made} with this version or a later one. */
  int firstMade(long version) {
    return first(made.size(), at -> made.get(at).version() >= version);
  }

  /** The first place from which on something holds; the number of places if it holds at none. */
  static int first(int places, IntPredicate holds) {
    int low = 0;
    int high = places;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (holds.test(middle)) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return low;
  }
}
