package tutti.simulator.replication;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import tutti.protocol.replication.Ballot;
import tutti.protocol.replication.Command;
import tutti.protocol.replication.Event;
import tutti.protocol.replication.Timer;
import tutti.protocol.replication.multipaxos.Fact;
import tutti.protocol.replication.multipaxos.Message;

/** The steps that can follow a state. Confined to one thread. */
final class LogSteps {
  private static final long SHARD = 1;

  /** A command is longer than the first entry of a reign, so that no length decides by chance. */
  private static final int COMMAND_BYTES = 20;

  private static final LogScope.Budget ONE_BALLOT = new LogScope.Budget(1, 0, 0, 0, 0, 0, 0, 0);

  /** A step, in words, and the state after it. */
  record Next(String what, LogWorld world) {}

  private final LogScope scope;
  private final LogModel model;

  LogSteps(LogScope scope, LogModel model) {
    this.scope = scope;
    this.model = model;
  }

  /** The state at the start. */
  LogWorld start() {
    boolean led = scope.start() != LogScope.Start.BLANK;
    List<Fact> facts = new ArrayList<>();
    if (led) {
      facts.add(new Fact.Formed(SHARD, List.of(101L, 102L, 103L)));
    }
    if (scope.reads() == LogScope.Reads.LEASE) {
      facts.add(new Fact.Grants(model.timing().leaseNanos()));
    }
    int disk = model.disk(facts);
    List<HostState> hosts = new ArrayList<>();
    for (int host = 0; host < LogModel.HOSTS; host++) {
      hosts.add(
          new HostState(HostState.DOWN, disk, List.of(), List.of(), Ballot.NONE, 0, Ballot.NONE));
    }
    Past past = Past.begin(scope, led ? SHARD : 0);
    LogWorld world = new LogWorld(List.copyOf(hosts), 0, led ? past.with(ONE_BALLOT) : past, null);
    for (int host = 0; host < LogModel.HOSTS; host++) {
      world = started(world, host);
      if (led && scope.reads() == LogScope.Reads.LEASE) {
        // Leases that were granted before the start are over.
        world = event(world, host, new Event.TimerFired(Timer.GRANT), Stepping.ALL);
      }
    }
    if (led) {
      List<Next> stands = new ArrayList<>();
      stand(world, 0, stands);
      world = settled(stands.getFirst().world());
      if (scope.start() == LogScope.Start.CHOSEN) {
        world =
            settled(
                withoutLast(
                    event(
                        world,
                        0,
                        new Event.Propose(world.hosts().getFirst().reign(), List.of(command(0))),
                        Stepping.ALL)));
      }
      world = with(world, world.past().with(scope.budget()));
    }
    return world;
  }

  /** The world in which no message reaches the last host. */
  private LogWorld withoutLast(LogWorld world) {
    int left = world.messages();
    for (int each : model.bags.get(world.messages())) {
      if (model.messages.value(each).to() == LogModel.HOSTS - 1) {
        left = model.bags.without(left, each);
      }
    }
    return new LogWorld(world.hosts(), left, world.past(), world.broken());
  }

  private static Command command(int number) {
    return new Command(Arrays.copyOf(new byte[] {(byte) number}, COMMAND_BYTES));
  }

  /** The world after all messages have arrived, in the order of their numbers. */
  private LogWorld settled(LogWorld from) {
    LogWorld world = from;
    while (world.messages() != 0) {
      List<Next> arrivals = new ArrayList<>();
      arrive(world, model.bags.get(world.messages())[0], arrivals);
      world = arrivals.getFirst().world();
    }
    return world;
  }

  private LogWorld started(LogWorld before, int host) {
    int machine = model.made(host, before.hosts().get(host).disk());
    Stepping step = new Stepping(model, before);
    step.host(host, step.host(host).with(machine));
    step.past(step.past().starting());
    LogWorld up = step.world();
    long nonce = 100 + up.past().count().starts();
    return event(up, host, new Event.Started(nonce), Stepping.ALL);
  }

  /** The world after an event of which a first part of the effects is carried out. */
  private LogWorld event(LogWorld before, int host, Event event, int effects) {
    Stepping step = new Stepping(model, before);
    step.on(host, event, effects);
    return step.world();
  }

  List<Next> after(LogWorld world) {
    List<Next> all = new ArrayList<>();
    for (int host = 0; host < LogModel.HOSTS; host++) {
      HostState state = world.hosts().get(host);
      if (!state.isUp()) {
        all.add(new Next("host " + host + " starts", started(world, host)));
      } else {
        own(world, host, state, all);
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

  private void own(LogWorld world, int host, HostState state, List<Next> all) {
    Past past = world.past();
    LogScope.Budget budget = past.budget();
    if (!state.written().isEmpty()) {
      Stepping step = new Stepping(model, world);
      step.flush(host);
      all.add(new Next("host " + host + " flushes", step.world()));
    }
    if (budget.ballots() > 0) {
      stand(world, host, all);
    }
    if (state.reigns()) {
      lead(world, host, state, all);
    }
    for (Timer timer : state.timers()) {
      boolean lease = timer == Timer.GRANT || timer == Timer.LEASE_EVEN || timer == Timer.LEASE_ODD;
      if (lease && past.mayEnd(host, timer)) {
        happen(world, past, host, new Event.TimerFired(timer), all);
      } else if (timer == Timer.HEARTBEAT && budget.beats() > 0) {
        happen(world, past.with(budget.lessBeat()), host, new Event.TimerFired(timer), all);
      } else if (timer == Timer.RETRY && budget.retries() > 0) {
        happen(world, past.with(budget.lessRetry()), host, new Event.TimerFired(timer), all);
      }
    }
    crash(world, host, state, all);
  }

  private void lead(LogWorld world, int host, HostState state, List<Next> all) {
    Past past = world.past();
    LogScope.Budget budget = past.budget();
    if (past.count().commands() < scope.commands()) {
      Command command =
          new Command(Arrays.copyOf(new byte[] {(byte) past.count().commands()}, COMMAND_BYTES));
      happen(
          world, past.proposing(), host, new Event.Propose(state.reign(), List.of(command)), all);
    }
    if (budget.questions() > 0) {
      long ticket = scope.budget().questions() - budget.questions() + 1;
      long end = model.view(state.machine()).end().position();
      List<Past.Question> questions = new ArrayList<>(past.questions());
      questions.add(new Past.Question(state.reign(), ticket, end, past.told().position()));
      Past asked = past.with(budget.lessQuestion()).asking(questions);
      happen(world, asked, host, new Event.Confirm(state.reign(), ticket), all);
    }
    if (budget.handOvers() > 0) {
      Past less = past.with(budget.lessHandOver());
      happen(world, less, host, new Event.HandOver((host + 1) % LogModel.HOSTS), all);
    }
  }

  /**
   * A host hears nothing, and gets the support that it asks for, whatever the others have heard:
   * more can happen here than in the real world, where a pre-vote may fail.
   */
  private void stand(LogWorld world, int host, List<Next> all) {
    LogWorld now = with(world, world.past().with(world.past().budget().lessBallot()));
    for (int tries = 0; tries < 2; tries++) {
      HostState state = now.hosts().get(host);
      if (!state.timers().contains(Timer.ELECTION)) {
        return;
      }
      Stepping step = new Stepping(model, now);
      step.on(host, new Event.TimerFired(Timer.ELECTION), Stepping.ALL);
      Ballot ballot = step.canvassed();
      now = step.world();
      if (ballot != null) {
        int other = (host + 1) % LogModel.HOSTS;
        Event supported = new Event.Received(other, SHARD, new Message.Support(ballot));
        all.add(
            new Next(
                "host " + host + " stands for election in ballot " + ballot,
                event(now, host, supported, Stepping.ALL)));
        return;
      }
    }
  }

  private static LogWorld with(LogWorld world, Past past) {
    return new LogWorld(world.hosts(), world.messages(), past, world.broken());
  }

  /** An event, and all ways in which the host can crash between its effects. */
  private void happen(LogWorld world, Past past, int host, Event event, List<Next> all) {
    LogWorld before = with(world, past);
    all.add(new Next(text(host, event), event(before, host, event, Stepping.ALL)));
    if (past.budget().mayCrash()) {
      int effects = model.on(before.hosts().get(host).machine(), event).effects().size();
      for (int many = 1; many < effects; many++) {
        LogWorld cut = event(before, host, event, many);
        crash(cut, host, cut.hosts().get(host), all);
      }
    }
  }

  private static String text(int host, Event event) {
    return "host %d: %s".formatted(host, event);
  }

  private void arrive(LogWorld world, int number, List<Next> all) {
    Sent sent = model.messages.value(number);
    if (!world.hosts().get(sent.to()).isUp()) {
      return;
    }
    Event event = new Event.Received(sent.from(), sent.shard(), sent.message());
    int rest = model.bags.without(world.messages(), number);
    LogWorld taken = new LogWorld(world.hosts(), rest, world.past(), world.broken());
    happen(taken, world.past(), sent.to(), event, all);
    if (world.past().budget().duplicates() > 0) {
      Past less = world.past().with(world.past().budget().lessDuplicate());
      happen(world, less, sent.to(), event, all);
    }
  }

  private void crash(LogWorld world, int host, HostState state, List<Next> all) {
    LogScope.Budget budget = world.past().budget();
    if (budget.crashes() > 0) {
      for (int left = 0; left <= state.written().size(); left++) {
        int disk = model.disk(state.disk(), state.written(), left);
        all.add(
            new Next(
                "host %d crashes; %d of %d records are left"
                    .formatted(host, left, state.written().size()),
                crashed(world, host, state.crashed(disk), budget.lessCrash())));
      }
    }
    if (budget.disks() > 0) {
      HostState blank =
          new HostState(
              HostState.DOWN,
              model.disk(List.of()),
              List.of(),
              List.of(),
              Ballot.NONE,
              0,
              Ballot.NONE);
      all.add(
          new Next(
              "host %d loses its disk".formatted(host),
              crashed(with(world, world.past().losing(host)), host, blank, budget.lessDisk())));
    }
  }

  private LogWorld crashed(LogWorld world, int host, HostState down, LogScope.Budget left) {
    Stepping step = new Stepping(model, world);
    step.host(host, down);
    step.past(step.past().with(left).withoutLeasesOf(host));
    return step.world();
  }
}
