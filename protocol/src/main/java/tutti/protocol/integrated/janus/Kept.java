package tutti.protocol.integrated.janus;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.SequencedSet;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import tutti.model.ActorId;
import tutti.model.Decoder;
import tutti.protocol.integrated.Ballot;
import tutti.protocol.integrated.janus.graph.Decision;
import tutti.protocol.integrated.janus.graph.Dependencies;
import tutti.protocol.integrated.janus.graph.Output;
import tutti.protocol.integrated.janus.graph.Piece;
import tutti.protocol.integrated.janus.graph.Request;
import tutti.protocol.integrated.janus.graph.Transaction;
import tutti.protocol.integrated.janus.graph.TransactionId;
import tutti.protocol.integrated.janus.graph.Word;

/**
 * The memory of a replica, made of its {@link Fact}s in the order of the host's log. A running
 * replica changes its memory by facts alone, so a replica that starts again on the facts that were
 * durable has the memory of that moment. Confined to one thread.
 */
public final class Kept {

  /** A component with members of this shard. */
  private static final class Component {
    final SortedSet<Transaction> members;

    /** The members that some replica may not have executed. */
    final SortedSet<TransactionId> left = new TreeSet<>();

    Component(SortedSet<Transaction> members) {
      this.members = members;
    }
  }

  private final int shard;
  private final SortedMap<TransactionId, Vertex> vertices = new TreeMap<>();
  private final Conflicts conflicts;

  /** The component of each member, until all of it is forgotten. */
  private final Map<TransactionId, Component> components = new HashMap<>();

  private final Settled settled = new Settled();

  /** The transactions that are ordered and whose output is not known, in their order. */
  private final SequencedSet<TransactionId> due = new LinkedHashSet<>();

  /** A blank memory of a replica of that shard. */
  public Kept(int shard, Settings settings) {
    this.shard = shard;
    this.conflicts = new Conflicts(settings.mostRemembered());
  }

  /**
   * Reads the next record and adds it.
   *
   * @throws tutti.model.MalformedData if the bytes are no record
   */
  public void add(Decoder in) {
    add(Fact.decode(in));
  }

  /** Adds the next record. */
  public void add(Fact fact) {
    switch (fact) {
      case Fact.Witnessed(
              Transaction transaction,
              Request request,
              Ballot ballot,
              Dependencies dependencies) -> {
        Vertex vertex = heeding(transaction, ballot);
        vertex.request = request;
        vertex.witnessed = dependencies;
        conflicts.add(transaction, request.piece(shard));
      }
      case Fact.Promised(Transaction transaction, Ballot ballot) -> heeding(transaction, ballot);
      case Fact.Accepted(Transaction transaction, Ballot ballot, Decision decision) -> {
        Vertex vertex = heeding(transaction, ballot);
        vertex.acceptedIn = ballot;
        vertex.accepted = decision;
      }
      case Fact.Decided(Transaction transaction, Decision decision) ->
          heeding(transaction, Ballot.FIRST).decided = decision;
      case Fact.Ordered(SortedSet<Transaction> members) -> order(members);
      case Fact.Said(TransactionId id, Word word) -> known(id).said.add(word);
      case Fact.Executed(TransactionId id, Output output) -> {
        known(id).output = output;
        due.remove(id);
      }
      case Fact.Applied(TransactionId id) -> {
        Component component = components.get(id);
        if (component != null) {
          component.left.remove(id);
        }
      }
      case Fact.Forgotten(TransactionId id) -> forget(id);
      case Fact.Settled(long front, long number) -> settled.raise(front, number);
      case Fact.Past(TransactionId id) -> settled.add(id);
    }
  }

  private Vertex heeding(Transaction transaction, Ballot ballot) {
    Vertex vertex = vertices.computeIfAbsent(transaction.id(), _ -> new Vertex(transaction));
    if (vertex.promised.isBelow(ballot)) {
      vertex.promised = ballot;
    }
    return vertex;
  }

  private Vertex known(TransactionId id) {
    Vertex vertex = vertices.get(id);
    if (vertex == null) {
      throw new IllegalStateException("nothing is known of transaction " + id);
    }
    return vertex;
  }

  private void order(SortedSet<Transaction> members) {
    Component component = new Component(members);
    for (Transaction each : members) {
      component.left.add(each.id());
      components.put(each.id(), component);
      Vertex vertex = vertices.get(each.id());
      if (vertex != null) {
        vertex.ordered = true;
        due.add(each.id());
      }
    }
  }

  private void forget(TransactionId id) {
    for (Transaction each : component(id)) {
      components.remove(each.id());
      Vertex vertex = vertices.remove(each.id());
      if (vertex != null) {
        settled.add(each.id());
        if (vertex.request.isKnown()) {
          conflicts.forget(each, vertex.request.piece(shard));
        }
      }
    }
  }

  /**
   * The memory as it is now: the facts that make it of a blank one. They leave out which
   * transactions at an item were forgotten lately, which spares an accept phase now and then.
   */
  public List<Fact> image() {
    List<Fact> facts = new ArrayList<>(settled.image());
    vertices.values().forEach(each -> facts.addAll(each.image()));
    SequencedSet<Component> ordered = new LinkedHashSet<>(components.values());
    for (TransactionId id : due) {
      Component component = components.get(id);
      if (component != null) {
        ordered.addLast(component);
      }
    }
    ordered.forEach(each -> image(each, facts));
    return facts;
  }

  private void image(Component component, List<Fact> facts) {
    facts.add(new Fact.Ordered(component.members));
    for (Transaction each : component.members) {
      Vertex vertex = vertices.get(each.id());
      if (vertex != null && vertex.output != null) {
        facts.add(new Fact.Executed(each.id(), vertex.output));
      }
      if (!component.left.contains(each.id())) {
        facts.add(new Fact.Applied(each.id()));
      }
    }
  }

  /** The component of a transaction; empty if it is none with members of this shard. */
  public SortedSet<Transaction> component(TransactionId id) {
    Component component = components.get(id);
    return component == null ? new TreeSet<>() : component.members;
  }

  /** Whether a transaction is ordered, and may not have been executed at some replica. */
  boolean isUnapplied(TransactionId id) {
    Component component = components.get(id);
    return component != null && component.left.contains(id);
  }

  /** Whether every member of the component is applied. */
  boolean isForgettable(TransactionId id) {
    Component component = components.get(id);
    return component != null && component.left.isEmpty();
  }

  /** Members of other shards that are ordered here, and may not have been executed there. */
  SortedSet<Transaction> unappliedElsewhere() {
    SortedSet<Transaction> all = new TreeSet<>();
    for (Component component : components.values()) {
      for (Transaction each : component.members) {
        if (component.left.contains(each.id()) && !each.shards().contains(shard)) {
          all.add(each);
        }
      }
    }
    return all;
  }

  /** Whether the transaction and all of its component were executed wherever they had to be. */
  boolean isSettled(TransactionId id) {
    return !vertices.containsKey(id) && settled.has(id);
  }

  /** Whether a transaction that others wait for has its place before them, or needs none. */
  boolean isOver(Transaction transaction) {
    return components.containsKey(transaction.id()) || isSettled(transaction.id());
  }

  /** The request of a transaction that is due: it is known. */
  public Request request(TransactionId id) {
    return known(id).request;
  }

  /** The items that transactions write here which are not forgotten. */
  public SortedSet<ActorId> written() {
    SortedSet<ActorId> written = new TreeSet<>();
    for (Vertex vertex : vertices.values()) {
      if (vertex.request.isKnown()) {
        written.addAll(vertex.request.piece(shard).writes());
      }
    }
    return written;
  }

  /** The number of transactions that are not forgotten. */
  public int open() {
    return vertices.size();
  }

  @Nullable Vertex vertex(TransactionId id) {
    return vertices.get(id);
  }

  /** The transactions to execute again after a start, in their order. */
  List<TransactionId> due() {
    return List.copyOf(due);
  }

  /** All vertices, in the order of their names. */
  Collection<Vertex> vertices() {
    return vertices.values();
  }

  /** All transactions with a conflict that are known here. */
  Dependencies witness(Transaction transaction, Piece piece) {
    return conflicts.with(piece).without(transaction::equals);
  }

  /** All transactions that a read of a piece has a conflict with. */
  Dependencies writing(Piece piece) {
    return conflicts.with(piece);
  }

  Dependencies forgotten(Piece piece) {
    return conflicts.forgotten(piece);
  }

  long settledUpTo(long front) {
    return settled.upTo(front);
  }
}
