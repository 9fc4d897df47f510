package tutti.simulator.integrated;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import tutti.protocol.integrated.Timer;
import tutti.protocol.integrated.tapir.Coordinator;
import tutti.protocol.integrated.tapir.Fact;
import tutti.protocol.integrated.tapir.Input;
import tutti.protocol.integrated.tapir.Kept;
import tutti.protocol.integrated.tapir.Output;
import tutti.protocol.integrated.tapir.Part;
import tutti.protocol.integrated.tapir.Replica;
import tutti.protocol.integrated.tapir.Settings;
import tutti.protocol.integrated.tapir.Timestamp;
import tutti.protocol.integrated.tapir.Transaction;
import tutti.protocol.machine.Effect;
import tutti.protocol.machine.Event;
import tutti.protocol.replication.Group;
import tutti.simulator.explorer.table.IntMultisets;
import tutti.simulator.explorer.table.InternTable;
import tutti.simulator.explorer.world.Machines;

/** The parts of states as numbers: machines, disks, messages. Confined to one thread. */
final class TapirModel {

  /** Outcomes are forgotten as soon as they may be, so that most can go wrong. */
  private static final Settings SETTINGS = new Settings(true, 1, 1, 1, 1000, 1 << 30, 0);

  private final List<Integer> hosts;
  private final List<Transaction> transactions;
  private final Map<Integer, List<Integer>> groups = new TreeMap<>();
  private final Machines<Replica, Event<Input>, Effect<Output>> replicas =
      new Machines<>(Replica::on);
  private final Machines<Coordinator, Event<Void>, Effect<Coordinator.Output>> coordinators =
      new Machines<>(Coordinator::on);
  private final Map<Integer, Kept> memories = new HashMap<>();
  private final Map<Integer, Coordinator> looks = new HashMap<>();
  private final Map<String, Integer> disks = new HashMap<>();
  private final List<List<Fact>> facts = new ArrayList<>();
  private final List<Integer> owners = new ArrayList<>();
  final InternTable<Sent> messages = new InternTable<>();
  final IntMultisets bags = new IntMultisets();

  private final boolean reduces;

  /**
   * @param reduces whether what makes no difference is left out
   */
  TapirModel(TapirScope scope, boolean reduces) {
    this.reduces = reduces;
    hosts = IntStream.range(0, scope.hosts()).boxed().toList();
    transactions =
        scope.plans().stream()
            .map(plan -> new Transaction(new Timestamp(plan.time(), 1), plan.shards()))
            .toList();
    IntStream.range(0, scope.shards()).forEach(shard -> groups.put(shard, hosts));
  }

  boolean reduces() {
    return reduces;
  }

  int hosts() {
    return hosts.size();
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

  /** The fewest replicas of a shard that are more than half. */
  int majority() {
    return hosts.size() / 2 + 1;
  }

  Transaction transaction(int index) {
    return transactions.get(index);
  }

  /** The index of the transaction with that name. */
  int index(Timestamp id) {
    for (int each = 0; each < transactions.size(); each++) {
      if (transaction(each).id().equals(id)) {
        return each;
      }
    }
    throw new IllegalArgumentException("the scope has no transaction " + id);
  }

  Machines.Step<Effect<Output>> onReplica(int machine, Event<Input> event) {
    return replicas.on(machine, event);
  }

  /** Whether the end of a coordinator's wait for a fast quorum makes it do something. */
  boolean wakes(int machine) {
    return !onCoordinator(machine, new Event.TimerFired<>(Timer.FAST)).effects().isEmpty();
  }

  Machines.Step<Effect<Coordinator.Output>> onCoordinator(int machine, Event<Void> event) {
    return coordinators.on(machine, event);
  }

  /** The memory of a replica's machine, not to be changed. */
  Kept memory(int machine) {
    return memories.computeIfAbsent(machine, number -> replicas.copy(number).memory());
  }

  /** All that a replica's machine has, in words. */
  String picture(int machine) {
    return Machines.picture(replicas.copy(machine));
  }

  /** A coordinator's machine, not to be changed. */
  Coordinator look(int machine) {
    return looks.computeIfAbsent(machine, coordinators::copy);
  }

  /** The machine of a replica that starts with that disk. */
  int made(int replica, int disk) {
    return replicas.made(
        () ->
            new Replica(
                shard(replica),
                new Group(host(replica), hosts),
                SETTINGS,
                kept(replica, facts.get(disk))));
  }

  int first(int transaction, List<Part> parts) {
    Map<Integer, Part> byShard = new TreeMap<>();
    List<Integer> shards = transaction(transaction).shards();
    for (int each = 0; each < shards.size(); each++) {
      byShard.put(shards.get(each), parts.get(each));
    }
    return coordinators.made(
        () -> Coordinator.first(0, transaction(transaction), SETTINGS, groups, byShard));
  }

  int takingOver(Output.TakeOver what) {
    return coordinators.made(
        () -> Coordinator.takingOver(0, what.transaction(), what.above(), SETTINGS, groups));
  }

  private Kept kept(int replica, List<Fact> of) {
    Kept kept = new Kept(host(replica));
    of.forEach(kept::add);
    return kept;
  }

  /** The number of a disk with these records: disks that mean the same are one. */
  int disk(int replica, List<Fact> records) {
    String picture = replica + Machines.picture(kept(replica, records));
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

  int send(int bag, Sent sent) {
    return bags.sum(bag, bags.number(new int[] {messages.number(sent)}));
  }

  /**
   * Whether nothing is left to be judged: all coordinators are done, no other one comes, no outcome
   * is executed, no view ends and no host crashes.
   */
  boolean isQuiet(TapirScope scope, TapirWorld world) {
    TapirScope.Budget budget = world.past().budget();
    return !scope.executes()
        && budget.takeOvers() == 0
        && budget.views() == 0
        && !budget.mayCrash()
        && world.past().lives().stream().allMatch(TapirPast.Life::hasBegun)
        && world.coordinators().stream().allMatch(CoordinatorState::done)
        && IntStream.range(0, replicas()).allMatch(each -> isSettled(world, each));
  }

  private boolean isSettled(TapirWorld world, int replica) {
    ReplicaState state = world.replicas().get(replica);
    return state.isUp()
        && memory(state.machine()).acts()
        && state.told() == world.past().registers().get(shard(replica)).size();
  }
}
