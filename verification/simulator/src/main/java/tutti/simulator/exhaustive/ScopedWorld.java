package tutti.simulator.exhaustive;

import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.BooleanSupplier;
import tutti.engine.concurrency.TransactionId;
import tutti.engine.deployment.Deployment;
import tutti.engine.transaction.submission.Outcome;
import tutti.engine.transaction.submission.TransactionStatus;
import tutti.model.Call;
import tutti.simulator.application.ActorNames;
import tutti.simulator.application.SimulatedApplication;
import tutti.simulator.check.EpochOracle;
import tutti.simulator.check.Findings;
import tutti.simulator.check.States;
import tutti.simulator.client.SimulatedClient;
import tutti.simulator.cluster.Cluster;
import tutti.simulator.cluster.NodeUnderTest;
import tutti.simulator.cluster.RunContext;
import tutti.simulator.fault.FaultKind;
import tutti.simulator.fault.Faults;
import tutti.simulator.invariant.Inspector;
import tutti.simulator.options.Expectation;
import tutti.simulator.options.SimulationOptions;
import tutti.simulator.report.CoveragePoint;
import tutti.simulator.world.Seeds;
import tutti.simulator.world.SimulatedScheduler;
import tutti.simulator.world.SimulationFailed;

/**
 * A cluster of whole nodes in which messages, requests, crashes, restarts and the slices of work
 * within nodes come when they are chosen; see {@link ScopedChoices} for the choices, and for those
 * that are independent.
 */
public final class ScopedWorld {
  private static final long LONGEST_NANOS = 600_000_000_000L;

  private final Scope scope;
  private final SimulatedScheduler world;
  private final Findings findings = new Findings();
  private final EpochOracle ledger;
  private final Cluster cluster;
  private final SimulatedClient director;
  private final SimulatedApplication.Scenario scenario;
  private final tutti.simulator.history.HistoryClaim claim;
  private final Links links;
  private final ScopedClients clients;
  private final ScopedChoices choices;
  private String outcome = "";

  public ScopedWorld(
      SimulatedApplication application,
      SimulationOptions options,
      Deployment deployment,
      Scope scope,
      boolean reduces) {
    this.scope = scope;
    long seed = options.seed();
    scenario = application.scenario(Seeds.stream(seed, "scenario"));
    world = SimulatedScheduler.explored(seed, options.conditions().mode());
    Expectation standard = options.judging().standard();
    claim = standard.of(deployment, null);
    ledger =
        new EpochOracle(
            application.application(),
            standard.serial(deployment, null),
            standard.lasting(deployment),
            findings,
            node -> {},
            world::trace);
    EnumSet<CoveragePoint> reached = EnumSet.noneOf(CoveragePoint.class);
    Faults faults =
        new Faults(Set.of(FaultKind.LOST_WRITES), false, purpose -> Seeds.stream(seed, purpose));
    Inspector inspector =
        new Inspector(
            application.application(),
            scenario::sights,
            (node, invariant, what) ->
                findings.add(invariant.name(), what + ". But " + invariant.sentence() + "."));
    RunContext run = new RunContext(world, faults, findings, reached, ledger, inspector);
    cluster = new Cluster(run, application.application(), deployment);
    director =
        new SimulatedClient(
            "director",
            0,
            index -> Seeds.stream(seed, "director/" + index),
            run,
            cluster,
            () -> scenario,
            deployment.transactionTimeout().toNanos(),
            ActorNames.PLAIN,
            true,
            false);
    links = new Links(world, to -> cluster.node(to).up());
    clients = new ScopedClients(scope, world, cluster, scenario, ledger);
    choices =
        new ScopedChoices(scope, world.core(), cluster, links, clients, reduces, this::restart);
    cluster.network().courier(links);
    begin();
  }

  /** Starts the nodes and sets the scene, in one way. */
  private void begin() {
    inTheEnd(
        () -> {
          if (cluster.start()) {
            director.pause(10_000_000);
            for (List<Call> opening : scenario.opening(scope.actors())) {
              if (!director.request(opening, false)) {
                findings.add("opening", opening + " did not commit");
              }
            }
            director.pause(1_000_000_000);
          }
        });
    hold(true);
  }

  /** Makes everything a choice from now on, or nothing. */
  private void hold(boolean on) {
    links.hold(on);
    world.core().leavesAtPoints(false);
  }

  /**
   * Runs an action of the director while no choices are made; returns false if the action does not
   * end.
   */
  private boolean inTheEnd(Runnable body) {
    boolean[] done = new boolean[1];
    director.task(
        () -> {
          body.run();
          done[0] = true;
        });
    BooleanSupplier until = () -> done[0];
    guarded(() -> world.run(until, LONGEST_NANOS));
    return done[0];
  }

  private void guarded(Runnable body) {
    try {
      body.run();
    } catch (SimulationFailed failed) {
      findings.add("no-failure", String.valueOf(failed.getMessage()));
    }
  }

  private void restart(int number) {
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
   * Returns the choices that may happen next, or a persistent set of them, always in the same
   * order; nothing if this is the end.
   */
  List<String> enabled() {
    List<String> enabled = new ArrayList<>();
    if (findings.isEmpty()) {
      guarded(() -> world.core().host(() -> enabled.addAll(choices.enabled())));
    }
    return findings.isEmpty() ? enabled : List.of();
  }

  /**
   * Makes one choice of {@link #enabled}, or a variant that this method returned for the same
   * state.
   */
  Taken take(String choice) {
    Taken[] taken = {choices.nothing()};
    world.trace(choice);
    guarded(() -> world.core().host(() -> taken[0] = choices.take(choice)));
    return taken[0];
  }

  /**
   * Returns whether a variant that {@link #take} returned can happen now, as far as choices say
   * that are independent of the choice whose variant it is.
   */
  boolean allows(String variant) {
    return choices.allows(variant);
  }

  /** Checks the end of the schedule; returns its faults, one sentence each. */
  List<String> check() {
    if (findings.isEmpty()) {
      hold(false);
      boolean read =
          inTheEnd(
              () -> {
                cluster.checkQuiet();
                States states = cluster.states();
                if (states != null) {
                  ledger.end(states, standing());
                  scenario
                      .violations(states.byActor())
                      .forEach(violation -> findings.add("invariants", violation));
                  outcome = clients.answers() + "; " + states.byActor();
                }
              });
      if (!read) {
        findings.add("progress", "what the nodes hold at the end cannot be read");
      }
      ledger
          .history(claim, true, scenario::sights)
          .check()
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
      switch (cluster.node(0).queries().status(id)) {
        case TransactionStatus.Ended(Outcome.Committed ended) -> committed.add(id);
        // A transaction that a crash undid before any node heard of it may be known to none.
        case TransactionStatus.Ended(Outcome.Aborted ended) -> {}
        case TransactionStatus.Expired _, TransactionStatus.Unknown _ -> {}
        case TransactionStatus other -> findings.add("resolved", id + " is " + other);
      }
    }
    return Collections.unmodifiableSet(committed);
  }

  /**
   * Returns the outcome for the clients that asked: equal for ends that no client can tell apart.
   */
  public String outcome() {
    return outcome;
  }

  /**
   * Returns everything that can be seen of the present state: to check that independent choices
   * commute.
   */
  public String state() {
    StringBuilder text = new StringBuilder();
    text.append(world.nanos()).append(' ').append(links).append(clients.answers()).append('\n');
    for (NodeUnderTest node : cluster.nodes()) {
      text.append(node.up() ? "up " : "down ").append(node.disk().fingerprint());
      node.look().forEach(actor -> text.append("\n  ").append(actor));
      text.append('\n');
    }
    return text.toString();
  }
}
