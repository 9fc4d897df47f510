package tutti.simulator.integrated.janus;

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
import tutti.protocol.integrated.janus.Fact;
import tutti.protocol.integrated.janus.Input;
import tutti.protocol.integrated.janus.Kept;
import tutti.protocol.integrated.janus.Message;
import tutti.protocol.integrated.janus.Output;
import tutti.protocol.integrated.janus.Replica;
import tutti.protocol.integrated.janus.Settings;
import tutti.protocol.integrated.janus.graph.Decision;
import tutti.protocol.integrated.janus.graph.Payload;
import tutti.protocol.integrated.janus.graph.Piece;
import tutti.protocol.integrated.janus.graph.PieceOutput;
import tutti.protocol.integrated.janus.graph.Request;
import tutti.protocol.integrated.janus.graph.Transaction;
import tutti.protocol.integrated.janus.graph.TransactionId;
import tutti.protocol.integrated.janus.membership.Change;
import tutti.protocol.integrated.janus.membership.Configuration;
import tutti.protocol.machine.Address;
import tutti.protocol.machine.Effect;
import tutti.protocol.machine.Event;
import tutti.protocol.machine.ProtocolMessage;
import tutti.protocol.replication.Group;
import tutti.simulator.explorer.world.Machines;

/** The parts of states as numbers: machines, disks, messages. Confined to one thread. */
final class JanusModel {
  /** More transactions than a scope has. */
  private static final int ALL = 16;

  private static final Set<String> WAITING = Set.of("waiting", "awaited", "compared");

  /** An event at a replica; if that is flushed, all that it wrote is durable then. */
  private record Happening(Event<Input> event, boolean flushed) {}

  /**
   * An effect of a replica.
   *
   * @param durable whether all that the same event wrote before was durable
   */
  record Caused(Effect<Output> effect, boolean durable) {}

  private final List<Integer> hosts;
  private final List<Transaction> transactions = new ArrayList<>();
  private final Map<Integer, List<Integer>> groups = new TreeMap<>();

  /**
   * The tables of replicas. Effects that wait for a flush are no state: a flush is at once, or
   * never comes.
   */
  private final Machines<Replica, Happening, Caused> replicas =
      new Machines<>(JanusModel::happen, _ -> WAITING);

  private final Machines<Coordinator, Event<Coordinator.Input>, Effect<Coordinator.Output>>
      coordinators = new Machines<>(Coordinator::on, this::unseen);
  private final Map<String, Integer> disks = new HashMap<>();
  private final List<List<Fact>> facts = new ArrayList<>();
  private final List<Integer> owners = new ArrayList<>();

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
    hosts = IntStream.range(0, scope.hosts()).boxed().toList();
    for (JanusScope.Plan plan : scope.plans()) {
      TransactionId id = new TransactionId(1L + transactions.size(), 1);
      transactions.add(new Transaction(id, plan.shards()));
    }
    IntStream.range(0, scope.shards()).forEach(shard -> groups.put(shard, hosts));
  }

  int replicas() {
    return hosts.size() * groups.size();
  }

  int shard(int replica) {
    return replica / hosts.size();
  }

  int host(int replica) {
    return replica % hosts.size();
  }

  int replica(int shard, int host) {
    return shard * hosts.size() + host;
  }

  /** The place of the coordinator on that host. */
  int coordinator(int host) {
    return replicas() + host - JanusMail.COORDINATORS;
  }

  Transaction transaction(int index) {
    return transactions.get(index);
  }

  int index(TransactionId id) {
    return (int) id.number() - 1;
  }

  Machines.Step<Caused> onReplica(int machine, Event<Input> event, boolean flushed) {
    return replicas.on(machine, new Happening(event, flushed));
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
   * A message of a coordinator that brings the request in any case. A coordinator spares those the
   * request that have it, and these do nothing about it.
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

  private static List<Caused> happen(Replica replica, Happening what) {
    List<Caused> all = new ArrayList<>();
    int written = 0;
    for (Effect<Output> effect : replica.on(what.event())) {
      all.add(new Caused(effect, written == 0));
      written += effect instanceof Effect.Persist ? 1 : 0;
    }
    if (written > 0 && what.flushed()) {
      for (Effect<Output> effect : replica.on(new Event.Persisted<>(written))) {
        all.add(new Caused(effect, true));
      }
    }
    return all;
  }

  Machines.Step<Effect<Coordinator.Output>> onCoordinator(
      int machine, Event<Coordinator.Input> event) {
    return coordinators.on(machine, event);
  }

  /** Whether the decision of a transaction is told to replicas. */
  boolean tells(int transaction) {
    return scope.tells(transaction);
  }

  /** Whether a coordinator that has told a decision waits for more: else it has ended. */
  boolean hears(int transaction) {
    return tells(transaction) && !scope.runs();
  }

  /** Whether a message can make a difference in the scope. */
  boolean matters(Message message) {
    return switch (message instanceof Message.Within(_, Message inner) ? inner : message) {
      case Message.Commit(Transaction transaction, _, _) -> tells(index(transaction.id()));
      case Message.Executed _, Message.Applied _, Message.Settle _ -> scope.forgets();
      case Message.Refused _ -> scope.budget().retries() > 0;
      default -> true;
    };
  }

  /** Whether a coordinator does nothing about a message, now and in all time. */
  boolean ignores(JanusMember.Coordinating state, JanusMail mail) {
    if (state.done()) {
      return true;
    }
    if (!state.isUp()) {
      return false;
    }
    try {
      Machines.Step<Effect<Coordinator.Output>> step =
          onCoordinator(state.machine(), mail.arrives());
      return step.machine() == state.machine() && step.effects().isEmpty();
    } catch (IllegalStateException broken) {
      return false;
    }
  }

  /**
   * Whether a replica does nothing about a message, now and in all time: what it refuses once it
   * refuses for good, unless it learns the decision or forgets at a crash.
   */
  boolean ignores(JanusMember.Replicated state, JanusMail mail) {
    if (!state.isUp()
        || scope.tells(0)
        || scope.budget().crashes() + scope.budget().retries() > 0) {
      return false;
    }
    Machines.Step<Caused> step = onReplica(state.machine(), mail.arrives(), true);
    return step.machine() == state.machine()
        && !step.effects().isEmpty()
        && step.effects().stream()
            .allMatch(
                each ->
                    each.effect()
                            instanceof Effect.Send(Address.Coordinator _, ProtocolMessage message)
                        && !matters((Message) message));
  }

  /**
   * Whether a replica accepts a transaction of which no other coordinator ever asks, and whose
   * decision is told to nobody: only the transaction's own coordinator can see that. The replica
   * knows the request already, so it does not witness anything by the message.
   */
  boolean isUrgent(JanusMember.Replicated state, JanusMail mail) {
    if (!isSteady() || !state.isUp() || !(mail.message() instanceof Message.Accept accept)) {
      return false;
    }
    int transaction = index(accept.transaction().id());
    if (transaction == 0 || tells(transaction)) {
      return false;
    }
    Machines.Step<Caused> step = onReplica(state.machine(), mail.arrives(), true);
    return step.machine() != state.machine()
        && step.effects().stream()
            .noneMatch(each -> each.effect() instanceof Effect.Persist(Fact.Witnessed _, var _));
  }

  /**
   * Whether a coordinator that has told the decision counts a replica that has executed or
   * forgotten the transaction. It only ever waits for more of them, and then sends what is late as
   * long as one likes.
   */
  boolean isUrgent(JanusMember.Coordinating state, JanusMail mail) {
    boolean counts =
        switch (mail.message()) {
          case Message.Executed _, Message.Applied _, Message.Forgot _ -> true;
          default -> false;
        };
    if (!counts || !isSteady() || !state.isUp() || state.done()) {
      return false;
    }
    String picture = Machines.picture(coordinators.copy(state.machine()));
    boolean told = picture.contains("step:COMMITTED") || picture.contains("step:SETTLING");
    return told && onCoordinator(state.machine(), mail.arrives()).machine() != state.machine();
  }

  /** Whether nothing is repeated, and no replica forgets or is replaced. */
  private boolean isSteady() {
    return !scope.isRegistered() && scope.budget().crashes() + scope.budget().retries() == 0;
  }

  /**
   * Whether all hosts are electors of the newest configuration, one with the disk in place of that
   * which was lost: it is never changed any more.
   */
  boolean isFormed(JanusPast past) {
    return scope.isRegistered()
        && scope.budget().retries() == 0
        && past.register().getLast() instanceof Change.Open open
        && open.configuration().electors().containsAll(hosts)
        && open.disks().containsValue(JanusStart.NEW_DISK);
  }

  /** A replica in words, equal for equal replicas of all explorers of the scope. */
  String picture(JanusMember.Replicated replica) {
    String machine =
        replica.isUp()
            ? pictures.computeIfAbsent(
                replica.machine(), each -> Machines.picture(replicas.copy(each), WAITING))
            : "down";
    return replica.number() + machine + replica.executed();
  }

  /** The component of a transaction, as a replica's machine has it. */
  SortedSet<Transaction> component(int machine, TransactionId id) {
    return replicas.copy(machine).kept().component(id);
  }

  /** The memory of a replica, as it gives it to another one. */
  List<Fact> image(int machine) {
    return replicas.copy(machine).kept().image();
  }

  /** The machine of a replica that starts with that disk. */
  int made(int replica, int disk) {
    Group group = new Group(host(replica), hosts);
    return replicas.made(
        () -> new Replica(shard(replica), group, groups, settings, kept(replica, facts.get(disk))));
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

  private Kept kept(int replica, List<Fact> of) {
    Kept kept =
        scope.isRegistered()
            ? new Kept(shard(replica), settings, host(replica))
            : new Kept(shard(replica), settings);
    of.forEach(kept::add);
    return kept;
  }

  /** The number of a disk with these records: disks that mean the same are one. */
  int disk(int replica, List<Fact> records) {
    String picture = replica + Machines.picture(kept(replica, records)) + executed(records);
    return disks.computeIfAbsent(
        picture,
        _ -> {
          facts.add(List.copyOf(records));
          owners.add(replica);
          return facts.size() - 1;
        });
  }

  /** A disk with the first so many of these records behind its own. */
  int disk(int before, List<Fact> written, int many) {
    if (many == 0) {
      return before;
    }
    List<Fact> all = new ArrayList<>(facts.get(before));
    all.addAll(written.subList(0, many));
    return disk(owners.get(before), all);
  }

  /** The transactions that were executed, as a disk tells. */
  List<Integer> executed(int disk) {
    return executed(facts.get(disk));
  }

  private List<Integer> executed(List<Fact> records) {
    List<Integer> all = new ArrayList<>();
    for (Fact fact : records) {
      if (fact instanceof Fact.Executed(TransactionId id, PieceOutput output)
          && !output.equals(PieceOutput.NONE)) {
        all.add(index(id));
      }
    }
    return List.copyOf(all);
  }
}
