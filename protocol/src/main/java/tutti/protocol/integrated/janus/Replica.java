package tutti.protocol.integrated.janus;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import tutti.protocol.integrated.Ballot;
import tutti.protocol.integrated.Deferral;
import tutti.protocol.integrated.Watch;
import tutti.protocol.replication.Group;

/**
 * The machine of one replica of a shard. It lives as long as its host's process. Equal events in
 * equal order give equal effects. Confined to one thread at a time.
 */
public final class Replica {

  private final int shard;
  private final Group group;
  private final Settings settings;
  private final Kept kept;
  private final Ordering ordering;
  private final Reads reads = new Reads();
  private final Watch<TransactionId> watch = new Watch<>();

  /** Transactions of this shard that others have asked about, and of which nothing is known. */
  private final SortedMap<TransactionId, Transaction> heardOf = new TreeMap<>();

  /** The replicas that have asked for decisions that are not known. */
  private final SortedMap<TransactionId, SortedSet<Ordering.Place>> inquirers = new TreeMap<>();

  /** The hosts of coordinators that wait until a transaction is executed, or forgotten. */
  private final SortedMap<TransactionId, SortedSet<Integer>> coordinators = new TreeMap<>();

  /** The looks at transactions whose coordinators may be gone. */
  private int looks;

  private final Deferral<Effect> deferral = new Deferral<>();
  private boolean halted;
  private List<Effect> effects = new ArrayList<>();

  /**
   * The machine of a replica.
   *
   * @param group the hosts of the shard
   * @param groups the hosts of every shard
   * @param kept the memory made of the replica's records; the machine goes on with it
   */
  public Replica(
      int shard, Group group, Map<Integer, List<Integer>> groups, Settings settings, Kept kept) {
    this.shard = shard;
    this.group = group;
    this.settings = settings;
    this.kept = kept;
    this.ordering = new Ordering(groups, settings);
  }

  /**
   * Takes one event. Messages and timers that come late, twice or out of order are no errors.
   *
   * @return the effects to carry out, in this order; the caller may keep the list
   * @throws IllegalStateException if an invariant of the package's card is broken
   */
  public List<Effect> on(Event event) {
    effects = new ArrayList<>();
    if (halted) {
      return effects;
    }
    switch (event) {
      case Event.Started _ -> start();
      case Event.Received(int from, int _, Message message) -> received(from, message);
      case Event.Persisted(int count) -> deferral.persisted(count, effects);
      case Event.TimerFired(Event.Timer timer) -> fired(timer);
      case Event.Ran(TransactionId id, Payload output) -> ran(id, output);
      case Event.Halted _ -> halted = true;
    }
    return effects;
  }

  /** Goes on where the durable records end. */
  private void start() {
    for (TransactionId id : kept.due()) {
      run(vertex(id));
    }
    for (Vertex vertex : List.copyOf(kept.vertices())) {
      if (vertex.decided != null && !vertex.ordered) {
        ordering.decided(this, vertex.transaction, vertex.decided);
      }
    }
    effects.add(new Effect.SetTimer(Event.Timer.RETRY, settings.retryNanos()));
    effects.add(new Effect.SetTimer(Event.Timer.WATCH, settings.recoverNanos()));
  }

  private Vertex vertex(TransactionId id) {
    Vertex vertex = kept.vertex(id);
    if (vertex == null) {
      throw new IllegalStateException("nothing is known of transaction " + id);
    }
    return vertex;
  }

  private void received(int from, Message message) {
    switch (message) {
      case Message.PreAccept(Transaction transaction, Ballot ballot, Request request) ->
          preAccept(from, transaction, ballot, request);
      case Message.Prepare(Transaction transaction, Ballot ballot) ->
          prepare(from, transaction, ballot);
      case Message.Accept accept -> accept(from, accept);
      case Message.Commit(Transaction transaction, Decision decision, Request request) ->
          commit(from, transaction, decision, request);
      case Message.Settle(Transaction transaction, long upTo) -> settle(from, transaction, upTo);
      case Message.Inquire(Transaction transaction, int asker) ->
          inquired(new Ordering.Place(asker, from), transaction);
      case Message.Known(Transaction transaction, Decision decision, Request request) ->
          decide(transaction, decision, request);
      case Message.Forgot(Transaction transaction) -> forgotElsewhere(transaction);
      case Message.Look(long number, Piece piece) ->
          effects.add(new Effect.Answer(from, new Message.Looked(number, kept.writing(piece))));
      case Message.Read read -> reads.read(this, from, read);
      case Message.PreAccepted _,
          Message.Promised _,
          Message.Accepted _,
          Message.Refused _,
          Message.Done _,
          Message.Executed _,
          Message.Applied _,
          Message.Looked _,
          Message.Value _ -> {}
    }
  }

  /** Answers a coordinator that comes too late, or below the ballot that is heeded. */
  private boolean isRefused(int from, Transaction transaction, Ballot ballot) {
    if (kept.isSettled(transaction.id())) {
      effects.add(new Effect.Answer(from, new Message.Forgot(transaction)));
      return true;
    }
    Vertex vertex = kept.vertex(transaction.id());
    if (vertex == null) {
      return false;
    }
    if (vertex.decided != null) {
      Message done = new Message.Done(transaction.id(), vertex.decided, vertex.request);
      effects.add(new Effect.Answer(from, done));
      return true;
    }
    if (ballot.isBelow(vertex.promised)) {
      answer(from, new Message.Refused(transaction.id(), vertex.promised));
      return true;
    }
    return false;
  }

  /** Algorithm 2; a repeated question gets the first answer. */
  private void preAccept(int from, Transaction transaction, Ballot ballot, Request request) {
    if (isRefused(from, transaction, ballot)) {
      return;
    }
    if (!learn(transaction, ballot, request, true)) {
      promise(transaction, ballot);
    }
    Vertex vertex = vertex(transaction.id());
    answer(
        from,
        new Message.PreAccepted(
            transaction.id(),
            ballot,
            vertex.witnessed,
            kept.forgotten(vertex.request.piece(shard))));
  }

  /**
   * Takes a request that was not known, and witnesses what came before it: once, by whatever
   * message it comes.
   */
  private boolean learn(Transaction transaction, Ballot ballot, Request request, boolean forced) {
    Vertex vertex = kept.vertex(transaction.id());
    if (!request.isKnown() || vertex != null && vertex.request.isKnown()) {
      return false;
    }
    Dependencies before = kept.witness(transaction, request.piece(shard));
    write(new Fact.Witnessed(transaction, request, ballot, before), forced);
    heardOf.remove(transaction.id());
    return true;
  }

  private void promise(Transaction transaction, Ballot ballot) {
    Vertex vertex = kept.vertex(transaction.id());
    if (vertex == null || vertex.promised.isBelow(ballot)) {
      write(new Fact.Promised(transaction, ballot), true);
      heardOf.remove(transaction.id());
    }
  }

  /** Algorithm 7: tells what was witnessed apart from what was accepted. */
  private void prepare(int from, Transaction transaction, Ballot ballot) {
    if (isRefused(from, transaction, ballot)) {
      return;
    }
    promise(transaction, ballot);
    Vertex vertex = vertex(transaction.id());
    answer(
        from,
        new Message.Promised(
            transaction.id(),
            ballot,
            vertex.request,
            vertex.witnessed,
            vertex.acceptedIn,
            vertex.accepted()));
  }

  /** Algorithm 3. */
  private void accept(int from, Message.Accept accept) {
    Transaction transaction = accept.transaction();
    Ballot ballot = accept.ballot();
    if (isRefused(from, transaction, ballot)) {
      return;
    }
    learn(transaction, ballot, accept.request(), true);
    Vertex vertex = kept.vertex(transaction.id());
    if (vertex == null || vertex.accepted == null || vertex.acceptedIn.isBelow(ballot)) {
      write(new Fact.Accepted(transaction, ballot, accept.decision()), true);
      heardOf.remove(transaction.id());
    }
    answer(from, new Message.Accepted(transaction.id(), ballot));
  }

  /** Algorithm 4. */
  private void commit(int from, Transaction transaction, Decision decision, Request request) {
    if (kept.isSettled(transaction.id())) {
      effects.add(new Effect.Answer(from, new Message.Forgot(transaction)));
      return;
    }
    Vertex before = kept.vertex(transaction.id());
    coordinators.computeIfAbsent(transaction.id(), _ -> new TreeSet<>()).add(from);
    if (before != null && before.output != null) {
      tell(before, from);
    } else {
      decide(transaction, decision, request);
    }
  }

  private void decide(Transaction transaction, Decision decision, Request request) {
    if (participatesIn(transaction)) {
      if (kept.isSettled(transaction.id())) {
        return;
      }
      learn(transaction, Ballot.FIRST, request, false);
      Vertex vertex = kept.vertex(transaction.id());
      if (vertex != null && vertex.decided != null) {
        agree(vertex, decision);
        return;
      }
      if (!decision.abandoned() && (vertex == null || !vertex.request.isKnown())) {
        return;
      }
      write(new Fact.Decided(transaction, decision), false);
      heardOf.remove(transaction.id());
      SortedSet<Ordering.Place> waiting = inquirers.remove(transaction.id());
      if (waiting != null) {
        waiting.forEach(each -> inform(each, vertex(transaction.id())));
      }
    }
    ordering.decided(this, transaction, decision);
  }

  /** Decisions of one transaction differ by settled transactions alone. */
  private static void agree(Vertex vertex, Decision decision) {
    if (vertex.isAbandoned() != decision.abandoned()) {
      throw new IllegalStateException(
          "I1: " + vertex.transaction + " is " + vertex.decided + ", and " + decision);
    }
  }

  /** Answers an inquiry at once, or as soon as the transaction is decided. */
  private void inquired(Ordering.Place asker, Transaction transaction) {
    Vertex vertex = kept.vertex(transaction.id());
    if (kept.isSettled(transaction.id())) {
      effects.add(new Effect.Ask(asker.shard(), asker.host(), new Message.Forgot(transaction)));
    } else if (vertex != null && vertex.decided != null) {
      inform(asker, vertex);
    } else {
      inquirers.computeIfAbsent(transaction.id(), _ -> new TreeSet<>()).add(asker);
      if (vertex == null) {
        heardOf.put(transaction.id(), transaction);
      }
    }
  }

  private void inform(Ordering.Place asker, Vertex vertex) {
    if (vertex.decided != null) {
      boolean needs = vertex.transaction.shards().contains(asker.shard());
      Request request = needs ? vertex.request : Request.NONE;
      effects.add(
          new Effect.Ask(
              asker.shard(),
              asker.host(),
              new Message.Known(vertex.transaction, vertex.decided, request)));
    }
  }

  /** The next component has its place: its members of this shard are executed. */
  void order(SortedSet<Transaction> component) {
    write(new Fact.Ordered(component), false);
    for (Transaction each : component) {
      if (participatesIn(each)) {
        run(vertex(each.id()));
      }
    }
  }

  private void run(Vertex vertex) {
    if (vertex.isAbandoned()) {
      ran(vertex.transaction.id(), Payload.NONE);
    } else {
      effects.add(new Effect.Execute(vertex.transaction.id(), vertex.request.piece(shard)));
    }
  }

  private void ran(TransactionId id, Payload output) {
    Vertex vertex = vertex(id);
    write(new Fact.Executed(id, output), false);
    for (int host : coordinators.getOrDefault(id, new TreeSet<>())) {
      tell(vertex, host);
    }
    reads.executed(this, id);
  }

  private void tell(Vertex vertex, int host) {
    TransactionId id = vertex.transaction.id();
    if (vertex.output != null) {
      effects.add(new Effect.Answer(host, new Message.Executed(id, vertex.output)));
      SortedSet<Integer> shards = new TreeSet<>();
      kept.component(id).forEach(each -> shards.addAll(each.shards()));
      answer(host, new Message.Applied(id, shards));
    }
  }

  private void settle(int from, Transaction transaction, long upTo) {
    TransactionId id = transaction.id();
    if (upTo > kept.settledUpTo(id.front())) {
      write(new Fact.Settled(id.front(), upTo), false);
    }
    if (kept.isSettled(id)) {
      effects.add(new Effect.Answer(from, new Message.Forgot(transaction)));
      return;
    }
    if (participatesIn(transaction)) {
      coordinators.computeIfAbsent(id, _ -> new TreeSet<>()).add(from);
    }
    applied(transaction);
    forget(id);
  }

  private void applied(Transaction transaction) {
    if (kept.isUnapplied(transaction.id())) {
      write(new Fact.Applied(transaction.id()), false);
    }
  }

  /** Forgets a component once every member of it was executed wherever it has to be. */
  private void forget(TransactionId id) {
    if (!kept.isForgettable(id)) {
      return;
    }
    SortedSet<Transaction> component = kept.component(id);
    write(new Fact.Forgotten(id), false);
    for (Transaction each : component) {
      SortedSet<Integer> waiting = coordinators.remove(each.id());
      if (waiting != null) {
        waiting.forEach(host -> effects.add(new Effect.Answer(host, new Message.Forgot(each))));
      }
    }
  }

  /** A replica elsewhere has forgotten a transaction: all of its component is applied. */
  private void forgotElsewhere(Transaction transaction) {
    SortedSet<Transaction> component = kept.component(transaction.id());
    if (component.isEmpty()) {
      ordering.settled(this, transaction);
    } else {
      component.forEach(this::applied);
      forget(transaction.id());
    }
  }

  private void fired(Event.Timer timer) {
    switch (timer) {
      case RETRY -> {
        ordering.again(this);
        effects.add(new Effect.SetTimer(timer, settings.retryNanos()));
      }
      case WATCH -> {
        watch();
        effects.add(new Effect.SetTimer(timer, settings.recoverNanos()));
      }
      case FAST -> {}
    }
  }

  private void watch() {
    SortedMap<TransactionId, Boolean> open = new TreeMap<>();
    kept.vertices()
        .forEach(each -> open.put(each.transaction.id(), each.transaction.home() == shard));
    heardOf.values().forEach(each -> open.put(each.id(), each.home() == shard));
    for (TransactionId due : watch.look(group, open)) {
      Vertex vertex = kept.vertex(due);
      Transaction known = heardOf.get(due);
      if (vertex != null) {
        effects.add(new Effect.TakeOver(vertex.transaction, vertex.promised));
      } else if (known != null) {
        effects.add(new Effect.TakeOver(known, Ballot.FIRST));
      }
    }
    looks++;
    for (Transaction each : kept.unappliedElsewhere()) {
      ordering.inquire(this, each, looks);
    }
  }

  /** A read waits for that transaction. */
  void expect(Transaction transaction) {
    ordering.expect(transaction);
  }

  boolean participatesIn(Transaction transaction) {
    return transaction.shards().contains(shard);
  }

  int shard() {
    return shard;
  }

  int self() {
    return group.self();
  }

  /** The memory of the replica as it runs, to look at. */
  public Kept kept() {
    return kept;
  }

  /** The transactions that wait for others here. */
  int waiting() {
    return ordering.size();
  }

  private void write(Fact fact, boolean forced) {
    kept.add(fact);
    deferral.written();
    effects.add(new Effect.Persist(fact, forced));
  }

  void effect(Effect effect) {
    effects.add(effect);
  }

  /** Sends a message to a coordinator, once everything that was written is durable. */
  private void answer(int host, Message message) {
    deferral.whenForced(new Effect.Answer(host, message), effects);
  }
}
