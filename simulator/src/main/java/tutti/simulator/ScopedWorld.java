package tutti.simulator;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import tutti.engine.concurrency.TransactionId;
import tutti.engine.deployment.Deployment;
import tutti.engine.transaction.Outcome;
import tutti.engine.transaction.TransactionRequest;
import tutti.engine.transaction.TransactionRequest.Idempotency;
import tutti.engine.transaction.TransactionStatus;
import tutti.model.Call;
import tutti.simulator.NodeUnderTest.Reply;
import tutti.simulator.check.Findings;
import tutti.simulator.check.Ledger;
import tutti.simulator.check.States;
import tutti.simulator.exhaustive.Choice;
import tutti.simulator.exhaustive.World;
import tutti.simulator.fault.FaultKind;
import tutti.simulator.fault.Faults;
import tutti.simulator.history.HistoryChecker;

/**
 * A cluster of whole nodes in which messages, requests, crashes and restarts come when somebody
 * chooses them. Between two choices all that can go on does, always in the same order and in no
 * time; time passes only when nothing else is left to choose.
 *
 * <p>Why deliveries at different nodes are independent: a delivery changes the node where it
 * arrives, takes the first message of one link and puts others at the ends of links; nodes share
 * nothing else, time stands still, and each node's randomness and the order of its timers are its
 * own. So in either order both nodes, all links, and what the ledger was told of each transaction
 * come out the same. Requests, crashes, restarts, losses and early timers are independent of
 * nothing: they share what is left of the scope's numbers, and a request's place among the answers
 * is what strict serializability is about.
 */
final class ScopedWorld implements World, SimulatedNetwork.Courier {
  /** As long as everything takes that has to end by itself. */
  private static final long REST_NANOS = 20_000_000_000L;

  private static final long LONGEST_NANOS = 600_000_000_000L;

  private final Scope scope;
  private final SimulatedScheduler world;
  private final Findings findings = new Findings();
  private final Ledger ledger;
  private final Cluster cluster;
  private final SimulatedClient director;
  private final SimulatedApplication.Scenario scenario;
  private final tutti.simulator.history.Claim claim;
  private final Map<String, Deque<Under>> links = new TreeMap<>();
  private final Map<String, Integer> sent = new TreeMap<>();
  private final Set<Integer> unasked = new LinkedHashSet<>();
  private final Set<Integer> down = new LinkedHashSet<>();
  private int crashes;
  private int lost;
  private int timers;
  private long end;
  private boolean exploring;

  /** A message under way. */
  private record Under(int number, Runnable arrival) {}

  ScopedWorld(SimulatedApplication application, SimulationOptions options, Scope scope) {
    this.scope = scope;
    long seed = options.seed();
    scenario = application.scenario(Seeds.stream(seed, "scenario"));
    Deployment deployment = options.deployment().apply(Scopes.deployment(scope));
    world = SimulatedScheduler.explored(seed, options.mode());
    Standard standard = options.standard();
    claim = standard.of(deployment, null);
    ledger =
        new Ledger(
            application.application(),
            standard.serial(deployment, null),
            standard.lasting(deployment),
            findings,
            node -> {},
            world::trace);
    EnumSet<Point> reached = EnumSet.noneOf(Point.class);
    Faults faults =
        new Faults(Set.of(FaultKind.LOST_WRITES), false, purpose -> Seeds.stream(seed, purpose));
    cluster =
        new Cluster(
            world, application.application(), deployment, ledger, findings, reached, faults);
    director =
        new SimulatedClient(
            "director",
            0,
            index -> Seeds.stream(seed, "director/" + index),
            world,
            cluster,
            scenario,
            ledger,
            findings,
            reached,
            faults,
            deployment.transactionTimeout().toNanos());
    begin();
  }

  /** Starts the nodes and sets the scene, in one way. */
  private void begin() {
    boolean[] done = new boolean[1];
    director.task(
        () -> {
          if (cluster.start()) {
            director.pause(10_000_000);
            for (List<Call> opening : scenario.opening()) {
              if (!director.request(opening, false)) {
                findings.add("opening", opening + " did not commit");
              }
            }
            director.pause(1_000_000_000);
          }
          done[0] = true;
        });
    go(() -> done[0]);
    cluster.network().courier(this);
    exploring = true;
    end = world.nanos() + REST_NANOS;
    for (int i = 0; i < scope.transactions(); i++) {
      unasked.add(i);
    }
  }

  private void go(BooleanSupplier until) {
    try {
      world.run(until, LONGEST_NANOS);
    } catch (SimulationFailed failed) {
      findings.add("no-failure", String.valueOf(failed.getMessage()));
    }
  }

  /** Lets all go on that can without time. */
  private void settle() {
    go(world.core()::idle);
  }

  @Override
  public void carry(int from, int to, Runnable arrival) {
    if (!exploring) {
      world.later(1, arrival);
      return;
    }
    String link = from + "→" + to;
    int number = sent.merge(link, 1, Integer::sum);
    links.computeIfAbsent(link, some -> new ArrayDeque<>()).addLast(new Under(number, arrival));
  }

  @Override
  public List<Choice> enabled() {
    while (findings.isEmpty()) {
      List<Choice> choices = choices();
      boolean quiet = world.core().nextAlarm() > end;
      if (!choices.isEmpty() || quiet) {
        return choices;
      }
      ring();
    }
    return List.of();
  }

  private List<Choice> choices() {
    List<Choice> choices = new ArrayList<>();
    links.forEach(
        (link, messages) -> {
          if (!messages.isEmpty()) {
            choices.add(
                new Choice("deliver " + link + " #" + messages.getFirst().number(), to(link)));
          }
        });
    unasked.forEach(
        number -> {
          if (cluster.node(number % scope.nodes()).open()) {
            choices.add(new Choice("ask " + number, Choice.ALL));
          }
        });
    down.forEach(node -> choices.add(new Choice("restart " + node, Choice.ALL)));
    boolean over = choices.isEmpty();
    if (!over && lost < scope.lost()) {
      links.forEach(
          (link, messages) -> {
            if (!messages.isEmpty()) {
              choices.add(
                  new Choice("lose " + link + " #" + messages.getFirst().number(), Choice.ALL));
            }
          });
    }
    if (!over && timers < scope.timers() && world.core().nextAlarm() <= end) {
      choices.add(new Choice("time passes", Choice.ALL));
    }
    if (!over && crashes < scope.crashes()) {
      for (NodeUnderTest node : cluster.nodes()) {
        if (node.up()) {
          choices.add(new Choice("crash " + node.number(), Choice.ALL));
        }
      }
    }
    return choices;
  }

  private static long to(String link) {
    return 1L << Integer.parseInt(link.substring(link.indexOf('→') + 1));
  }

  @Override
  public List<Choice> take(Choice choice) {
    world.trace(choice.name());
    String[] halves = choice.name().split(", crash ", 2);
    if (halves.length == 2) {
      String[] at = halves[1].split(" before disk operation ", 2);
      NodeUnderTest node = cluster.node(Integer.parseInt(at[0]));
      crashes++;
      node.disk()
          .faults()
          .interrupt(
              Integer.parseInt(at[1]),
              () -> {
                node.crash();
                down.add(node.number());
              });
      act(halves[0]);
      settle();
      return List.of();
    }
    long[] before = operations();
    act(choice.name());
    settle();
    return crashes < scope.crashes() ? crashesWithin(choice.name(), before) : List.of();
  }

  private long[] operations() {
    return cluster.nodes().stream().mapToLong(node -> node.disk().faults().operations()).toArray();
  }

  /** The same, with a crash before one of the operations on a disk that it led to. */
  private List<Choice> crashesWithin(String name, long[] before) {
    List<Choice> variants = new ArrayList<>();
    for (NodeUnderTest node : cluster.nodes()) {
      long count = node.disk().faults().operations() - before[node.number()];
      for (long at = 0; at < count && node.up() && !name.startsWith("restart"); at++) {
        variants.add(
            new Choice(
                name + ", crash " + node.number() + " before disk operation " + at, Choice.ALL));
      }
    }
    return variants;
  }

  private void act(String name) {
    String[] words = name.split(" ");
    switch (words[0]) {
      case "deliver" -> first(words[1]).arrival().run();
      case "lose" -> {
        lost++;
        first(words[1]);
      }
      case "ask" -> ask(Integer.parseInt(words[1]));
      case "time" -> {
        timers++;
        ring();
      }
      case "crash" -> {
        crashes++;
        int node = Integer.parseInt(words[1]);
        cluster.node(node).crash();
        down.add(node);
      }
      case "restart" -> restart(Integer.parseInt(words[1]));
      default -> throw new IllegalStateException(name);
    }
  }

  private Under first(String link) {
    Deque<Under> messages = links.get(link);
    if (messages == null) {
      throw new IllegalStateException("nothing is under way " + link);
    }
    return messages.removeFirst();
  }

  private void restart(int number) {
    down.remove(number);
    NodeUnderTest node = cluster.node(number);
    director.task(
        () -> {
          node.recoverDisk();
          if (node.start()) {
            node.admit();
          }
        });
  }

  /**
   * A client asks once; whoever is not answered asks again with the same key, when it is chosen.
   */
  private void ask(int number) {
    unasked.remove(number);
    String key = "request-" + number;
    TransactionRequest request =
        new TransactionRequest(
            scenario.conflicting(number), new Idempotency(key, number), Scopes.TIMEOUT.toNanos());
    world
        .newExecutor(key)
        .start(
            () -> {
              Reply reply = cluster.node(number % scope.nodes()).submit(key, request);
              if (reply instanceof Reply.Told(Outcome.Committed(var id, var results))) {
                ledger.acknowledged(id, key, results);
              } else if (reply instanceof Reply.Told(Outcome.Aborted(var id, var reason))) {
                ledger.aborted(id, null);
              } else if (reply instanceof Reply.Broken) {
                unasked.add(number);
              }
            });
  }

  /** Time passes until the next timer rings. */
  private void ring() {
    long due = world.core().nextAlarm();
    go(() -> world.nanos() >= due && world.core().idle());
  }

  @Override
  public List<String> check() {
    if (findings.isEmpty()) {
      boolean[] done = new boolean[1];
      exploring = false;
      director.task(
          () -> {
            cluster.checkQuiet();
            States states = cluster.states();
            if (states != null) {
              ledger.end(states, standing());
              scenario
                  .violations(states.byActor())
                  .forEach(violation -> findings.add("invariants", violation));
            }
            done[0] = true;
          });
      go(() -> done[0]);
      if (!done[0]) {
        findings.add("progress", "what the nodes hold at the end cannot be read");
      }
      HistoryChecker.check(ledger.history(claim, true))
          .forEach(
              anomaly ->
                  findings.add(
                      "history", anomaly.name() + ": " + String.join(" ", anomaly.story())));
    }
    return findings.texts();
  }

  private Set<TransactionId> standing() {
    Set<TransactionId> committed = new LinkedHashSet<>();
    for (TransactionId id : ledger.decided()) {
      switch (cluster.node(0).status(id)) {
        case TransactionStatus.Ended(Outcome.Committed ended) -> committed.add(id);
        case TransactionStatus.Ended(Outcome.Aborted ended) -> {}
        case TransactionStatus other -> findings.add("resolved", id + " is " + other);
      }
    }
    return Collections.unmodifiableSet(committed);
  }
}
