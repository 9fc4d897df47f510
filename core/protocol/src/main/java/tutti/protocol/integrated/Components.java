package tutti.protocol.integrated;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The graph of transactions that are not ordered yet, and the order of the transactions that can be
 * ordered: strongly connected components, each behind all components that its members wait for. A
 * transaction that is not in the graph is ordered already, or was never mentioned. Confined to one
 * thread.
 *
 * <p>Each edge is visited once, however the decisions arrive (path-based search for components, H.
 * Gabow, IPL 74, 2000; the search here may stop and resume at any vertex). A group of vertices that
 * are known to be in one component visits its edges until an edge leads to a vertex that is not
 * ordered; the group <i>waits</i> there. Following these waits ends at a transaction that is not
 * committed, or leads back to the group: then all groups on the path are merged into one.
 *
 * @param <V> the transactions
 */
public final class Components<V extends Comparable<V>> {

  /** A vertex; the fields below {@code group} are those of the group that it leads. */
  private static final class Node<V> {
    /** Tells it from one of the same name that has left the graph. */
    final long serial;

    boolean committed;

    /** A vertex nearer to the leader of its group; null if this vertex leads. */
    @Nullable V group;

    List<V> members = new ArrayList<>();

    /** The edges that were not looked at. */
    Deque<V> edges = new ArrayDeque<>();

    /** The vertex that the group waits for; null if it has no edge to wait for. */
    @Nullable V blocker;

    /** A group further along the waits, if that group is still in the graph. */
    @Nullable V further;

    long furtherSerial;

    /** The vertices whose groups wait for a member of this one. */
    List<V> waiters = new ArrayList<>();

    Node(long serial) {
      this.serial = serial;
    }
  }

  private final Map<V, Node<V>> graph = new HashMap<>();

  /** The vertices since the graph was empty. */
  private long serials;

  /** The vertices that are not committed here. */
  private final SortedSet<V> missing = new TreeSet<>();

  /** The transactions that others wait for, and whose decision is not known. */
  public SortedSet<V> missing() {
    return Collections.unmodifiableSortedSet(missing);
  }

  /** Whether others wait for a transaction whose decision is not known. */
  public boolean isMissing(V transaction) {
    Node<V> vertex = graph.get(transaction);
    return vertex != null && !vertex.committed;
  }

  /** The vertices that are not ordered. */
  public int size() {
    return graph.size();
  }

  /**
   * Adds a transaction that is committed with these dependencies, of which none is ordered.
   *
   * @return the components that can be ordered with it, in their order
   */
  public List<SortedSet<V>> commit(V transaction, Collection<V> dependencies) {
    Node<V> vertex = vertex(transaction);
    if (vertex.committed) {
      return List.of();
    }
    vertex.committed = true;
    missing.remove(transaction);
    for (V each : dependencies) {
      if (!each.equals(transaction)) {
        vertex(each);
        vertex.edges.add(each);
      }
    }
    return look(List.of(transaction));
  }

  /**
   * A transaction that is not committed here has been ordered wherever it has to be.
   *
   * @return the components that can be ordered without it
   */
  public List<SortedSet<V>> skip(V transaction) {
    Node<V> vertex = graph.get(transaction);
    if (vertex == null || vertex.committed) {
      return List.of();
    }
    graph.remove(transaction);
    missing.remove(transaction);
    return look(freed(vertex));
  }

  /** Adds a transaction that is not ordered, and may not be committed. */
  public void expect(V transaction) {
    vertex(transaction);
  }

  private Node<V> vertex(V transaction) {
    Node<V> vertex = graph.get(transaction);
    if (vertex == null) {
      serials = graph.isEmpty() ? 1 : serials + 1;
      vertex = new Node<>(serials);
      vertex.members.add(transaction);
      graph.put(transaction, vertex);
      missing.add(transaction);
    }
    return vertex;
  }

  /** The waiters of a vertex, which wait no more. */
  private List<V> freed(Node<V> vertex) {
    List<V> free = new ArrayList<>();
    for (V each : vertex.waiters) {
      V leader = leader(each);
      Node<V> waiter = graph.get(leader);
      if (waiter != null && waiter != vertex) {
        waiter.blocker = null;
        waiter.further = null;
        free.add(leader);
      }
    }
    return free;
  }

  /**
   * Visits the edges of the groups {@code from}, one group after another, and then those of the
   * groups that become free. Returns the components that are ordered now.
   */
  private List<SortedSet<V>> look(List<V> from) {
    List<SortedSet<V>> ordered = new ArrayList<>();
    Deque<V> free = new ArrayDeque<>(from);
    while (!free.isEmpty()) {
      V leader = leader(free.remove());
      Node<V> group = graph.get(leader);
      if (group != null && group.committed && group.blocker == null && isComplete(leader, group)) {
        ordered.add(new TreeSet<>(group.members));
        group.members.forEach(graph::remove);
        free.addAll(freed(group));
      }
    }
    return Collections.unmodifiableList(ordered);
  }

  /** Looks at edges until the group has to wait, or has none left: then it is a component. */
  private boolean isComplete(V leader, Node<V> group) {
    while (!group.edges.isEmpty()) {
      V to = leader(group.edges.remove());
      if (!graph.containsKey(to) || to.equals(leader)) {
        continue;
      }
      if (end(to).equals(leader)) {
        contract(leader, group, to);
      } else {
        group.blocker = to;
        of(to).waiters.add(leader);
        return false;
      }
    }
    return true;
  }

  private Node<V> of(V transaction) {
    Node<V> vertex = graph.get(transaction);
    if (vertex == null) {
      throw new IllegalStateException(transaction + " is not in the graph");
    }
    return vertex;
  }

  /** The vertex that leads the group of this one, which may have left the graph. */
  private V leader(V of) {
    V leader = of;
    for (Node<V> at = graph.get(leader); at != null && at.group != null; at = graph.get(leader)) {
      leader = at.group;
    }
    V on = of;
    for (Node<V> at = graph.get(on); at != null && at.group != null; at = graph.get(on)) {
      on = at.group;
      at.group = leader;
    }
    return leader;
  }

  /** The group at which the waits from this one end. */
  private V end(V from) {
    List<V> path = new ArrayList<>();
    V at = from;
    for (V next = next(at); next != null; next = next(at)) {
      path.add(at);
      at = next;
    }
    long serial = of(at).serial;
    for (V each : path) {
      Node<V> group = of(each);
      group.further = at;
      group.furtherSerial = serial;
    }
    return at;
  }

  private @Nullable V next(V leader) {
    Node<V> group = of(leader);
    if (group.blocker == null) {
      return null;
    }
    if (group.further != null) {
      Node<V> further = graph.get(group.further);
      if (further != null && further.serial == group.furtherSerial) {
        return leader(group.further);
      }
    }
    return leader(group.blocker);
  }

  /**
   * Merges all groups on the path from the group of {@code leader} to the group {@code from} into
   * one.
   */
  private void contract(V leader, Node<V> group, V from) {
    V at = from;
    while (!at.equals(leader)) {
      Node<V> merged = of(at);
      if (merged.blocker == null) {
        throw new IllegalStateException("the waits of " + at + " do not lead to " + leader);
      }
      V next = leader(merged.blocker);
      merged.group = leader;
      group.members = joined(group.members, merged.members);
      group.waiters = joined(group.waiters, merged.waiters);
      group.edges = joined(group.edges, merged.edges);
      merged.members = new ArrayList<>();
      merged.waiters = new ArrayList<>();
      merged.edges = new ArrayDeque<>();
      at = next;
    }
  }

  /** Adds the shorter one to the longer one. */
  private static <C extends Collection<T>, T> C joined(C one, C other) {
    C longer = one.size() < other.size() ? other : one;
    longer.addAll(longer == one ? other : one);
    return longer;
  }
}
