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
 * The graph of transactions that are not ordered yet, and the order of those that can be: strongly
 * connected components, each behind all components that its members wait for. A transaction that is
 * not in the graph is ordered already, or was never mentioned. Confined to one thread.
 *
 * <p>Each edge is looked at once, however the decisions arrive (path-based search for components,
 * H. Gabow, IPL 74, 2000, which here may stop and go on at any vertex). A group of vertices that
 * are known to be in one component looks at its edges until one leads to a vertex that is not
 * ordered: it <i>waits</i> there. Following these waits ends at a transaction that is not
 * committed, or comes back to the group: then all groups on the way are one.
 *
 * @param <V> the transactions
 */
public final class Components<V extends Comparable<V>> {

  /** A vertex; the fields below {@code group} are those of the group that it leads. */
  private static final class Node<V> {
    final V name;

    boolean committed;

    /** Whether the vertex has left the graph; one of the same name that comes later is another. */
    boolean left;

    /** A vertex nearer to the one that leads its group; null if this one leads. */
    @Nullable Node<V> group;

    List<Node<V>> members = new ArrayList<>(1);

    /** The edges that were not looked at. */
    Deque<Node<V>> edges = new ArrayDeque<>();

    /** The vertex that the group waits for; null if it has no edge to wait for. */
    @Nullable Node<V> blocker;

    /** A group further on along the waits, unless it has left the graph. */
    @Nullable Node<V> further;

    /** The vertices whose groups wait for a member of this one. */
    List<Node<V>> waiters = new ArrayList<>(1);

    Node(V name) {
      this.name = name;
      members.add(this);
    }

    /** Leaves the graph, and holds no other vertex any more. */
    void leave() {
      left = true;
      group = null;
      blocker = null;
      further = null;
      clear();
    }

    void clear() {
      members = List.of();
      waiters = List.of();
      edges = new ArrayDeque<>(0);
    }
  }

  private final Map<V, Node<V>> graph = new HashMap<>();

  /** The vertices that are not committed here. */
  private final SortedSet<V> missing = new TreeSet<>();

  /** The transactions that others wait for, and whose decision is not known. */
  public SortedSet<V> missing() {
    return Collections.unmodifiableSortedSet(missing);
  }

  /** The vertices that are not ordered. */
  public int size() {
    return graph.size();
  }

  /** Whether others wait for a transaction whose decision is not known. */
  public boolean isMissing(V transaction) {
    Node<V> vertex = graph.get(transaction);
    return vertex != null && !vertex.committed;
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
    vertex.edges = new ArrayDeque<>(dependencies.size());
    for (V each : dependencies) {
      Node<V> to = vertex(each);
      if (to != vertex) {
        vertex.edges.add(to);
      }
    }
    return look(List.of(vertex));
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
    List<Node<V>> free = freed(vertex);
    vertex.leave();
    return look(free);
  }

  /** Adds a transaction that is not ordered, and may not be committed. */
  public void expect(V transaction) {
    vertex(transaction);
  }

  private Node<V> vertex(V transaction) {
    Node<V> vertex = graph.get(transaction);
    if (vertex == null) {
      vertex = new Node<>(transaction);
      graph.put(transaction, vertex);
      missing.add(transaction);
    }
    return vertex;
  }

  /** The waiters of a vertex, which wait no more. */
  private static <V> List<Node<V>> freed(Node<V> vertex) {
    List<Node<V>> free = new ArrayList<>(vertex.waiters.size());
    for (Node<V> each : vertex.waiters) {
      Node<V> waiter = leader(each);
      if (!waiter.left && waiter != vertex) {
        waiter.blocker = null;
        waiter.further = null;
        free.add(waiter);
      }
    }
    return free;
  }

  /** Lets groups look at their edges, one after another, and those that become free by it. */
  private List<SortedSet<V>> look(List<Node<V>> from) {
    List<SortedSet<V>> ordered = new ArrayList<>();
    Deque<Node<V>> free = new ArrayDeque<>(from);
    while (!free.isEmpty()) {
      Node<V> group = leader(free.remove());
      if (!group.left && group.committed && group.blocker == null && isComplete(group)) {
        free.addAll(freed(group));
        ordered.add(order(group));
      }
    }
    return Collections.unmodifiableList(ordered);
  }

  /** Lets the members of a group leave, which are a component. */
  private SortedSet<V> order(Node<V> group) {
    SortedSet<V> component = new TreeSet<>();
    for (Node<V> each : group.members) {
      component.add(each.name);
      graph.remove(each.name);
      if (each != group) {
        each.leave();
      }
    }
    group.leave();
    return component;
  }

  /** Looks at edges until the group has to wait, or has none left: then it is a component. */
  private static <V> boolean isComplete(Node<V> group) {
    while (!group.edges.isEmpty()) {
      Node<V> to = leader(group.edges.remove());
      if (to.left || to == group) {
        continue;
      }
      if (end(to) == group) {
        contract(group, to);
      } else {
        group.blocker = to;
        to.waiters.add(group);
        return false;
      }
    }
    return true;
  }

  /** The vertex that leads the group of this one, which may have left the graph. */
  private static <V> Node<V> leader(Node<V> of) {
    Node<V> leader = of;
    for (Node<V> next = of.group; next != null; next = leader.group) {
      leader = next;
    }
    Node<V> at = of;
    for (Node<V> next = of.group; next != null; next = at.group) {
      at.group = leader;
      at = next;
    }
    return leader;
  }

  /** The group at which the waits from this one end. */
  private static <V> Node<V> end(Node<V> from) {
    List<Node<V>> path = new ArrayList<>();
    Node<V> at = from;
    for (Node<V> next = next(at); next != null; next = next(at)) {
      path.add(at);
      at = next;
    }
    for (Node<V> each : path) {
      each.further = at;
    }
    return at;
  }

  private static <V> @Nullable Node<V> next(Node<V> leader) {
    if (leader.blocker == null) {
      return null;
    }
    Node<V> further = leader.further;
    return leader(further == null || further.left ? leader.blocker : further);
  }

  /** Makes all groups on the way from one to the group that it leads back to one. */
  private static <V> void contract(Node<V> group, Node<V> from) {
    Node<V> at = from;
    while (at != group) {
      if (at.blocker == null) {
        throw new IllegalStateException(
            "the waits of " + at.name + " do not lead to " + group.name);
      }
      Node<V> next = leader(at.blocker);
      at.group = group;
      group.members = joined(group.members, at.members);
      group.waiters = joined(group.waiters, at.waiters);
      group.edges = joined(group.edges, at.edges);
      at.clear();
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
