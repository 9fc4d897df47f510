package tutti.simulator.integrated;

import static tutti.simulator.explorer.world.ChoiceKind.CRASH;
import static tutti.simulator.explorer.world.ChoiceKind.DISK;
import static tutti.simulator.explorer.world.ChoiceKind.DUPLICATE;
import static tutti.simulator.explorer.world.ChoiceKind.RETRY;
import static tutti.simulator.integrated.TapirScope.GIVE_UP;
import static tutti.simulator.integrated.TapirScope.LEADER;
import static tutti.simulator.integrated.TapirScope.TAKE_OVER;
import static tutti.simulator.integrated.TapirScope.VIEW;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import tutti.model.ActorId;
import tutti.protocol.integrated.Ballot;
import tutti.protocol.integrated.Timer;
import tutti.protocol.integrated.tapir.Coordinator;
import tutti.protocol.integrated.tapir.DurableState;
import tutti.protocol.integrated.tapir.Input;
import tutti.protocol.integrated.tapir.Message;
import tutti.protocol.integrated.tapir.Output;
import tutti.protocol.integrated.tapir.Part;
import tutti.protocol.integrated.tapir.Record;
import tutti.protocol.integrated.tapir.Timestamp;
import tutti.protocol.integrated.tapir.ViewCommand;
import tutti.protocol.machine.Address;
import tutti.protocol.machine.Effect;
import tutti.protocol.machine.Event;
import tutti.simulator.explorer.world.Budget;
import tutti.simulator.explorer.world.InFlight;
import tutti.simulator.explorer.world.Member;
import tutti.simulator.integrated.TapirPast.Life;
import tutti.simulator.integrated.TapirScope.Access;
import tutti.simulator.integrated.TapirScope.Plan;

/** The steps that can follow a state. Confined to one thread. */
final class TapirSteps {
  private static final Budget ONE_TAKE_OVER = Budget.of(TAKE_OVER, 1);
  private static final Part.Value VALUE = new Part.Value(new byte[] {1});

  private final TapirScope scope;
  private final TapirModel model;
  private final TapirRelevance relevance;
  private final MemberPlaces places;

  TapirSteps(TapirScope scope, TapirModel model) {
    this.scope = scope;
    this.model = model;
    this.relevance = new TapirRelevance(scope, model);
    this.places = model.places;
  }

  /** The state at the start: all replicas act in the first view, and host 0 leads. */
  TapirWorld start() {
    SortedMap<Integer, Long> joined = new TreeMap<>();
    for (int host = 0; host < scope.hosts(); host++) {
      joined.put(host, 1L + host);
    }
    ViewCommand.Open first = new ViewCommand.Open(1, List.of(), Timestamp.NONE, joined);
    List<Member<MemberFacts>> replicas = new ArrayList<>();
    for (int each = 0; each < places.replicas(); each++) {
      List<Record> facts =
          List.of(new Record.Disk(1L + places.host(each)), new Record.Opened(first));
      int disk = model.disks.number(each, facts);
      replicas.add(Member.down(each, disk, MemberFacts.OfReplica.NONE));
    }
    TapirPast past =
        new TapirPast(
            Collections.nCopies(scope.shards(), List.of(first)),
            Collections.nCopies(scope.shards(), 0),
            Collections.nCopies(scope.plans().size(), Life.UNBORN),
            Set.of(),
            0,
            0,
            Budget.NONE);
    TapirWorld world = new TapirWorld(List.copyOf(replicas), 0, past, null);
    for (int each = 0; each < places.replicas(); each++) {
      world = started(world, each);
    }
    world = prepared(world);
    return world.with(world.past().with(scope.budget()));
  }

  private TapirWorld prepared(TapirWorld fresh) {
    int last = scope.hosts() - 1;
    return switch (scope.start()) {
      case FRESH -> fresh;
      case VOTED -> voted(fresh);
      case PROPOSED -> {
        TapirWorld told =
            settled(voted(fresh), sent -> places.isTo(sent, 0) && sent.from().host() != last);
        yield waited(without(told, places::isToCoordinator), 0);
      }
      case TAKEN -> {
        TapirWorld voted = scope.plans().size() > 1 ? voted(fresh) : begun(fresh, 0);
        yield without(settled(voted, TapirSteps::isNoDecision), sent -> places.isOf(sent, 1));
      }
      case REFUSED -> {
        TapirWorld told =
            settled(votedBy(fresh), sent -> places.isTo(sent, 1) && sent.from().host() != last);
        TapirWorld proposed = waited(without(told, places::isToCoordinator), 1);
        TapirWorld finalized = settled(proposed, sent -> places.host(sent.to()) != last);
        yield without(finalized, _ -> true);
      }
      case MISSED -> {
        TapirWorld told = settled(begun(fresh, 0), sent -> places.host(sent.to()) != last);
        TapirWorld proposed = waited(without(told, _ -> true), 0);
        TapirWorld chosen =
            settled(proposed, sent -> places.host(sent.to()) != last && isNoDecision(sent));
        yield without(chosen, TapirSteps::isNoDecision);
      }
      case OVERTAKEN -> {
        TapirWorld begun =
            settled(
                begun(fresh, 0),
                sent -> !places.isToCoordinator(sent) && places.host(sent.to()) == last - 1);
        List<TapirStep> all = new ArrayList<>();
        takeOver(begun.with(begun.past().with(ONE_TAKE_OVER)), all);
        yield settled(
            all.getFirst().world(),
            sent ->
                places.isOf(sent, 1) && places.host(sent.to()) > 0 && isNoProposal(sent)
                    || places.isTo(sent, 1));
      }
      case ASKED -> asked(fresh, last);
      case OVERRULED -> overruled(fresh, last);
      case NOTED -> {
        TapirStepping step = stepping(settled(begun(fresh, 0), TapirSteps::isNoDecision));
        step.committed(0, 0);
        List<TapirStep> all = new ArrayList<>();
        begin(without(step.world(), _ -> true), 1, all);
        TapirWorld told =
            settled(
                all.getLast().world(),
                sent -> sent.from().host() != 0 && places.host(sent.to()) != 0);
        yield waited(without(told, _ -> true), 1);
      }
      case DROPPED -> dropped(fresh, last);
    };
  }

  /** The world of {@link TapirScope.Start#DROPPED}. */
  private TapirWorld dropped(TapirWorld fresh, int last) {
    TapirWorld told =
        settled(
            begun(fresh, 0), sent -> places.isToCoordinator(sent) || places.host(sent.to()) == 0);
    TapirStepping step = stepping(told);
    step.onReplica(
        0, new Event.Received<>(new Address.Replica(0, 0), new Message.RequestViewChange(1)));
    List.of(0, 1, last).forEach(each -> hear(step, each));
    TapirWorld closed = without(step.world(), sent -> isHand(sent) && sent.from().host() == 0);
    TapirStepping opened = stepping(settled(closed, TapirSteps::isHand));
    List.of(0, 1, last).forEach(each -> hear(opened, each));
    return opened.world();
  }

  /** The world of {@link TapirScope.Start#ASKED}. */
  private TapirWorld asked(TapirWorld fresh, int last) {
    TapirWorld first = settled(begun(fresh, 0), sent -> places.host(sent.to()) != last);
    TapirStepping second =
        stepping(settled(begun(first, 1), sent -> places.host(sent.to()) != last));
    second.gone(places.coordinator(1));
    return second.world();
  }

  /** The world of {@link TapirScope.Start#OVERRULED}. */
  private TapirWorld overruled(TapirWorld fresh, int last) {
    TapirWorld told =
        settled(
            begun(fresh, 0),
            sent -> places.isToCoordinator(sent) || places.host(sent.to()) != last);
    TapirWorld heard =
        settled(waited(without(told, _ -> true), 0), sent -> places.host(sent.to()) == last - 1);
    TapirWorld gone = without(heard, _ -> true);
    List<TapirStep> all = new ArrayList<>();
    takeOver(gone.with(gone.past().with(ONE_TAKE_OVER)), all);
    TapirWorld asked =
        settled(
            all.getFirst().world(),
            sent ->
                places.isToCoordinator(sent)
                    || places.host(sent.to()) != last - 1 && isNoProposal(sent));
    return without(settled(asked, sent -> places.host(sent.to()) == 0), _ -> true);
  }

  /** The last replica hears of the second transaction first; answers are under way. */
  private TapirWorld votedBy(TapirWorld from) {
    int last = scope.hosts() - 1;
    TapirWorld world = begun(begun(from, 0), 1);
    world =
        settled(
            world,
            sent ->
                !places.isToCoordinator(sent)
                    && places.host(sent.to()) != last
                    && places.isOf(sent, 0));
    world = settled(world, sent -> !places.isToCoordinator(sent) && places.isOf(sent, 1));
    return settled(world, sent -> !places.isToCoordinator(sent));
  }

  private TapirWorld voted(TapirWorld from) {
    return without(votedBy(from), sent -> places.isTo(sent, 1));
  }

  private TapirWorld waited(TapirWorld world, int coordinator) {
    TapirStepping step = stepping(world);
    step.fire(places.coordinator(coordinator), Timer.FAST);
    return step.world();
  }

  /** The world in which those messages are lost. */
  private TapirWorld without(TapirWorld world, Predicate<InFlight> which) {
    TapirStepping step = stepping(world);
    for (int each : model.bags.get(world.messages())) {
      if (which.test(model.messages.value(each))) {
        step.take(each);
      }
    }
    return step.world();
  }

  private static boolean isNoDecision(InFlight sent) {
    return !(sent.message() instanceof Message.Decide);
  }

  private static boolean isNoProposal(InFlight sent) {
    return !(sent.message() instanceof Message.Finalize);
  }

  private static boolean isHand(InFlight sent) {
    return sent.message() instanceof Message.DoViewChange;
  }

  private TapirWorld begun(TapirWorld world, int transaction) {
    List<TapirStep> all = new ArrayList<>();
    begin(world, transaction, all);
    return all.getFirst().world();
  }

  /** The world after all those messages have arrived, in the order of their numbers. */
  private TapirWorld settled(TapirWorld from, Predicate<InFlight> which) {
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

  private TapirStepping stepping(TapirWorld world) {
    return new TapirStepping(model, relevance, scope, world);
  }

  private TapirWorld started(TapirWorld before, int replica) {
    TapirStepping step = stepping(before);
    int machine = model.made(replica, step.member(replica).disk());
    step.member(step.member(replica).with(machine));
    step.past(step.past().starting());
    step.onReplica(replica, new Event.Started<>(100 + step.past().starts()));
    hear(step, replica);
    lead(step, replica);
    return step.world();
  }

  /** A replica hears of all commands that are chosen. */
  private void hear(TapirStepping step, int replica) {
    List<ViewCommand> configurationLog = step.past().configurationLogs().get(places.shard(replica));
    while (TapirWorld.heard(step.member(replica)) < configurationLog.size()) {
      hearNext(step, replica, configurationLog);
      configurationLog = step.past().configurationLogs().get(places.shard(replica));
    }
  }

  private static void hearNext(
      TapirStepping step, int replica, List<ViewCommand> configurationLog) {
    Member<MemberFacts> before = step.member(replica);
    MemberFacts.OfReplica facts = (MemberFacts.OfReplica) before.facts();
    step.member(before.knowing(facts.hearing()));
    Input next = new Input.Chosen(configurationLog.get(facts.heard()));
    step.onReplica(replica, new Event.Input<>(next));
  }

  private void lead(TapirStepping step, int replica) {
    int leader = step.past().leaders().get(places.shard(replica));
    step.onReplica(replica, new Event.Input<>(new Input.Leads(leader)));
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
    for (int place = places.replicas(); place < world.members().size(); place++) {
      coordinate(world, place, all);
    }
    for (int replica = 0; replica < places.replicas(); replica++) {
      if (world.member(replica).isUp()) {
        own(world, replica, all);
      } else {
        int starts = replica;
        add(() -> "replica " + starts + " starts", started(world, replica), all);
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
      step.start(transaction, model.first(transaction, parts));
      add(() -> "transaction " + transaction + " begins: " + parts, step.world(), all);
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
        Member<MemberFacts> state = world.member(places.replica(access.shard(), host));
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

  private void coordinate(TapirWorld world, int place, List<TapirStep> all) {
    Member<MemberFacts> state = world.member(place);
    if (TapirWorld.ofCoordinator(state).done()) {
      return;
    }
    int slot = places.slot(place);
    if (state.isRunning(Timer.FAST) && (!model.reduces() || model.wakes(state.machine()))) {
      TapirStepping step = stepping(world);
      step.fire(place, Timer.FAST);
      add(() -> "coordinator " + slot + " has waited", step.world(), all);
    }
    if (world.past().budget().has(RETRY)) {
      TapirStepping step = stepping(world);
      step.past(step.past().with(step.past().budget().less(RETRY)));
      step.fire(place, Timer.RETRY);
      add(() -> "coordinator " + slot + " repeats", step.world(), all);
    }
    if (world.past().budget().has(GIVE_UP)) {
      TapirStepping step = stepping(world);
      step.past(step.past().with(step.past().budget().less(GIVE_UP)));
      step.onCoordinator(place, new Event.Input<>(new Coordinator.Input.GivenUp()));
      add(() -> "coordinator " + slot + " gives up", step.world(), all);
    }
  }

  private void takeOver(TapirWorld world, List<TapirStep> all) {
    if (!world.past().budget().has(TAKE_OVER)) {
      return;
    }
    for (int each = 0; each < scope.plans().size(); each++) {
      boolean may = each == 0 || !scope.start().isPatient();
      if (world.past().life(each).hasBegun() && may) {
        TapirStepping step = stepping(world);
        step.past(step.past().with(step.past().budget().less(TAKE_OVER)));
        Output.TakeOver what = new Output.TakeOver(model.transaction(each), Ballot.FIRST);
        step.start(each, model.takingOver(what));
        int taken = each;
        add(() -> "another coordinator takes over transaction " + taken, step.world(), all);
      }
    }
  }

  private void own(TapirWorld world, int replica, List<TapirStep> all) {
    Budget budget = world.past().budget();
    Member<MemberFacts> state = world.member(replica);
    int shard = places.shard(replica);
    List<ViewCommand> configurationLog = world.past().configurationLogs().get(shard);
    if (!state.isDurable()) {
      TapirStepping step = stepping(world);
      step.flush(replica);
      add(() -> "replica " + replica + " flushes", step.world(), all);
    }
    if (TapirWorld.heard(state) < configurationLog.size()) {
      TapirStepping step = stepping(world);
      hearNext(step, replica, configurationLog);
      add(() -> "replica " + replica + " hears of the next command", step.world(), all);
    }
    boolean leads = world.past().leaders().get(shard) == places.host(replica);
    DurableState kept = model.memory(state.machine());
    if (budget.has(VIEW) && leads && kept.acts()) {
      Event<Input> end =
          new Event.Received<>(
              new Address.Replica(0, shard), new Message.RequestViewChange(kept.view()));
      happen(world, world.past().with(budget.less(VIEW)), replica, end, all);
    }
    if (budget.has(LEADER) && !leads) {
      TapirStepping step = stepping(world);
      step.past(step.past().with(budget.less(LEADER)));
      elect(step, shard, places.host(replica));
      add(() -> "replica " + replica + " leads the configuration log", step.world(), all);
    }
    crash(world, replica, all);
  }

  private void elect(TapirStepping step, int shard, int leader) {
    step.past(step.past().leading(shard, leader));
    hear(step, places.replica(shard, leader));
    for (int host = 0; host < scope.hosts(); host++) {
      if (step.member(places.replica(shard, host)).isUp()) {
        lead(step, places.replica(shard, host));
      }
    }
  }

  /** An event, and all ways in which the host can crash between its effects. */
  private void happen(
      TapirWorld world, TapirPast past, int replica, Event<Input> event, List<TapirStep> all) {
    TapirStepping whole = stepping(world.with(past));
    whole.onReplica(replica, event);
    add(() -> "replica %s: %s".formatted(replica, event), whole.world(), all);
    if (past.budget().mayCrash()) {
      int machine = world.member(replica).machine();
      int effects = model.replicas.on(machine, event).effects().size();
      for (int many = 1; many < effects; many++) {
        TapirStepping cut = stepping(world.with(past));
        cut.onReplica(replica, event, many);
        crash(cut.world(), replica, all);
      }
    }
  }

  private void arrive(TapirWorld world, int message, List<TapirStep> all) {
    InFlight sent = model.messages.value(message);
    TapirStepping taken = stepping(world);
    taken.take(message);
    deliver(taken.world(), world.past(), sent, all);
    if (world.past().budget().has(DUPLICATE)) {
      TapirPast less = world.past().with(world.past().budget().less(DUPLICATE));
      deliver(world, less, sent, all);
    }
  }

  private void deliver(TapirWorld world, TapirPast past, InFlight sent, List<TapirStep> all) {
    if (places.isToCoordinator(sent)) {
      TapirStepping step = stepping(world.with(past));
      step.onCoordinator(sent.to(), sent.arrival());
      int slot = places.slot(sent.to());
      add(() -> "coordinator %s: %s".formatted(slot, sent.arrival()), step.world(), all);
    } else if (world.member(sent.to()).isUp()) {
      happen(world, past, sent.to(), sent.arrival(), all);
    }
  }

  private static void add(Supplier<String> what, TapirWorld world, List<TapirStep> all) {
    all.add(new TapirStep(what, world));
  }

  private void crash(TapirWorld world, int replica, List<TapirStep> all) {
    Budget budget = world.past().budget();
    Member<MemberFacts> state = world.member(replica);
    List<Effect.Persist<?>> tail = state.tail();
    for (int left = 0; budget.has(CRASH) && left <= tail.size(); left++) {
      int stay = left;
      int disk = model.disks.append(state.disk(), tail.subList(0, left));
      TapirPast past = world.past().with(budget.less(CRASH));
      add(
          () ->
              "replica %d crashes; %s of %s records are left".formatted(replica, stay, tail.size()),
          crashed(world, replica, disk, past),
          all);
    }
    if (budget.has(DISK)) {
      TapirPast past = world.past().with(budget.less(DISK)).losing(replica);
      int disk = model.disks.number(replica, List.of());
      add(
          () -> "replica %s loses its disk".formatted(replica),
          crashed(world, replica, disk, past),
          all);
    }
  }

  /** The world after a crash; another host leads the configuration log if that one did. */
  private TapirWorld crashed(TapirWorld world, int replica, int disk, TapirPast past) {
    TapirStepping step = stepping(world.with(past));
    step.member(step.member(replica).crashed(disk, MemberFacts.OfReplica.NONE));
    int shard = places.shard(replica);
    if (past.leaders().get(shard) == places.host(replica)) {
      IntStream.range(0, scope.hosts())
          .filter(host -> step.member(places.replica(shard, host)).isUp())
          .findFirst()
          .ifPresent(host -> elect(step, shard, host));
    }
    return step.world();
  }
}
