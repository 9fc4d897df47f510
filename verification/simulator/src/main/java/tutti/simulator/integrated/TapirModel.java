package tutti.simulator.integrated;

import static tutti.simulator.integrated.TapirScope.TAKE_OVER;
import static tutti.simulator.integrated.TapirScope.VIEW;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import tutti.protocol.integrated.Timer;
import tutti.protocol.integrated.tapir.Coordinator;
import tutti.protocol.integrated.tapir.DurableState;
import tutti.protocol.integrated.tapir.Input;
import tutti.protocol.integrated.tapir.Output;
import tutti.protocol.integrated.tapir.Part;
import tutti.protocol.integrated.tapir.Record;
import tutti.protocol.integrated.tapir.Replica;
import tutti.protocol.integrated.tapir.Settings;
import tutti.protocol.integrated.tapir.Timestamp;
import tutti.protocol.integrated.tapir.Transaction;
import tutti.protocol.machine.Event;
import tutti.protocol.machine.ProtocolRecord;
import tutti.protocol.replication.Group;
import tutti.simulator.explorer.table.IntMultisets;
import tutti.simulator.explorer.table.InternTable;
import tutti.simulator.explorer.world.Budget;
import tutti.simulator.explorer.world.DiskTable;
import tutti.simulator.explorer.world.InFlight;
import tutti.simulator.explorer.world.Machines;
import tutti.simulator.explorer.world.Member;

/** The parts of states as numbers: machines, disks, messages. Confined to one thread. */
final class TapirModel {

  /** Outcomes are forgotten as soon as they may be, so that most can go wrong. */
  private static final Settings SETTINGS = new Settings(true, 1, 1, 1, 1000, 1 << 30, 0);

  private final List<Integer> hosts;
  private final List<Transaction> transactions;
  private final Map<Integer, List<Integer>> groups = new TreeMap<>();
  final MemberPlaces places;
  final Machines<Replica, Input, Output> replicas = new Machines<>();
  final Machines<Coordinator, Coordinator.Input, Coordinator.Output> coordinators =
      new Machines<>();
  final DiskTable<DurableState> disks = new DiskTable<>(this::kept);
  private final Map<Integer, DurableState> memories = new HashMap<>();
  private final Map<Integer, Coordinator> looks = new HashMap<>();
  final InternTable<InFlight> messages = new InternTable<>();
  final IntMultisets bags = new IntMultisets();

  private final boolean reduces;

  /**
   * @param reduces whether what makes no difference is left out
   */
  TapirModel(TapirScope scope, boolean reduces) {
    this.reduces = reduces;
    places = new MemberPlaces(scope.hosts(), scope.shards());
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

  /** Whether the end of a coordinator's wait for a fast quorum makes it do something. */
  boolean wakes(int machine) {
    return !coordinators.on(machine, new Event.TimerFired<>(Timer.FAST)).effects().isEmpty();
  }

  /** Returns the durable state of a replica's machine, not to be changed. */
  DurableState memory(int machine) {
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
                places.shard(replica),
                new Group(places.host(replica), hosts),
                SETTINGS,
                kept(replica, disks.records(disk))));
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

  private DurableState kept(int replica, List<ProtocolRecord> of) {
    DurableState kept = new DurableState(places.host(replica));
    of.forEach(each -> kept.add((Record) each));
    return kept;
  }

  int send(int bag, InFlight sent) {
    return bags.sum(bag, bags.number(new int[] {messages.number(sent)}));
  }

  /**
   * Returns whether nothing is left to be judged: all coordinators are done, no other coordinator
   * takes over, no outcome is executed, no view ends and no host crashes.
   */
  boolean isQuiet(TapirScope scope, TapirWorld world) {
    Budget budget = world.past().budget();
    return !scope.executes()
        && !budget.has(TAKE_OVER)
        && !budget.has(VIEW)
        && !budget.mayCrash()
        && world.past().lives().stream().allMatch(TapirPast.Life::hasBegun)
        && world.members().stream().allMatch(each -> isQuiet(world, each));
  }

  private boolean isQuiet(TapirWorld world, Member<MemberFacts> member) {
    return switch (member.facts()) {
      case MemberFacts.OfCoordinator coordinator -> coordinator.done();
      case MemberFacts.OfReplica replica -> {
        int shard = places.shard(member.place());
        yield member.isUp()
            && memory(member.machine()).acts()
            && replica.heard() == world.past().configurationLogs().get(shard).size();
      }
    };
  }
}
