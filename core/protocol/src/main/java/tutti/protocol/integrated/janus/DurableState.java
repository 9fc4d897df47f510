package tutti.protocol.integrated.janus;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
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
import tutti.protocol.integrated.VersionTag;
import tutti.protocol.integrated.janus.graph.Decision;
import tutti.protocol.integrated.janus.graph.Dependencies;
import tutti.protocol.integrated.janus.graph.Piece;
import tutti.protocol.integrated.janus.graph.PieceInput;
import tutti.protocol.integrated.janus.graph.PieceOutput;
import tutti.protocol.integrated.janus.graph.Request;
import tutti.protocol.integrated.janus.graph.Transaction;
import tutti.protocol.integrated.janus.graph.TransactionId;
import tutti.protocol.integrated.janus.membership.Configuration;
import tutti.protocol.integrated.janus.membership.ConfigurationCommand;
import tutti.protocol.integrated.janus.membership.HandedOver;

/**
 * The durable state of a replica, made of the replica's {@link Record}s in the order of the host's
 * log. A running replica changes its durable state only by records, so a replica that restarts from
 * the durable records has exactly the state of that moment. Confined to one thread.
 */
public final class DurableState {

  /** A component with members of this shard. */
  private static final class Component {
    final SortedSet<Transaction> members;

    /** The shards that have a part in some member. */
    final SortedSet<Integer> shards = new TreeSet<>();

    /** The members that some replica may not have executed. */
    final SortedSet<TransactionId> left = new TreeSet<>();

    Component(SortedSet<Transaction> members) {
      this.members = members;
      for (Transaction each : members) {
        shards.addAll(each.shards());
        left.add(each.id());
      }
    }
  }

  private final int shard;
  private final SortedMap<TransactionId, Vertex> vertices = new TreeMap<>();
  private final Settings settings;
  private final Membership membership;
  private Conflicts conflicts;

  /** The component of each member, until all of it is forgotten. */
  private final Map<TransactionId, Component> components = new HashMap<>();

  /** The members of other shards that are ordered, and that some replica may not have executed. */
  private final SortedMap<TransactionId, Transaction> elsewhere = new TreeMap<>();

  private final CollectedIds settled = new CollectedIds();

  private final SortedMap<TransactionId, Long> differing = new TreeMap<>();

  /** The results with which all replicas continue, as people have decided. */
  private final SortedMap<TransactionId, Long> upheld = new TreeMap<>();

  private boolean young;

  /** The bytes of the requests of all vertices, and of their words. */
  private long bytes;

  /** The transactions that are ordered and whose output is not known, in their order. */
  private final SequencedSet<TransactionId> due = new LinkedHashSet<>();

  /** Makes a blank durable state of a replica of a shard whose replicas never change. */
  public DurableState(int shard, Settings settings) {
    this(shard, settings, Membership.fixed());
  }

  /**
   * Makes a blank durable state of the replica on the host {@code self} of a shard that has a
   * configuration log.
   */
  public DurableState(int shard, Settings settings, int self) {
    this(shard, settings, Membership.none(self));
  }

  private DurableState(int shard, Settings settings, Membership membership) {
    this.shard = shard;
    this.settings = settings;
    this.membership = membership;
    this.conflicts = new Conflicts(settings.mostRemembered());
  }

  /**
   * Reads the next record and adds it.
   *
   * @throws tutti.model.MalformedData if the bytes are no record
   */
  public void add(Decoder in) {
    add(Record.decode(in));
  }

  /**
   * Whether a transaction that was ordered under a version of the application before that one may
   * be executed here yet.
   */
  public boolean executesBefore(long version) {
    return vertices.values().stream()
        .filter(each -> each.output == null && each.request.isKnown() && !each.isAbandoned())
        .mapToLong(each -> each.request.version())
        .anyMatch(its -> its != VersionTag.ANY && its < version);
  }

  /** Adds the next record. */
  public void add(Record fact) {
    switch (fact) {
      case Record.Witnessed witnessed -> witnessed(witnessed);
      case Record.Promised(Transaction transaction, Ballot ballot) -> heeding(transaction, ballot);
      case Record.Accepted(Transaction transaction, Ballot ballot, Decision decision) -> {
        Vertex vertex = heeding(transaction, ballot);
        vertex.acceptedIn = ballot;
        vertex.accepted = decision;
      }
      case Record.Decided(Transaction transaction, Decision decision) -> {
        Vertex vertex = heeding(transaction, Ballot.FIRST);
        vertex.decided = decision;
        if (vertex.request.isKnown() && !decision.abandoned()) {
          conflicts.decided(transaction, vertex.request.piece(shard), decision.dependencies());
        }
      }
      case Record.Ordered(SortedSet<Transaction> members) -> order(members);
      case Record.RoundInput(TransactionId id, PieceInput word) -> {
        known(id).said.add(word);
        bytes += bytes(word);
      }
      case Record.Executed(TransactionId id, PieceOutput output) -> {
        known(id).output = output;
        due.remove(id);
      }
      case Record.Applied(TransactionId id) -> {
        Component component = components.get(id);
        if (component != null) {
          component.left.remove(id);
        }
        elsewhere.remove(id);
      }
      case Record.Forgotten(TransactionId id) -> forget(id);
      case Record.CollectedUpTo(long front, long number) -> settled.raise(front, number);
      case Record.Past(TransactionId id) -> settled.add(id);
      case Record.PastRun(long front, long first, long last) -> settled.addRun(front, first, last);
      case Record.PastBits(long front, long block, long[] bits) ->
          settled.addBits(front, block, bits);
      case Record.Disk(long name) -> membership.name(name);
      case Record.Closed _ -> membership.close();
      case Record.Opened(ConfigurationCommand.Open open) -> open(open);
      case Record.Missed(ConfigurationCommand.Open open) -> membership.miss(open);
      case Record.Copied() -> membership.copied();
      case Record.Held(Transaction transaction) -> heeding(transaction, Ballot.FIRST).held = true;
      case Record.Wary(Transaction transaction) -> heeding(transaction, Ballot.FIRST).wary = true;
      case Record.Failed(TransactionId id, boolean held) -> known(id).failed(held);
      case Record.Begun(TransactionId id) -> known(id).begun++;
      case Record.Barred(TransactionId id) -> known(id).barred = true;
      case Record.Differs(TransactionId id, long right) -> differs(known(id), right);
      case Record.Lost() -> lose();
      case Record.Upheld(TransactionId id, long right) -> upheld.put(id, right);
    }
  }

  private void witnessed(Record.Witnessed what) {
    Vertex vertex = heeding(what.transaction(), what.ballot());
    bytes += what.request().bytes() - vertex.request.bytes();
    vertex.request = what.request();
    vertex.witnessed = what.dependencies();
    conflicts.add(what.transaction(), what.request().piece(shard));
  }

  private Vertex heeding(Transaction transaction, Ballot ballot) {
    Vertex vertex = vertices.computeIfAbsent(transaction.id(), _ -> new Vertex(transaction));
    vertex.old |= young;
    if (vertex.promised.isBelow(ballot)) {
      vertex.promised = ballot;
    }
    return vertex;
  }

  private void lose() {
    differing.clear();
    membership.lose();
  }

  private void differs(Vertex vertex, long right) {
    TransactionId id = vertex.transaction.id();
    if (vertex.output != null && vertex.output.digest() == right) {
      differing.remove(id);
    } else {
      differing.put(id, right);
    }
  }

  /**
   * The transactions that other replicas have executed to another end, each with the digest that is
   * right, or 0: while there are any, the replica decides and executes nothing.
   */
  SortedMap<TransactionId, Long> differing() {
    return differing;
  }

  /** Whether other replicas have come to another end, and no majority of them agrees. */
  public boolean isStopped() {
    return differing.containsValue(0L);
  }

  /**
   * The transactions that have come to different ends where no majority agrees, with the digests of
   * those that this replica has come to.
   */
  public SortedMap<TransactionId, Long> ownEnds() {
    SortedMap<TransactionId, Long> own = new TreeMap<>();
    differing.forEach(
        (id, right) -> {
          PieceOutput output = known(id).output;
          if (right == 0 && output != null) {
            own.put(id, output.digest());
          }
        });
    return own;
  }

  /**
   * Returns the digest of the result with which all replicas continue, as a person has decided; 0
   * if no person has.
   */
  long upheld(TransactionId id) {
    return upheld.getOrDefault(id, 0L);
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
      components.put(each.id(), component);
      if (!each.shards().contains(shard)) {
        elsewhere.put(each.id(), each);
      }
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
      elsewhere.remove(each.id());
      differing.remove(each.id());
      upheld.remove(each.id());
      Vertex vertex = vertices.remove(each.id());
      if (vertex != null) {
        settled.add(each.id());
        bytes -= vertex.request.bytes();
        for (PieceInput word : vertex.said) {
          bytes -= bytes(word);
        }
        if (vertex.request.isKnown()) {
          conflicts.forget(each, vertex.request.piece(shard));
        }
      }
    }
  }

  /**
   * Returns the durable state as it is now: the facts that make it of a blank one. They leave out
   * which transactions at an item were forgotten lately, which would spare an accept phase now and
   * then.
   */
  public List<Record> image() {
    List<Record> facts = new ArrayList<>(membership.image());
    facts.addAll(settled.image());
    vertices.values().forEach(each -> facts.addAll(each.image()));
    SequencedSet<Component> ordered = new LinkedHashSet<>(components.values());
    for (TransactionId id : due) {
      Component component = components.get(id);
      if (component != null) {
        ordered.addLast(component);
      }
    }
    ordered.forEach(each -> image(each, facts));
    upheld.forEach((id, right) -> facts.add(new Record.Upheld(id, right)));
    differing.forEach((id, right) -> facts.add(new Record.Differs(id, right)));
    return facts;
  }

  /**
   * Returns whether the replica can continue from the state in {@code image}. It can if it lacks
   * its own state, and has not learnt of a configuration newer than the image's, since replicas of
   * a newer configuration may have forgotten more.
   */
  public boolean takes(List<Record> image) {
    return lacks()
        && image.stream()
            .anyMatch(
                fact ->
                    fact instanceof Record.Opened(ConfigurationCommand.Open open)
                        && open.configuration().number() >= membership.number());
  }

  /** Returns the durable state that this one becomes by a copy, as facts of a blank one. */
  public List<Record> taking(List<Record> image) {
    DurableState next = new DurableState(shard, settings, membership.self());
    membership.image().forEach(next::add);
    upheld.forEach((id, right) -> next.add(new Record.Upheld(id, right)));
    next.copy(image, held(), membership.executedIn());
    return next.image();
  }

  /**
   * Continues from a voter's state, and in that voter's configuration, if the configuration is
   * newer.
   */
  void copy(List<Record> image) {
    copy(image, held(), membership.executedIn());
  }

  /**
   * Continues from a voter's state.
   *
   * @param held the promises of this replica
   * @param executedIn the last configuration in which its disk has executed; 0 if that is not known
   */
  private void copy(List<Record> image, List<Transaction> held, long executedIn) {
    vertices.clear();
    bytes = 0;
    conflicts = new Conflicts(settings.mostRemembered());
    components.clear();
    elsewhere.clear();
    settled.clear();
    differing.clear();
    due.clear();
    for (Record fact : image) {
      switch (fact) {
        case Record.Disk _, Record.Copied _, Record.Differs _, Record.Lost _, Record.Begun _ -> {}
        // What the voter has promised or seen fail is no promise of this replica.
        case Record.Held(Transaction transaction) -> add(new Record.Wary(transaction));
        case Record.Failed(TransactionId id, _) -> add(new Record.Wary(known(id).transaction));
        case Record.Closed(long number) when number < membership.number() -> {}
        case Record.Opened(ConfigurationCommand.Open open)
            when open.configuration().number() <= membership.number() -> {}
        default -> add(fact);
      }
    }
    upheld.keySet().removeIf(this::isSettled);
    hold(held);
    for (Vertex each : List.copyOf(vertices.values())) {
      each.old = true;
      if (each.wary && executedIn > 0 && each.isDecidedBehind(shard, executedIn)) {
        add(new Record.Held(each.transaction));
      }
    }
  }

  /** The transactions that this replica has promised not to execute by itself. */
  private List<Transaction> held() {
    return vertices.values().stream()
        .filter(each -> each.held && each.output == null)
        .map(each -> each.transaction)
        .toList();
  }

  /** Keeps the promises of this replica, whatever state it continues from. */
  private void hold(List<Transaction> held) {
    for (Transaction each : held) {
      if (vertices.containsKey(each.id())) {
        add(new Record.Held(each));
      }
    }
  }

  /**
   * Marks all transactions as known before this start. Transactions that arrive soon after may be
   * as old: an execution whose result was sent before need not be in the log.
   */
  void age() {
    for (Vertex each : vertices.values()) {
      each.old = true;
      each.again = each.output == null;
    }
    young = hasPast();
  }

  /** Transactions that are learnt from now on began after the start. */
  void grown() {
    young = false;
  }

  /** Whether a transaction that is learnt now may have been executed by an earlier start. */
  boolean isYoung() {
    return young;
  }

  /** All transactions that are not forgotten, as they are handed over. */
  List<HandedOver> graph() {
    return vertices.values().stream().map(Vertex::handed).toList();
  }

  /**
   * A configuration begins. A voter knows from now on all that may have been decided before, and
   * witnesses it before whatever is not: but for what may have been decided on the fast path, all
   * have witnessed one thing.
   */
  private void open(ConfigurationCommand.Open open) {
    membership.open(open);
    if (!membership.isVoter()) {
      return;
    }
    Map<TransactionId, Dependencies> witnessed = new HashMap<>();
    for (HandedOver each : open.graph()) {
      each.witnessed().ifPresent(its -> witnessed.put(each.transaction().id(), its));
      if (!isSettled(each.transaction().id())) {
        adopt(each);
      }
    }
    for (Vertex vertex : vertices.values()) {
      if (vertex.request.isKnown()) {
        vertex.witnessed =
            witnessed.getOrDefault(
                vertex.transaction.id(), witness(vertex.transaction, vertex.request.piece(shard)));
      }
    }
  }

  private void adopt(HandedOver handed) {
    Vertex vertex = heeding(handed.transaction(), handed.acceptedIn());
    if (!vertex.request.isKnown() && handed.request().isKnown()) {
      vertex.request = handed.request();
      bytes += vertex.request.bytes();
      conflicts.add(vertex.transaction, vertex.request.piece(shard));
    }
    if (handed.accepted().isPresent()
        && (vertex.accepted == null || vertex.acceptedIn.isBelow(handed.acceptedIn()))) {
      vertex.acceptedIn = handed.acceptedIn();
      vertex.accepted = handed.accepted().orElseThrow();
    }
  }

  Membership membership() {
    return membership;
  }

  /** Whether the replica executes; if not, it may lack anything, and answers nothing. */
  public boolean executes() {
    return membership.executes() && differing.isEmpty();
  }

  /** Returns whether the replica needs the durable state of another replica. */
  public boolean lacks() {
    return !membership.executes();
  }

  /** The newest configuration that has begun here. */
  public Configuration configuration() {
    return membership.configuration();
  }

  /** Whether the replica is a voter of the configuration, and lacks nothing. */
  public boolean isVoter() {
    return membership.isVoter() && differing.isEmpty();
  }

  /** Whether the replica's answers count. */
  public boolean decides() {
    return membership.decides() && differing.isEmpty();
  }

  /**
   * Returns whether a host executes with that disk in the configuration: then nothing is forgotten
   * before it has executed it.
   */
  public boolean waitsFor(int host, long disk) {
    return membership.configuration().executes(host) && membership.disk(host) == disk;
  }

  /**
   * Returns the Open command with which the current configuration began. The command's graph is
   * empty.
   */
  public ConfigurationCommand.Open opened() {
    return membership.open();
  }

  /** Whether the configuration has ended, and the next one has not begun. */
  public boolean isClosed() {
    return membership.isClosed();
  }

  /** Whether there ever was a transaction. */
  boolean hasPast() {
    return !vertices.isEmpty() || !components.isEmpty() || !settled.image().isEmpty();
  }

  /** The name of the replica's disk; 0 if it has none. */
  public long disk() {
    return membership.disk();
  }

  private void image(Component component, List<Record> facts) {
    facts.add(new Record.Ordered(component.members));
    for (Transaction each : component.members) {
      Vertex vertex = vertices.get(each.id());
      if (vertex != null && vertex.output != null) {
        facts.add(new Record.Executed(each.id(), vertex.output));
      }
      if (!component.left.contains(each.id())) {
        facts.add(new Record.Applied(each.id()));
      }
    }
  }

  /** The component of a transaction; empty if it is none with members of this shard. */
  public SortedSet<Transaction> component(TransactionId id) {
    Component component = components.get(id);
    return component == null ? new TreeSet<>() : component.members;
  }

  /** The shards that have a part in the component of a transaction. */
  SortedSet<Integer> shardsOfComponent(TransactionId id) {
    Component component = components.get(id);
    return component == null
        ? Collections.emptySortedSet()
        : Collections.unmodifiableSortedSet(component.shards);
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
  List<Transaction> unappliedElsewhere() {
    return List.copyOf(elsewhere.values());
  }

  /** Whether the transaction and all of its component were executed wherever they had to be. */
  boolean isSettled(TransactionId id) {
    return settled.has(id) && !vertices.containsKey(id);
  }

  /**
   * Returns whether a transaction that others wait for has a place before them, or needs no place.
   */
  boolean isOver(Transaction transaction) {
    return components.containsKey(transaction.id()) || isSettled(transaction.id());
  }

  /** The request of a transaction that is due: it is known. */
  public Request request(TransactionId id) {
    return known(id).request;
  }

  /** Returns the items here that transactions write which are not forgotten. */
  public SortedSet<ActorId> written() {
    SortedSet<ActorId> written = new TreeSet<>();
    for (Vertex vertex : vertices.values()) {
      if (vertex.request.isKnown()) {
        written.addAll(vertex.request.piece(shard).writes());
      }
    }
    return written;
  }

  private static long bytes(PieceInput word) {
    return word.payload().bytes().length;
  }

  /** The bytes of the requests, and of the words, of all transactions that are not forgotten. */
  public long bytes() {
    return bytes;
  }

  /** Returns how many transactions are known whose piece was neither executed nor skipped. */
  public int unexecuted() {
    return (int)
        vertices.values().stream()
            .filter(each -> each.request.isKnown() && each.output == null && !each.isAbandoned())
            .count();
  }

  /** The number of transactions that are not forgotten. */
  public int open() {
    return vertices.size();
  }

  /** Returns whether the replica has answered more about a transaction than promises. */
  public boolean hasWitnessed(TransactionId id) {
    Vertex vertex = vertices.get(id);
    return vertex != null && (vertex.request.isKnown() || vertex.accepted != null)
        || vertex != null && vertex.decided != null
        || isSettled(id);
  }

  /** Returns a durable state that equals this one, and shares no change with it. */
  public DurableState copy() {
    DurableState copy = new DurableState(shard, settings, membership.self());
    image().forEach(copy::add);
    return copy;
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

  /**
   * Returns all known transactions that have a conflict with {@code piece}, except for those that
   * others among them imply.
   */
  Dependencies witness(Transaction transaction, Piece piece) {
    return conflicts.with(piece).without(transaction::equals);
  }

  /** Returns all transactions with which a read of {@code piece} has a conflict. */
  Dependencies writing(Piece piece) {
    return conflicts.with(piece);
  }

  /** Transactions with a conflict that those which are witnessed now imply. */
  Dependencies implied(Piece piece) {
    return conflicts.implied(piece);
  }

  Dependencies forgotten(Piece piece) {
    return conflicts.forgotten(piece);
  }

  long settledUpTo(long front) {
    return settled.upTo(front);
  }
}
