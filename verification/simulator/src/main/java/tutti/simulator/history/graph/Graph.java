package tutti.simulator.history.graph;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A graph of transactions and the auxiliary nodes between them, with edges of several kinds. An
 * edge leads to a node that must come later. The first {@link #transactions} nodes are
 * transactions.
 *
 * <p>A path from a transaction over auxiliary nodes to the next transaction is one dependency, and
 * the kinds of its edges say which one. All dependencies on the effects before an effect then cost
 * one edge, and a graph is linear in its history. A path may also lead from a transaction back to
 * itself (it reads its own write): that says nothing, and a search for cycles skips it.
 */
public final class Graph {
  /** The part of a dependency that an edge is. */
  public enum Kind {
    /** An edge from a writer into the effects up to its own. */
    MADE,
    /** An edge from the effects up to one to those up to the next. */
    UP_TO_NEXT,
    /** An edge from the effects up to one to a writer that must come after all of them. */
    WRITES_AFTER,
    /** An edge from the effects up to one to a reader that saw them. */
    SAW,
    /** An edge from a reader to the effects from the first that it did not see. */
    MISSED,
    /** An edge from the effects from one on to those from the next on. */
    FROM_NEXT,
    /** An edge from the effects from one on to the writer of the first of them. */
    MADE_LATER,
    /** An edge from a transaction to a moment after its answer. */
    ENDED,
    /** An edge from a moment to a later one. */
    PASSED,
    /** An edge from a moment to a transaction that was asked for after it. */
    BEGAN;

    int bit() {
      return 1 << ordinal();
    }
  }

  /** The edges of write before write. */
  public static final int WW = Kind.MADE.bit() | Kind.UP_TO_NEXT.bit() | Kind.WRITES_AFTER.bit();

  /** The edges of write before read. */
  public static final int WR = Kind.MADE.bit() | Kind.UP_TO_NEXT.bit() | Kind.SAW.bit();

  /** The edges of read before write. */
  public static final int RW = Kind.MISSED.bit() | Kind.FROM_NEXT.bit() | Kind.MADE_LATER.bit();

  /** The edges of real time. */
  public static final int TIME = Kind.ENDED.bit() | Kind.PASSED.bit() | Kind.BEGAN.bit();

  private static final Kind[] KINDS = Kind.values();

  /** A receiver of edges. Edges are given twice: once to count them and once to keep them. */
  public interface Sink {
    void edge(int from, int to, Kind kind);
  }

  /** A source of edges, which gives the same edges each time. */
  public interface Edges {
    void give(Sink sink);
  }

  public final int transactions;
  public final int nodes;

  /**
   * The node of the whole graph that each node of this part stands for; null in the whole graph.
   */
  private final int @Nullable [] original;

  private final int[] first;
  private final int[] target;
  private final byte[] kind;

  public Graph(int transactions, int nodes, Edges edges) {
    this(transactions, nodes, null, edges);
  }

  private Graph(int transactions, int nodes, int @Nullable [] original, Edges edges) {
    this.transactions = transactions;
    this.nodes = nodes;
    this.original = original;
    first = new int[nodes + 1];
    edges.give((from, to, what) -> first[from + 1]++);
    for (int node = 0; node < nodes; node++) {
      first[node + 1] += first[node];
    }
    target = new int[first[nodes]];
    kind = new byte[first[nodes]];
    int[] next = Arrays.copyOf(first, nodes);
    edges.give(
        (from, to, what) -> {
          int at = next[from]++;
          target[at] = to;
          kind[at] = (byte) what.ordinal();
        });
  }

  /** The first of the edges that leave a node; the last is before the first of the next node. */
  public int first(int node) {
    return first[node];
  }

  public int target(int edge) {
    return target[edge];
  }

  public Kind kind(int edge) {
    return KINDS[kind[edge]];
  }

  boolean is(int edge, int kinds) {
    return (1 << kind[edge] & kinds) != 0;
  }

  public int edges() {
    return target.length;
  }

  public boolean isTransaction(int node) {
    return node < transactions;
  }

  /** The node of the whole graph that a node of this part stands for, through all steps. */
  public int original(int node) {
    return original == null ? node : original[node];
  }

  /**
   * Returns a part of the graph.
   *
   * @param members the members of the part, in ascending order, so that transactions stay the first
   * @param kinds the kinds of edges to keep
   * @param scratch an array as long as this graph has nodes, all 0 before and after
   */
  public Graph part(int[] members, int kinds, int[] scratch) {
    int[] originals = new int[members.length];
    int inside = 0;
    for (int i = 0; i < members.length; i++) {
      originals[i] = original(members[i]);
      scratch[members[i]] = i + 1;
      if (isTransaction(members[i])) {
        inside++;
      }
    }
    Graph part =
        new Graph(
            inside,
            members.length,
            originals,
            sink -> {
              for (int i = 0; i < members.length; i++) {
                for (int edge = first[members[i]]; edge < first[members[i] + 1]; edge++) {
                  if (is(edge, kinds) && scratch[target[edge]] != 0) {
                    sink.edge(i, scratch[target[edge]] - 1, kind(edge));
                  }
                }
              }
            });
    for (int member : members) {
      scratch[member] = 0;
    }
    return part;
  }
}
