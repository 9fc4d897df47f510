package tutti.simulator.history;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Transactions and the auxiliary nodes between them, with edges of several kinds. An edge leads to
 * what must come later. The first {@link #transactions} nodes are transactions.
 *
 * <p>A path from a transaction over auxiliary nodes to the next transaction is one dependency, and
 * the kinds of its edges say which. So all dependencies on the effects before an effect cost one
 * edge, and a graph is linear in its history. A path may also lead from a transaction back to
 * itself (it reads what it wrote): that says nothing, and whoever looks for cycles skips it.
 */
final class Graph {
  /** What an edge is part of. */
  enum Kind {
    /** From a writer into the effects up to its own. */
    MADE,
    /** From the effects up to one to those up to the next. */
    UP_TO_NEXT,
    /** From the effects up to one to a writer that must come after all of them. */
    WRITES_AFTER,
    /** From the effects up to one to a reader that saw them. */
    SAW,
    /** From a reader to the effects from the first that it did not see. */
    MISSED,
    /** From the effects from one on to those from the next on. */
    FROM_NEXT,
    /** From the effects from one on to the writer of the first of them. */
    MADE_LATER,
    /** From a transaction to a moment after its answer. */
    ENDED,
    /** From a moment to a later one. */
    PASSED,
    /** From a moment to a transaction that was asked for after it. */
    BEGAN;

    int bit() {
      return 1 << ordinal();
    }
  }

  /** Write before write. */
  static final int WW = Kind.MADE.bit() | Kind.UP_TO_NEXT.bit() | Kind.WRITES_AFTER.bit();

  /** Write before read. */
  static final int WR = Kind.MADE.bit() | Kind.UP_TO_NEXT.bit() | Kind.SAW.bit();

  /** Read before write. */
  static final int RW = Kind.MISSED.bit() | Kind.FROM_NEXT.bit() | Kind.MADE_LATER.bit();

  /** Real time. */
  static final int TIME = Kind.ENDED.bit() | Kind.PASSED.bit() | Kind.BEGAN.bit();

  private static final Kind[] KINDS = Kind.values();

  /** Takes edges; asked for them twice: once to count them and once to keep them. */
  interface Sink {
    void edge(int from, int to, Kind kind);
  }

  /** Gives the same edges each time. */
  interface Edges {
    void give(Sink sink);
  }

  final int transactions;
  final int nodes;

  /** Of each node the one of {@link #whole} that it stands for. */
  private final int @Nullable [] original;

  private final int[] first;
  private final int[] target;
  private final byte[] kind;

  Graph(int transactions, int nodes, Edges edges) {
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

  /** Of the edges that leave a node the first; the last is before that of the next node. */
  int first(int node) {
    return first[node];
  }

  int target(int edge) {
    return target[edge];
  }

  Kind kind(int edge) {
    return KINDS[kind[edge]];
  }

  boolean is(int edge, int kinds) {
    return (1 << kind[edge] & kinds) != 0;
  }

  int edges() {
    return target.length;
  }

  boolean isTransaction(int node) {
    return node < transactions;
  }

  /** Which node this one was, in the graph that this one was made from, through all steps. */
  int original(int node) {
    return original == null ? node : original[node];
  }

  /**
   * A part of it.
   *
   * @param members in ascending order, so that transactions stay the first
   * @param kinds edges of other kinds are left out
   * @param scratch as long as this graph has nodes, all 0 before and after
   */
  Graph part(int[] members, int kinds, int[] scratch) {
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
