package tutti.protocol.integrated.janus;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.function.IntToLongFunction;
import tutti.protocol.integrated.Ballot;
import tutti.protocol.integrated.DeferredEffects;
import tutti.protocol.integrated.Timer;
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
import tutti.protocol.machine.Address;
import tutti.protocol.machine.Effect;
import tutti.protocol.machine.Event;
import tutti.protocol.machine.Machine;
import tutti.protocol.machine.ProtocolMessage;
import tutti.protocol.machine.TimerName;
import tutti.protocol.replication.Group;

/**
 * The machine of one replica of a shard. It lives as long as its host's process. Equal events in
 * equal order give equal effects, where hosts are equally far away. Confined to one thread at a
 * time.
 */
public final class Replica implements Machine<Input, Output> {

  private final int shard;
  private final Group group;
  private final Settings settings;
  private final DurableState kept;
  private final Map<Integer, List<Integer>> groups;
  private final IntToLongFunction distance;
  private final Configurations configurations;
  private Ordering ordering;
  private Execution execution;
  private final GarbageCollection forgetting = new GarbageCollection();
  private Reads reads = new Reads();
  private Inquiries inquiries = new Inquiries();
  private final DeferredEffects<Effect<Output>> deferral = new DeferredEffects<>();

  /**
   * The number of checks of coordinators within which transactions that began before this start
   * arrive again. A transaction that arrives later began after the start.
   */
  private static final int LOOKS_UNTIL_SURE = 3;

  private int watches;
  private boolean halted;

  /** The newest version of the application that a transaction here was of. */
  private long version = VersionTag.FIRST;

  private List<Effect<Output>> effects = new ArrayList<>();

  /** The machine of a replica to which all other hosts are equally near. */
  public Replica(
      int shard,
      Group group,
      Map<Integer, List<Integer>> groups,
      Settings settings,
      DurableState kept) {
    this(shard, group, groups, settings, kept, host -> host == group.self() ? 0 : 1);
  }

  /**
   * Makes the machine of a replica.
   *
   * @param group the hosts of the shard
   * @param groups the hosts of every shard
   * @param kept the durable state made of the replica's records; the machine goes on to change it
   * @param distance returns the distance to a host, at least 0, and 0 for this host: of replicas
   *     that can answer the same question, the nearest is asked first. The distance may change, and
   *     affects nothing but time
   */
  public Replica(
      int shard,
      Group group,
      Map<Integer, List<Integer>> groups,
      Settings settings,
      DurableState kept,
      IntToLongFunction distance) {
    this.shard = shard;
    this.group = group;
    this.settings = settings;
    this.kept = kept;
    this.groups = groups;
    this.distance = distance;
    this.configurations = new Configurations(group, settings);
    this.ordering = new Ordering(groups, settings, distance);
    this.execution = new Execution(groups);
  }

  /**
   * Takes one event. Messages and timers that come late, twice or out of order are no errors.
   *
   * @return the effects to carry out, in this order; the caller may keep the list
   * @throws IllegalStateException if an invariant of the package's card is broken
   */
  @Override
  public List<Effect<Output>> on(Event<Input> event) {
    effects = new ArrayList<>();
    if (halted) {
      return effects;
    }
    switch (event) {
      case Event.Started(long nonce) -> start(nonce);
      case Event.Received(Address from, ProtocolMessage message) ->
          received(from.host(), (Message) message);
      case Event.Persisted(int records) -> deferral.persisted(records, effects);
      case Event.TimerFired(TimerName timer) -> fired((Timer) timer);
      case Event.Input(Input input) -> take(input);
      case Event.Halted() -> halted = true;
    }
    return effects;
  }

  @Override
  public String phase() {
    if (halted) {
      return "halted";
    }
    if (kept.isStopped()) {
      return "stopped";
    }
    if (membership().decides()) {
      return "voter";
    }
    return membership().executes() ? "learner" : "joining";
  }

  private void take(Input input) {
    switch (input) {
      case Input.Ran(TransactionId id, PieceOutput output) -> ran(id, output);
      case Input.Failed(TransactionId id) -> failed(vertex(id));
      case Input.Reported(TransactionId id) -> reported(id);
      case Input.Upheld(SortedMap<TransactionId, Long> ends) ->
          ends.forEach((id, right) -> GarbageCollection.upheld(this, id, right));
      case Input.PassedOver(Transaction transaction, Ballot ballot, int asker) ->
          passOver(asker, transaction, ballot);
      case Input.Overruled(TransactionId id) -> execution.overruled(this, id);
      case Input.Evaluated(TransactionId id, int round, PieceInput word) ->
          execution.said(this, vertex(id), round, word);
      case Input.Leads(int host) -> configurations.leads(this, host);
      case Input.Chosen(ConfigurationCommand change) -> configurations.chosen(this, change);
      case Input.Missed(ConfigurationCommand.Open newest) -> configurations.missed(this, newest);
      case Input.Prepared(boolean is) -> configurations.prepared(this, is);
      case Input.Copied(List<Record> image) -> copy(image);
      case Input.Version(long number) -> version = Math.max(version, number);
    }
  }

  /** Goes on where the durable records end. */
  private void start(long nonce) {
    kept.age();
    if (!membership().isFixed() && membership().disk() == 0) {
      write(new Record.Disk(nonce), true);
    }
    kept.vertices().forEach(this::isOf);
    goOn();
    effects.add(new Effect.SetTimer<>(Timer.RETRY, settings.retryNanos()));
    effects.add(new Effect.SetTimer<>(Timer.WATCH, settings.recoverNanos()));
  }

  /**
   * Marks this replica's durable state as lost, once the difference is recorded where people find
   * it.
   */
  private void reported(TransactionId id) {
    if (kept.differing().getOrDefault(id, 0L) != 0 && !membership().isFixed()) {
      write(new Record.Lost(), true);
      configurations.again(this);
    }
  }

  private void goOn() {
    kept.differing()
        .forEach((id, right) -> GarbageCollection.tellDiverged(this, vertex(id), right));
    for (TransactionId id : kept.due()) {
      run(vertex(id));
    }
    for (Vertex vertex : List.copyOf(kept.vertices())) {
      if (vertex.decided != null && !vertex.ordered) {
        ordering.decided(this, vertex.transaction, vertex.decided);
      }
    }
  }

  /** Continues from a voter's durable state, as a learner. */
  private void copy(List<Record> image) {
    if (kept.takes(image)) {
      kept.copy(image);
      kept.vertices().forEach(this::isOf);
      ordering = new Ordering(groups, settings, distance);
      execution = new Execution(groups);
      reads = new Reads();
      inquiries = new Inquiries();
      write(new Record.Copied(), true);
      if (membership().executes()) {
        goOn();
      }
      configurations.copied(this);
    }
  }

  private Membership membership() {
    return kept.membership();
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
      case Message.HandOver hand -> configurations.received(this, from, hand);
      case Message.Within(Configuration its, Message inner) -> {
        long number = membership().number();
        if (its.number() == number || its.number() < number && !(inner instanceof Message.Accept)) {
          received(from, inner);
        } else if (its.number() < number && membership().decides()) {
          refuse(from, inner);
        }
      }
      case Message.PreAccept _, Message.Prepare _, Message.Accept _, Message.ReadConflicts _ -> {
        if (kept.decides()) {
          asked(from, message);
        }
      }
      default -> {
        if (membership().executes()) {
          told(from, message);
        }
      }
    }
  }

  /** Tells a coordinator that what it proposes is of a configuration that has ended. */
  private void refuse(int from, Message message) {
    if (message instanceof Message.Accept accept) {
      answer(from, new Message.Refused(accept.transaction().id(), Ballot.FIRST));
    }
  }

  /** A question whose answers count. */
  private void asked(int from, Message message) {
    switch (message) {
      case Message.PreAccept(Transaction transaction, Ballot ballot, Request request) ->
          preAccept(from, transaction, ballot, request);
      case Message.Prepare(Transaction transaction, Ballot ballot) ->
          prepare(from, transaction, ballot);
      case Message.Accept accept -> accept(from, accept);
      case Message.ReadConflicts(long number, Piece piece) ->
          tell(from, new Message.ConflictsReply(number, kept.writing(piece)));
      default -> throw new IllegalStateException("no question: " + message);
    }
  }

  private void told(int from, Message message) {
    switch (message) {
      case Message.Commit(Transaction transaction, Decision decision, Request request) ->
          commit(from, transaction, decision, request);
      case Message.Collect(Transaction transaction, long upTo) ->
          forgetting.settle(this, from, transaction, upTo);
      case Message.Inquire(Transaction transaction, int asker) ->
          inquiries.inquired(this, new Ordering.Place(asker, from), transaction);
      case Message.Known(Transaction transaction, Decision decision, Request request) ->
          decide(transaction, decision, request);
      case Message.Collected(Transaction transaction) ->
          forgetting.forgotElsewhere(this, ordering, transaction);
      case Message.Diverged diverged -> GarbageCollection.diverged(this, diverged);
      case Message.Read read -> {
        if (kept.executes()) {
          reads.read(this, from, read);
        }
      }
      case Message.SendInput said -> execution.heard(this, said);
      case Message.RequestInput hear -> execution.asked(this, from, hear);
      case Message.Hold(Transaction transaction, int asker) ->
          execution.verdicts().asked(this, new Ordering.Place(asker, from), transaction);
      case Message.Stands stands -> execution.heard(this, from, stands);
      default -> {}
    }
  }

  /** Answers a coordinator that comes too late, or below the ballot that is heeded. */
  private boolean isRefused(int from, Transaction transaction, Ballot ballot) {
    if (kept.isSettled(transaction.id())) {
      tell(from, new Message.Collected(transaction));
      return true;
    }
    Vertex vertex = kept.vertex(transaction.id());
    if (vertex == null) {
      return false;
    }
    if (vertex.decided != null) {
      Message done = new Message.Done(transaction.id(), vertex.decided, vertex.request);
      effects.add(new Effect.Send<>(new Address.Coordinator(from), done));
      return true;
    }
    if (ballot.isBelow(vertex.promised)) {
      answer(from, new Message.Refused(transaction.id(), vertex.promised));
      return true;
    }
    return false;
  }

  /**
   * Answers {@link Message.Overloaded} for a transaction that is not to be witnessed, as an
   * overloaded replica does. Then the transaction's coordinator, or one that takes over, abandons
   * the transaction if that is still possible.
   */
  private void passOver(int from, Transaction transaction, Ballot ballot) {
    if (kept.decides() && !isRefused(from, transaction, ballot)) {
      tell(from, new Message.Overloaded(transaction.id()));
    }
  }

  /** Algorithm 2; a repeated question gets the first answer. */
  private void preAccept(int from, Transaction transaction, Ballot ballot, Request request) {
    if (isRefused(from, transaction, ballot)) {
      return;
    }
    Vertex known = kept.vertex(transaction.id());
    if (isFull() && ballot.equals(Ballot.FIRST) && known == null
        || isOlder(request) && (known == null || !known.request.isKnown())) {
      tell(from, new Message.Overloaded(transaction.id()));
      return;
    }
    Dependencies implied = Dependencies.NONE;
    if (learn(transaction, ballot, request, true)) {
      // Later ones may be implied by what came behind this transaction.
      implied = kept.implied(request.piece(shard)).without(transaction::equals);
    } else {
      promise(transaction, ballot);
    }
    Vertex vertex = vertex(transaction.id());
    answer(
        from,
        new Message.PreAccepted(
            transaction.id(),
            ballot,
            vertex.witnessed,
            implied,
            kept.forgotten(vertex.request.piece(shard))));
  }

  /**
   * Returns whether the replica takes no new transaction. A full replica refuses new transactions
   * at once and never delays them, since what waits here may need them elsewhere; and it refuses no
   * transaction about which it may have promised something.
   */
  private boolean isFull() {
    return kept.vertices().size() >= settings.mostOpen() || kept.bytes() >= settings.mostBytes();
  }

  /**
   * Returns whether a request belongs to an older version of the application than some request that
   * is known here. Each replica takes transactions in the order of their versions, so transactions
   * of the older version come first wherever two have a conflict, and an old transaction that no
   * majority has taken is abandoned.
   */
  private boolean isOlder(Request request) {
    long its = request.version();
    return its != VersionTag.ANY && its < version;
  }

  private void isOf(Vertex vertex) {
    version = Math.max(version, vertex.request.version());
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
    write(new Record.Witnessed(transaction, request, ballot, before), forced);
    isOf(vertex(transaction.id()));
    inquiries.known(transaction.id());
    return true;
  }

  private void promise(Transaction transaction, Ballot ballot) {
    Vertex vertex = kept.vertex(transaction.id());
    if (vertex == null || vertex.promised.isBelow(ballot)) {
      write(new Record.Promised(transaction, ballot), true);
      inquiries.known(transaction.id());
    }
  }

  /**
   * Handles a Prepare (Janus, Algorithm 7): answers with what was witnessed, apart from what was
   * accepted.
   */
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

  /** Handles an Accept (Janus, Algorithm 3). */
  private void accept(int from, Message.Accept accept) {
    Transaction transaction = accept.transaction();
    Ballot ballot = accept.ballot();
    if (isRefused(from, transaction, ballot)) {
      return;
    }
    learn(transaction, ballot, accept.request(), true);
    Vertex vertex = kept.vertex(transaction.id());
    if (vertex == null || vertex.accepted == null || vertex.acceptedIn.isBelow(ballot)) {
      write(new Record.Accepted(transaction, ballot, accept.decision()), true);
      inquiries.known(transaction.id());
    }
    answer(from, new Message.Accepted(transaction.id(), ballot));
  }

  /** Handles a Commit (Janus, Algorithm 4). */
  private void commit(int from, Transaction transaction, Decision decision, Request request) {
    if (kept.isSettled(transaction.id())) {
      tell(from, new Message.Collected(transaction));
      return;
    }
    Vertex before = kept.vertex(transaction.id());
    forgetting.await(from, transaction.id());
    if (before != null && before.output != null) {
      forgetting.tell(this, before, from);
    } else {
      decide(transaction, decision, request);
    }
  }

  /** The decision of a transaction is known. */
  void decide(Transaction transaction, Decision decision, Request request) {
    if (participatesIn(transaction)) {
      if (kept.isSettled(transaction.id())
          || decision.configuration(shard) > membership().number()) {
        // It rests on a configuration that is not heard of here: this replica may not be in it.
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
      write(new Record.Decided(transaction, decision), false);
      inquiries.known(transaction.id());
      inquiries.decided(this, vertex(transaction.id()));
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

  /** The next component has its place: its members of this shard are executed. */
  void order(SortedSet<Transaction> component) {
    write(new Record.Ordered(component), false);
    for (Transaction each : component) {
      if (participatesIn(each)) {
        run(vertex(each.id()));
      }
    }
  }

  private void run(Vertex vertex) {
    if (vertex.isAbandoned()) {
      ran(vertex.transaction.id(), PieceOutput.NONE);
    } else {
      execution.due(this, vertex);
    }
  }

  /** Notes that the piece was executed, skipped or refused. */
  void ran(TransactionId id, PieceOutput output) {
    Vertex vertex = vertex(id);
    write(new Record.Executed(id, output), false);
    forgetting.executed(this, vertex);
    reads.executed(this, id);
    execution.ran(this, id);
  }

  /** An execution has come to an error: that is durable before the process ends. */
  private void failed(Vertex vertex) {
    force(new Record.Failed(vertex.transaction.id(), !vertex.old));
    deferral.whenForced(new Effect.Output<>(new Output.Fail(vertex.transaction.id())), effects);
  }

  private void fired(Timer timer) {
    switch (timer) {
      case RETRY -> {
        configurations.again(this);
        if (membership().executes()) {
          ordering.again(this);
          execution.again(this);
        }
        effects.add(new Effect.SetTimer<>(timer, settings.retryNanos()));
      }
      case WATCH -> {
        if (watches < LOOKS_UNTIL_SURE && ++watches == LOOKS_UNTIL_SURE) {
          kept.grown();
        }
        if (membership().decides()) {
          inquiries.watch(this, ordering);
        }
        effects.add(new Effect.SetTimer<>(timer, settings.recoverNanos()));
      }
      case FAST -> {}
    }
  }

  /** A read waits for that transaction. */
  void expect(Transaction transaction) {
    ordering.expect(this, transaction);
  }

  /** Returns whether that transaction was executed here, or everywhere. */
  boolean hasExecuted(TransactionId id) {
    Vertex vertex = kept.vertex(id);
    return vertex != null && vertex.output != null || kept.isSettled(id);
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

  Group group() {
    return group;
  }

  /** Returns the durable state of the running replica, to read only. */
  public DurableState kept() {
    return kept;
  }

  /** The transactions whose turn it is here, as people see them. */
  public List<ExecutingTransaction> underway() {
    return execution.underway(this);
  }

  /** The transactions that wait for others here. */
  int waiting() {
    return ordering.size();
  }

  /** Writes a record that no answer waits for. */
  void write(Record fact) {
    write(fact, false);
  }

  /** Writes a record that an answer waits for. */
  void force(Record fact) {
    write(fact, true);
  }

  private void write(Record fact, boolean forced) {
    kept.add(fact);
    deferral.written();
    effects.add(new Effect.Persist<>(fact, forced ? Effect.Flush.FORCED : Effect.Flush.LAZY));
  }

  void output(Output output) {
    effects.add(new Effect.Output<>(output));
  }

  /** Sends a message to a coordinator, once everything that was written is durable. */
  void answer(int host, Message message) {
    deferral.whenForced(new Effect.Send<>(new Address.Coordinator(host), within(message)), effects);
  }

  /** Sends a message to a coordinator or a reader at once. */
  void tell(int host, Message message) {
    effects.add(new Effect.Send<>(new Address.Coordinator(host), within(message)));
  }

  /** Sends a message without waiting for any record. */
  void tell(Address to, Message message) {
    effects.add(new Effect.Send<>(to, message));
  }

  private Message within(Message message) {
    return membership().isFixed() ? message : new Message.Within(kept.configuration(), message);
  }

  /** Sends a message to a replica of the shard, once everything that was written is durable. */
  void send(int host, Message message) {
    send(shard, host, message);
  }

  /** Sends a message to a replica of any shard, once everything that was written is durable. */
  void send(int to, int host, Message message) {
    deferral.whenForced(new Effect.Send<>(new Address.Replica(host, to), message), effects);
  }
}
