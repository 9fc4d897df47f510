package tutti.simulator.integrated.janus;

import static tutti.simulator.explorer.world.ChoiceKind.CRASH;
import static tutti.simulator.explorer.world.ChoiceKind.RETRY;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.IntStream;
import tutti.model.ActorId;
import tutti.protocol.integrated.Ballot;
import tutti.protocol.integrated.janus.Coordinator;
import tutti.protocol.integrated.janus.DurableState;
import tutti.protocol.integrated.janus.Input;
import tutti.protocol.integrated.janus.Message;
import tutti.protocol.integrated.janus.Output;
import tutti.protocol.integrated.janus.Record;
import tutti.protocol.integrated.janus.Replica;
import tutti.protocol.integrated.janus.Settings;
import tutti.protocol.integrated.janus.graph.Decision;
import tutti.protocol.integrated.janus.graph.Payload;
import tutti.protocol.integrated.janus.graph.Piece;
import tutti.protocol.integrated.janus.graph.PieceOutput;
import tutti.protocol.integrated.janus.graph.Request;
import tutti.protocol.integrated.janus.graph.Transaction;
import tutti.protocol.integrated.janus.graph.TransactionId;
import tutti.protocol.integrated.janus.membership.Configuration;
import tutti.protocol.integrated.janus.membership.ConfigurationCommand;
import tutti.protocol.machine.Address;
import tutti.protocol.machine.Effect;
import tutti.protocol.machine.ProtocolMessage;
import tutti.protocol.machine.ProtocolRecord;
import tutti.protocol.replication.Group;
import tutti.simulator.explorer.world.DiskTable;
import tutti.simulator.explorer.world.InFlight;
import tutti.simulator.explorer.world.Machines;
import tutti.simulator.explorer.world.Member;
import tutti.simulator.integrated.MemberFacts;
import tutti.simulator.integrated.MemberPlaces;

/** The parts of states as numbers: machines, disks, messages. Confined to one thread. */
final class JanusModel {
  /** More transactions than a scope has. */
  private static final int ALL = 16;

  private final List<Integer> hosts;
  private final List<Transaction> transactions = new ArrayList<>();
  private final Map<Integer, List<Integer>> groups = new TreeMap<>();

  final MemberPlaces places;
  final Machines<Replica, Input, Output> replicas = new Machines<>();
  final Machines<Coordinator, Coordinator.Input, Coordinator.Output> coordinators =
      new Machines<>(this::unseen);
  final DiskTable<DurableState> disks = new DiskTable<>(this::kept, JanusModel::executed);

  private final Settings settings;

  /** The pictures of replicas by their machines. */
  private final Map<Integer, String> pictures = new HashMap<>();

  private final JanusScope scope;
  private final boolean reduced;

  /**
   * @param reduced whether coordinators are one that differ in what they do not need any more
   */
  JanusModel(JanusScope scope, boolean reduced) {
    this.scope = scope;
    this.settings = new Settings(1, 1, 1, scope.remembers() ? ALL : 0, 1000);
    this.reduced = reduced;
    places = new MemberPlaces(scope.hosts(), scope.shards());
    hosts = IntStream.range(0, scope.hosts()).boxed().toList();
    for (JanusScope.Plan plan : scope.plans()) {
      TransactionId id = new TransactionId(1L + transactions.size(), 1);
      transactions.add(new Transaction(id, plan.shards()));
    }
    IntStream.range(0, scope.shards()).forEach(shard -> groups.put(shard, hosts));
  }

  Transaction transaction(int index) {
    return transactions.get(index);
  }

  static int index(TransactionId id) {
    return (int) id.number() - 1;
  }

  /**
   * The answers that a coordinator does not need any more, by its step. Who holds the request makes
   * no difference, since {@link #bringing} brings it to all.
   */
  private Set<String> unseen(Coordinator coordinator) {
    if (!reduced) {
      return Set.of();
    }
    String picture = Machines.picture(coordinator);
    if (picture.contains("step:PRE_ACCEPTING")) {
      return Set.of("holders", "promised");
    }
    if (picture.contains("step:PREPARING")) {
      return Set.of("holders", "preAccepted", "waited");
    }
    return picture.contains("step:ACCEPTING")
        ? Set.of("holders", "promised", "waited")
        : Set.of("holders", "preAccepted", "promised", "accepted", "waited");
  }

  /**
   * Returns a message of a coordinator that contains the request in any case. A coordinator does
   * not send the request to replicas that have it, and such replicas ignore it.
   */
  Message bringing(Message message) {
    if (!reduced) {
      return message;
    }
    return switch (message) {
      case Message.Within(Configuration its, Message inner) ->
          new Message.Within(its, bringing(inner));
      case Message.Accept(Transaction transaction, Ballot ballot, Decision decision, _)
          when !decision.abandoned() ->
          new Message.Accept(transaction, ballot, decision, request(index(transaction.id())));
      case Message.Commit(Transaction transaction, Decision decision, _)
          when !decision.abandoned() ->
          new Message.Commit(transaction, decision, request(index(transaction.id())));
      default -> message;
    };
  }

  /** Whether the decision of a transaction is told to replicas. */
  boolean tells(int transaction) {
    return scope.tells(transaction);
  }

  /**
   * Returns whether a coordinator that has sent a decision waits for more; if not, it has ended.
   */
  boolean hears(int transaction) {
    return tells(transaction) && !scope.runs();
  }

  /** Whether a message can make a difference in the scope. */
  boolean matters(Message message) {
    return switch (message instanceof Message.Within(_, Message inner) ? inner : message) {
      case Message.Commit(Transaction transaction, _, _) -> tells(index(transaction.id()));
      case Message.Executed _, Message.Applied _, Message.Collect _ -> scope.forgets();
      case Message.Refused _ -> scope.budget().has(RETRY);
      default -> true;
    };
  }

  /** Whether a coordinator does nothing about a message, now and in all time. */
  boolean coordinatorIgnores(Member<MemberFacts> state, InFlight mail) {
    if (isDone(state)) {
      return true;
    }
    if (!state.isUp()) {
      return false;
    }
    try {
      Machines.Step<Coordinator.Output> step = coordinators.on(state.machine(), mail.arrival());
      return step.machine() == state.machine() && step.effects().isEmpty();
    } catch (IllegalStateException broken) {
      return false;
    }
  }

  /**
   * Whether a replica does nothing about a message, now and in all time: what it refuses once it
   * refuses for good, unless it learns the decision or forgets at a crash.
   */
  boolean replicaIgnores(Member<MemberFacts> state, InFlight mail) {
    if (!state.isUp() || scope.tells(0) || !isCalm()) {
      return false;
    }
    Machines.Step<Output> step = replicas.on(state.machine(), mail.arrival());
    return step.machine() == state.machine()
        && !step.effects().isEmpty()
        && step.effects().stream()
            .allMatch(
                each ->
                    each instanceof Effect.Send(Address.Coordinator _, ProtocolMessage message)
                        && !matters((Message) message));
  }

  /**
   * Returns whether a replica accepts a transaction that no other coordinator ever asks about, and
   * whose decision is sent to no replica: only the transaction's own coordinator can observe the
   * acceptance. The replica knows the request already, so it does not witness anything by the
   * message.
   */
  boolean isUrgentToReplica(Member<MemberFacts> state, InFlight mail) {
    if (!isSteady() || !state.isUp() || !(mail.message() instanceof Message.Accept accept)) {
      return false;
    }
    int transaction = index(accept.transaction().id());
    if (transaction == 0 || tells(transaction)) {
      return false;
    }
    Machines.Step<Output> step = replicas.on(state.machine(), mail.arrival());
    return step.machine() != state.machine()
        && step.effects().stream()
            .noneMatch(each -> each instanceof Effect.Persist(Record.Witnessed _, var _));
  }

  /**
   * Whether a coordinator that has told the decision counts a replica that has executed or
   * forgotten the transaction. It only ever waits for more of them, and then sends what is late as
   * long as one likes.
   */
  boolean isUrgentToCoordinator(Member<MemberFacts> state, InFlight mail) {
    boolean counts =
        switch (mail.message()) {
          case Message.Executed _, Message.Applied _, Message.Collected _ -> true;
          default -> false;
        };
    if (!counts || !isSteady() || !state.isUp() || isDone(state)) {
      return false;
    }
    String picture = Machines.picture(coordinators.copy(state.machine()));
    boolean told = picture.contains("step:COMMITTED") || picture.contains("step:SETTLING");
    return told && coordinators.on(state.machine(), mail.arrival()).machine() != state.machine();
  }

  private static boolean isDone(Member<MemberFacts> coordinator) {
    return ((MemberFacts.OfCoordinator) coordinator.facts()).done();
  }

  /** Whether no replica crashes and nothing is repeated. */
  private boolean isCalm() {
    return !scope.budget().has(CRASH) && !scope.budget().has(RETRY);
  }

  /** Whether nothing is repeated, and no replica forgets or is replaced. */
  private boolean isSteady() {
    return !scope.isRegistered() && isCalm();
  }

  /**
   * Returns whether all hosts are voters of the newest configuration, one of them with the disk
   * that replaces the lost one: then the configuration is never changed any more.
   */
  boolean isFormed(JanusPast past) {
    return scope.isRegistered()
        && !scope.budget().has(RETRY)
        && past.configurationLog().getLast() instanceof ConfigurationCommand.Open open
        && open.configuration().voters().containsAll(hosts)
        && open.disks().containsValue(JanusStart.NEW_DISK);
  }

  /** A replica in words, equal for equal replicas of all explorers of the scope. */
  String picture(Member<MemberFacts> replica) {
    String machine =
        replica.isUp()
            ? pictures.computeIfAbsent(
                replica.machine(),
                each -> Machines.picture(replicas.copy(each), JanusReplicaStep.WAITING))
            : "down";
    return replica.place() + machine + ((MemberFacts.OfReplica) replica.facts()).executed();
  }

  /** The component of a transaction, as a replica's machine has it. */
  SortedSet<Transaction> component(int machine, TransactionId id) {
    return replicas.copy(machine).kept().component(id);
  }

  /** The memory of a replica, as it gives it to another one. */
  List<Record> image(int machine) {
    return replicas.copy(machine).kept().image();
  }

  /** The machine of a replica that starts with that disk. */
  int made(int replica, int disk) {
    Group group = new Group(places.host(replica), hosts);
    return replicas.made(
        () ->
            new Replica(
                places.shard(replica),
                group,
                groups,
                settings,
                kept(replica, disks.records(disk))));
  }

  int first(int transaction) {
    Request request = request(transaction);
    return coordinators.made(
        () -> Coordinator.first(0, transaction(transaction), settings, groups, request, 0));
  }

  private Request request(int transaction) {
    Map<Integer, Piece> pieces = new TreeMap<>();
    for (int shard : transaction(transaction).shards()) {
      TreeSet<ActorId> none = new TreeSet<>();
      TreeSet<ActorId> item = new TreeSet<>(List.of(new ActorId("Item", "x" + shard)));
      TreeSet<ActorId> all = new TreeSet<>(List.of(Piece.EVERYTHING));
      boolean isSyncPoint = scope.plans().get(transaction).isSyncPoint();
      Piece piece =
          isSyncPoint ? new Piece(all, none, Payload.NONE) : new Piece(none, item, Payload.NONE);
      pieces.put(shard, piece);
    }
    return new Request(new TreeMap<>(pieces), scope.exchanges());
  }

  int takingOver(Transaction transaction, Ballot above) {
    return coordinators.made(() -> Coordinator.takingOver(0, transaction, above, settings, groups));
  }

  private DurableState kept(int replica, List<ProtocolRecord> of) {
    int shard = places.shard(replica);
    DurableState kept =
        scope.isRegistered()
            ? new DurableState(shard, settings, places.host(replica))
            : new DurableState(shard, settings);
    of.forEach(each -> kept.add((Record) each));
    return kept;
  }

  /** The transactions that were executed, as a disk tells. */
  List<Integer> executed(int disk) {
    return executed(disks.records(disk));
  }

  private static List<Integer> executed(List<ProtocolRecord> records) {
    List<Integer> all = new ArrayList<>();
    for (ProtocolRecord fact : records) {
      if (fact instanceof Record.Executed(TransactionId id, PieceOutput output)
          && !output.equals(PieceOutput.NONE)) {
        all.add(index(id));
      }
    }
    return List.copyOf(all);
  }
}
