package tutti.simulator.integrated;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import tutti.model.ActorId;
import tutti.protocol.integrated.Ballot;
import tutti.protocol.integrated.Timer;
import tutti.protocol.integrated.tapir.Fact;
import tutti.protocol.integrated.tapir.Input;
import tutti.protocol.integrated.tapir.Kept;
import tutti.protocol.integrated.tapir.Message;
import tutti.protocol.integrated.tapir.Output;
import tutti.protocol.integrated.tapir.Part;
import tutti.protocol.integrated.tapir.Timestamp;
import tutti.protocol.integrated.tapir.ViewEntry;
import tutti.protocol.machine.Address;
import tutti.protocol.machine.Event;
import tutti.simulator.integrated.TapirPast.Life;
import tutti.simulator.integrated.TapirScope.Access;
import tutti.simulator.integrated.TapirScope.Budget;
import tutti.simulator.integrated.TapirScope.Plan;

/** The steps that can follow a state. Confined to one thread. */
final class TapirSteps {
  private static final Budget NONE = new Budget(0, 0, 0, 0, 0, 0, 0);
  private static final Budget ONE_TAKE_OVER = new Budget(0, 1, 0, 0, 0, 0, 0);
  private static final Part.Value VALUE = new Part.Value(new byte[] {1});

  private final TapirScope scope;
  private final TapirModel model;
  private final TapirRelevance relevance;

  TapirSteps(TapirScope scope, TapirModel model) {
    this.scope = scope;
    this.model = model;
    this.relevance = new TapirRelevance(scope, model);
  }

  /** The state at the start: all replicas act in the first view, and host 0 leads. */
  TapirWorld start() {
    SortedMap<Integer, Long> joined = new TreeMap<>();
    for (int host = 0; host < scope.hosts(); host++) {
      joined.put(host, 1L + host);
    }
    ViewEntry.Open first = new ViewEntry.Open(1, List.of(), Timestamp.NONE, joined);
    List<ReplicaState> replicas = new ArrayList<>();
    for (int each = 0; each < model.replicas(); each++) {
      List<Fact> facts = List.of(new Fact.Disk(1L + model.host(each)), new Fact.Opened(first));
      replicas.add(new ReplicaState(ReplicaState.DOWN, model.disk(each, facts), List.of(), 0));
    }
    TapirPast past =
        new TapirPast(
            Collections.nCopies(scope.shards(), List.of(first)),
            Collections.nCopies(scope.shards(), 0),
            Collections.nCopies(scope.plans().size(), Life.UNBORN),
            Set.of(),
            0,
            0,
            NONE);
    TapirWorld world = new TapirWorld(List.copyOf(replicas), List.of(), 0, past, null);
    for (int each = 0; each < model.replicas(); each++) {
      world = started(world, each);
    }
    world = prepared(world);
    return with(world, world.past().with(scope.budget()));
  }

  private TapirWorld prepared(TapirWorld fresh) {
    int last = scope.hosts() - 1;
    return switch (scope.start()) {
      case FRESH -> fresh;
      case VOTED -> voted(fresh);
      case PROPOSED -> {
        TapirWorld told = settled(voted(fresh), sent -> sent.isTo(0) && sent.from() != last);
        yield waited(without(told, Sent::isToCoordinator), 0);
      }
      case TAKEN -> {
        TapirWorld voted = scope.plans().size() > 1 ? voted(fresh) : begun(fresh, 0);
        yield without(settled(voted, Sent::isNoDecision), sent -> sent.isOf(1));
      }
      case REFUSED -> {
        TapirWorld told = settled(votedBy(fresh), sent -> sent.isTo(1) && sent.from() != last);
        TapirWorld proposed = waited(without(told, Sent::isToCoordinator), 1);
        TapirWorld finalized = settled(proposed, sent -> sent.to() != last);
        yield without(finalized, _ -> true);
      }
      case MISSED -> {
        TapirWorld told = settled(begun(fresh, 0), sent -> sent.to() != last);
        TapirWorld proposed = waited(without(told, _ -> true), 0);
        TapirWorld chosen = settled(proposed, sent -> sent.to() != last && sent.isNoDecision());
        yield without(chosen, Sent::isNoDecision);
      }
      case OVERTAKEN -> {
        TapirWorld begun =
            settled(begun(fresh, 0), sent -> !sent.isToCoordinator() && sent.to() == last - 1);
        List<TapirStep> all = new ArrayList<>();
        takeOver(with(begun, begun.past().with(ONE_TAKE_OVER)), all);
        yield settled(
            all.getFirst().world(),
            sent -> sent.isOf(1) && sent.to() > 0 && sent.isNoProposal() || sent.isTo(1));
      }
      case ASKED -> asked(fresh, last);
      case OVERRULED -> overruled(fresh, last);
      case NOTED -> {
        TapirStepping step = stepping(settled(begun(fresh, 0), Sent::isNoDecision));
        step.committed(0, 0);
        List<TapirStep> all = new ArrayList<>();
        begin(without(step.world(), _ -> true), 1, all);
        TapirWorld told =
            settled(all.getLast().world(), sent -> sent.from() != 0 && sent.to() != 0);
        yield waited(without(told, _ -> true), 1);
      }
      case DROPPED -> {
        TapirWorld told =
            settled(begun(fresh, 0), sent -> sent.isToCoordinator() || sent.to() == 0);
        TapirStepping step = stepping(told);
        step.onReplica(0, new Sent(0, 0, 0, new Message.End(1)).arrival(), TapirStepping.ALL);
        List.of(0, 1, last).forEach(each -> hear(step, each));
        TapirWorld closed = without(step.world(), sent -> sent.isHand() && sent.from() == 0);
        TapirStepping opened = stepping(settled(closed, Sent::isHand));
        List.of(0, 1, last).forEach(each -> hear(opened, each));
        yield opened.world();
      }
    };
  }

  /** The world of {@link TapirScope.Start#ASKED}. */
  private TapirWorld asked(TapirWorld fresh, int last) {
    TapirWorld first = settled(begun(fresh, 0), sent -> sent.to() != last);
    TapirStepping second = stepping(settled(begun(first, 1), sent -> sent.to() != last));
    second.gone(1);
    return second.world();
  }

  /** The world of {@link TapirScope.Start#OVERRULED}. */
  private TapirWorld overruled(TapirWorld fresh, int last) {
    TapirWorld told = settled(begun(fresh, 0), sent -> sent.isToCoordinator() || sent.to() != last);
    TapirWorld heard = settled(waited(without(told, _ -> true), 0), sent -> sent.to() == last - 1);
    TapirWorld gone = without(heard, _ -> true);
    List<TapirStep> all = new ArrayList<>();
    takeOver(with(gone, gone.past().with(ONE_TAKE_OVER)), all);
    TapirWorld asked =
        settled(
            all.getFirst().world(),
            sent -> sent.isToCoordinator() || sent.to() != last - 1 && sent.isNoProposal());
    return without(settled(asked, sent -> sent.to() == 0), _ -> true);
  }

  /** The last replica hears of the second transaction first; answers are under way. */
  private TapirWorld votedBy(TapirWorld from) {
    int last = scope.hosts() - 1;
    TapirWorld world = begun(begun(from, 0), 1);
    world = settled(world, sent -> !sent.isToCoordinator() && sent.to() != last && sent.isOf(0));
    world = settled(world, sent -> !sent.isToCoordinator() && sent.isOf(1));
    return settled(world, sent -> !sent.isToCoordinator());
  }

  private TapirWorld voted(TapirWorld from) {
    return without(votedBy(from), sent -> sent.isTo(1));
  }

  private TapirWorld waited(TapirWorld world, int coordinator) {
    TapirStepping step = stepping(world);
    step.waited(coordinator);
    step.onCoordinator(coordinator, new Event.TimerFired<>(Timer.FAST));
    return step.world();
  }

  /** The world in which those messages are lost. */
  private TapirWorld without(TapirWorld world, Predicate<Sent> which) {
    TapirStepping step = stepping(world);
    for (int each : model.bags.get(world.messages())) {
      if (which.test(model.messages.value(each))) {
        step.take(each);
      }
    }
    return step.world();
  }

  private TapirWorld begun(TapirWorld world, int transaction) {
    List<TapirStep> all = new ArrayList<>();
    begin(world, transaction, all);
    return all.getFirst().world();
  }

  /** The world after all those messages have arrived, in the order of their numbers. */
  private TapirWorld settled(TapirWorld from, Predicate<Sent> which) {
    TapirWorld world = from;
    while (true) {
      int next = -1;
      for (int each : model.bags.get(world.messages())) {
        if (next < 0 && which.test(model.messages.value(each))) {
          next = each;
        }
      }
      if (next < 0) {
        return world;
      }
      List<TapirStep> arrivals = new ArrayList<>();
      arrive(world, next, arrivals);
      world = arrivals.getFirst().world();
    }
  }

  private static TapirWorld with(TapirWorld world, TapirPast past) {
    return new TapirWorld(
        world.replicas(), world.coordinators(), world.messages(), past, world.broken());
  }

  private TapirStepping stepping(TapirWorld world) {
    return new TapirStepping(model, relevance, scope, world);
  }

  private TapirWorld started(TapirWorld before, int replica) {
    TapirStepping step = stepping(before);
    int machine = model.made(replica, step.replica(replica).disk());
    step.replica(replica, step.replica(replica).with(machine));
    step.past(step.past().starting());
    step.onReplica(replica, new Event.Started<>(100 + step.past().starts()), TapirStepping.ALL);
    hear(step, replica);
    lead(step, replica);
    return step.world();
  }

  /** A replica hears of all commands that are chosen. */
  private void hear(TapirStepping step, int replica) {
    List<ViewEntry> register = step.past().registers().get(model.shard(replica));
    while (step.replica(replica).told() < register.size()) {
      int next = step.replica(replica).told();
      step.replica(replica, step.replica(replica).hearing(next + 1));
      step.onReplica(
          replica, new Event.Input<>(new Input.Chosen(register.get(next))), TapirStepping.ALL);
      register = step.past().registers().get(model.shard(replica));
    }
  }

  private void lead(TapirStepping step, int replica) {
    int leader = step.past().leaders().get(model.shard(replica));
    step.onReplica(replica, new Event.Input<>(new Input.Leads(leader)), TapirStepping.ALL);
  }

  List<TapirStep> after(TapirWorld world) {
    List<TapirStep> all = new ArrayList<>();
    takeOver(world, all);
    if (model.reduces() && world.past().haveAllBegun() && !all.isEmpty()) {
      return all;
    }
    for (int each = 0; each < scope.plans().size(); each++) {
      Plan plan = scope.plans().get(each);
      boolean may = plan.after() < 0 || world.past().life(plan.after()).told() != TapirPast.NEVER;
      if (!world.past().life(each).hasBegun() && may) {
        begin(world, each, all);
      }
    }
    for (int slot = 0; slot < world.coordinators().size(); slot++) {
      coordinate(world, slot, all);
    }
    for (int replica = 0; replica < model.replicas(); replica++) {
      if (world.replicas().get(replica).isUp()) {
        own(world, replica, all);
      } else {
        all.add(new TapirStep("replica " + replica + " starts", started(world, replica)));
      }
    }
    int last = -1;
    for (int each : model.bags.get(world.messages())) {
      if (each != last) {
        arrive(world, each, all);
        last = each;
      }
    }
    return all;
  }

  /** A transaction reads every combination of versions that replicas which act can tell. */
  private void begin(TapirWorld world, int transaction, List<TapirStep> all) {
    Plan plan = scope.plans().get(transaction);
    for (List<Part> parts : combinations(world, plan)) {
      TapirStepping step = stepping(world);
      TapirPast past = step.past();
      Life life = past.life(transaction).beginning(parts, past.moments());
      step.past(past.passing().with(transaction, life));
      boolean waits = !scope.start().isPatient();
      step.start(transaction, model.first(transaction, parts), waits);
      all.add(new TapirStep("transaction " + transaction + " begins: " + parts, step.world()));
    }
  }

  private Set<List<Part>> combinations(TapirWorld world, Plan plan) {
    Set<List<Part>> all = new LinkedHashSet<>();
    for (List<Timestamp> versions : versions(world, plan.accesses())) {
      List<Part> parts = new ArrayList<>();
      for (int shard : plan.shards()) {
        SortedMap<ActorId, Timestamp> reads = new TreeMap<>();
        SortedMap<ActorId, Part.Value> writes = new TreeMap<>();
        for (int each = 0; each < plan.accesses().size(); each++) {
          Access access = plan.accesses().get(each);
          if (access.shard() == shard && access.reads()) {
            reads.put(item(access), versions.get(each));
          }
          if (access.shard() == shard && access.writes()) {
            writes.put(item(access), VALUE);
          }
        }
        parts.add(new Part(reads, writes));
      }
      all.add(parts);
    }
    return all;
  }

  private static ActorId item(Access access) {
    return new ActorId("Item", access.item());
  }

  private Set<List<Timestamp>> versions(TapirWorld world, List<Access> accesses) {
    Set<List<Timestamp>> all = new LinkedHashSet<>();
    all.add(List.of());
    for (Access access : accesses) {
      Set<Timestamp> known = new TreeSet<>();
      for (int host = 0; host < scope.hosts(); host++) {
        ReplicaState state = world.replicas().get(model.replica(access.shard(), host));
        if (state.isUp() && model.memory(state.machine()).acts()) {
          known.add(model.memory(state.machine()).committed(item(access)).version());
        }
      }
      Set<List<Timestamp>> longer = new LinkedHashSet<>();
      for (List<Timestamp> some : all) {
        for (Timestamp version : known) {
          List<Timestamp> more = new ArrayList<>(some);
          more.add(version);
          longer.add(more);
        }
      }
      all = longer;
    }
    return all;
  }

  private void coordinate(TapirWorld world, int slot, List<TapirStep> all) {
    CoordinatorState state = world.coordinators().get(slot);
    if (state.done()) {
      return;
    }
    if (state.waits() && (!model.reduces() || model.wakes(state.machine()))) {
      TapirStepping step = stepping(world);
      step.waited(slot);
      step.onCoordinator(slot, new Event.TimerFired<>(Timer.FAST));
      all.add(new TapirStep("coordinator " + slot + " has waited", step.world()));
    }
    if (world.past().budget().retries() > 0) {
      TapirStepping step = stepping(world);
      step.past(step.past().with(step.past().budget().lessRetry()));
      step.onCoordinator(slot, new Event.TimerFired<>(Timer.RETRY));
      all.add(new TapirStep("coordinator " + slot + " repeats", step.world()));
    }
  }

  private void takeOver(TapirWorld world, List<TapirStep> all) {
    if (world.past().budget().takeOvers() == 0) {
      return;
    }
    for (int each = 0; each < scope.plans().size(); each++) {
      boolean may = each == 0 || !scope.start().isPatient();
      if (world.past().life(each).hasBegun() && may) {
        TapirStepping step = stepping(world);
        step.past(step.past().with(step.past().budget().lessTakeOver()));
        Output.TakeOver what = new Output.TakeOver(model.transaction(each), Ballot.FIRST);
        step.start(each, model.takingOver(what), false);
        all.add(new TapirStep("another coordinator takes over transaction " + each, step.world()));
      }
    }
  }

  private void own(TapirWorld world, int replica, List<TapirStep> all) {
    Budget budget = world.past().budget();
    ReplicaState state = world.replicas().get(replica);
    int shard = model.shard(replica);
    List<ViewEntry> register = world.past().registers().get(shard);
    if (!state.written().isEmpty()) {
      TapirStepping step = stepping(world);
      step.flush(replica);
      all.add(new TapirStep("replica " + replica + " flushes", step.world()));
    }
    if (state.told() < register.size()) {
      TapirStepping step = stepping(world);
      step.replica(replica, state.hearing(state.told() + 1));
      step.onReplica(
          replica,
          new Event.Input<>(new Input.Chosen(register.get(state.told()))),
          TapirStepping.ALL);
      all.add(new TapirStep("replica " + replica + " hears of the next command", step.world()));
    }
    boolean leads = world.past().leaders().get(shard) == model.host(replica);
    Kept kept = model.memory(state.machine());
    if (budget.views() > 0 && leads && kept.acts()) {
      Event<Input> end =
          new Event.Received<>(new Address.Replica(0, shard), new Message.End(kept.view()));
      happen(world, world.past().with(budget.lessView()), replica, end, all);
    }
    if (budget.leaders() > 0 && !leads) {
      TapirStepping step = stepping(world);
      step.past(step.past().with(budget.lessLeader()));
      elect(step, shard, model.host(replica));
      all.add(new TapirStep("replica " + replica + " leads the register", step.world()));
    }
    crash(world, replica, all);
  }

  private void elect(TapirStepping step, int shard, int leader) {
    step.past(step.past().leading(shard, leader));
    hear(step, model.replica(shard, leader));
    for (int host = 0; host < scope.hosts(); host++) {
      if (step.replica(model.replica(shard, host)).isUp()) {
        lead(step, model.replica(shard, host));
      }
    }
  }

  /** An event, and all ways in which the host can crash between its effects. */
  private void happen(
      TapirWorld world, TapirPast past, int replica, Event<Input> event, List<TapirStep> all) {
    TapirStepping whole = stepping(with(world, past));
    whole.onReplica(replica, event, TapirStepping.ALL);
    all.add(new TapirStep("replica %s: %s".formatted(replica, event), whole.world()));
    if (past.budget().mayCrash()) {
      int machine = world.replicas().get(replica).machine();
      int effects = model.onReplica(machine, event).effects().size();
      for (int many = 1; many < effects; many++) {
        TapirStepping cut = stepping(with(world, past));
        cut.onReplica(replica, event, many);
        crash(cut.world(), replica, all);
      }
    }
  }

  private void arrive(TapirWorld world, int message, List<TapirStep> all) {
    Sent sent = model.messages.value(message);
    TapirStepping taken = stepping(world);
    taken.take(message);
    deliver(taken.world(), world.past(), sent, all);
    if (world.past().budget().duplicates() > 0) {
      TapirPast less = world.past().with(world.past().budget().lessDuplicate());
      deliver(world, less, sent, all);
    }
  }

  private void deliver(TapirWorld world, TapirPast past, Sent sent, List<TapirStep> all) {
    if (sent.isToCoordinator()) {
      TapirStepping step = stepping(with(world, past));
      int slot = sent.to() - Sent.COORDINATORS;
      step.onCoordinator(slot, sent.arrival());
      all.add(new TapirStep("coordinator %s: %s".formatted(slot, sent.arrival()), step.world()));
    } else if (world.replicas().get(model.replica(sent.shard(), sent.to())).isUp()) {
      happen(world, past, model.replica(sent.shard(), sent.to()), sent.arrival(), all);
    }
  }

  private void crash(TapirWorld world, int replica, List<TapirStep> all) {
    Budget budget = world.past().budget();
    ReplicaState state = world.replicas().get(replica);
    if (budget.crashes() > 0) {
      for (int left = 0; left <= state.written().size(); left++) {
        int disk = model.disk(state.disk(), state.written(), left);
        all.add(
            new TapirStep(
                "replica %d crashes; %s of %s records are left"
                    .formatted(replica, left, state.written().size()),
                crashed(world, replica, disk, world.past().with(budget.lessCrash()))));
      }
    }
    if (budget.disks() > 0) {
      TapirPast past = world.past().with(budget.lessDisk()).losing(replica);
      all.add(
          new TapirStep(
              "replica %s loses its disk".formatted(replica),
              crashed(world, replica, model.disk(replica, List.of()), past)));
    }
  }

  /** The world after a crash; another host leads the register if that one did. */
  private TapirWorld crashed(TapirWorld world, int replica, int disk, TapirPast past) {
    TapirStepping step = stepping(with(world, past));
    step.replica(replica, step.replica(replica).crashed(disk));
    int shard = model.shard(replica);
    if (past.leaders().get(shard) == model.host(replica)) {
      IntStream.range(0, scope.hosts())
          .filter(host -> step.replica(model.replica(shard, host)).isUp())
          .findFirst()
          .ifPresent(host -> elect(step, shard, host));
    }
    return step.world();
  }
}
