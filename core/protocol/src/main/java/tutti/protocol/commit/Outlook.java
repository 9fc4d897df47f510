package tutti.protocol.commit;

import java.util.Collections;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * A description for people of a machine that waits: its view of other nodes, and the events that
 * will end the machine or let it continue. Immutable.
 *
 * @param known the machine's knowledge of other nodes, a few words about each
 * @param by the kind of event that must come
 * @param of the nodes that the event must come from; empty if the event comes from no other node
 * @param atLeast how many of these nodes are enough
 */
public record Outlook(SortedMap<Integer, String> known, By by, SortedSet<Integer> of, int atLeast) {
  public Outlook {
    known = Collections.unmodifiableSortedMap(new TreeMap<>(known));
    of = Collections.unmodifiableSortedSet(new TreeSet<>(of));
  }

  /** The kinds of events that a machine waits for. */
  public enum By {
    /** The end of execution, or the deadline. Nothing is promised. */
    EXECUTION,
    /** The log of the machine's own node. */
    FLUSH,
    /** The end of the irrevocable operation that runs on the machine's own node. */
    OPERATION,
    /**
     * The check of the irrevocable operation, asked again and again: whether the operation has
     * happened.
     */
    CHECK,
    /** Votes; the machine aborts if they do not come. */
    VOTES,
    /** The decision, which only these nodes know. */
    DECISION,
    /**
     * The outcome from one of these nodes, or the answer from each of them that the node does not
     * know the outcome.
     */
    KNOWLEDGE,
    /**
     * Answers of enough of these nodes: then the outcome is decided, whichever other nodes are
     * away.
     */
    QUORUM,
    /** Answers of these nodes, or such a long silence that the machine goes on without them. */
    SILENCE,
    /**
     * Reports of these nodes that the outcome is in their logs. The transaction has ended at this
     * node already, and holds no claims.
     */
    ACKNOWLEDGEMENTS
  }

  /** The outlook of a machine that needs all of these nodes. */
  public static Outlook all(SortedMap<Integer, String> known, By by, Set<Integer> of) {
    return new Outlook(known, by, new TreeSet<>(of), of.size());
  }

  /** The outlook of a machine that needs no other node. */
  public static Outlook here(SortedMap<Integer, String> known, By by) {
    return all(known, by, Set.of());
  }
}
