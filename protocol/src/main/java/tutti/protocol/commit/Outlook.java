package tutti.protocol.commit;

import java.util.Collections;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What a machine knows of other nodes, and what will end it or let it go on, for people. Immutable.
 *
 * @param known what it knows of other nodes, a few words each
 * @param by what must come
 * @param of from which nodes; empty where that is nobody's
 * @param atLeast how many of these are enough
 */
public record Outlook(SortedMap<Integer, String> known, By by, SortedSet<Integer> of, int atLeast) {
  public Outlook {
    known = Collections.unmodifiableSortedMap(new TreeMap<>(known));
    of = Collections.unmodifiableSortedSet(new TreeSet<>(of));
  }

  /** What a machine waits for. */
  public enum By {
    /** Its transaction executes: its end, or the deadline. Nothing is promised. */
    EXECUTION,
    /** The log of its own node. */
    FLUSH,
    /** Votes; it aborts if they do not come. */
    VOTES,
    /** The decision, which only these nodes know. */
    DECISION,
    /** The outcome, from whoever of these knows it, or from all of them that they do not. */
    KNOWLEDGE,
    /** Answers of enough of these: then it is decided, whoever else is away. */
    QUORUM,
    /** These, or that they are silent for so long that it goes on without them. */
    SILENCE,
    /** That these have the outcome in their logs: it has ended here, and holds nothing. */
    ACKNOWLEDGEMENTS
  }

  /** All of these nodes are needed. */
  public static Outlook all(SortedMap<Integer, String> known, By by, Set<Integer> of) {
    return new Outlook(known, by, new TreeSet<>(of), of.size());
  }

  /** No other node is needed. */
  public static Outlook here(SortedMap<Integer, String> known, By by) {
    return all(known, by, Set.of());
  }
}
