package tutti.simulator.run;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import tutti.engine.concurrency.TransactionId;
import tutti.engine.transaction.submission.Outcome;
import tutti.engine.transaction.submission.TransactionStatus;
import tutti.simulator.check.EpochOracle;
import tutti.simulator.check.Findings;
import tutti.simulator.check.Readings;
import tutti.simulator.check.States;
import tutti.simulator.client.SimulatedClient;
import tutti.simulator.cluster.Cluster;
import tutti.simulator.cluster.RunContext;
import tutti.simulator.fault.FaultKind;
import tutti.simulator.history.Anomaly;
import tutti.simulator.report.CoveragePoint;

/** The ends of epochs: everything comes to rest, and the oracle judges the states of all nodes. */
final class EpochEnds {
  /** The name of an anomaly. */
  private static final String KEY_TWICE = "key-twice";

  /**
   * The time after which nothing is in doubt once nothing goes wrong any more, beside the deadline.
   */
  private static final long RESOLVED_NANOS = 5_000_000_000L;

  /** A number of bounds of delays: more than the last of four members waits before it decides. */
  private static final int MOST_SILENCES = 50;

  /** The rests of a run with a restart, a probe and a backup that is opened, and some more. */
  private static final int MOST_RESTS = 10;

  /** The number of seconds that threads may need to come to the end of their queues. */
  private static final int MOST_PAUSES = 60;

  private final Stage stage;
  private final RunPlan plan;
  private final RunContext run;
  private final Cluster cluster;
  private final SimulatedClient director;
  private final EpochOracle oracle;
  private final Findings findings;

  EpochEnds(Stage stage, SimulatedClient director) {
    this.stage = stage;
    this.plan = stage.plan();
    this.run = stage.run();
    this.cluster = stage.cluster();
    this.director = director;
    this.oracle = run.oracle();
    this.findings = run.findings();
  }

  /** Lets all work that still runs end: no client asks for anything. */
  void rest() {
    rest(cluster);
  }

  /** Lets all work of a cluster end, and checks that nothing is left of it. */
  void rest(Cluster resting) {
    director.pause(plan.deadlineNanos() + (stage.leavesDoubt() ? resolvedNanos() : 2_000_000_000L));
    resting.holdKeys(true);
    // A disk of milliseconds may have thousands of flushes before it that find nothing to do.
    for (int more = 0; more < MOST_PAUSES && resting.behind(); more++) {
      director.pause(1_000_000_000L);
    }
    resting.checkQuiet();
    resting.holdKeys(false);
  }

  /**
   * Returns the time until transactions are resolved. A member that takes silence for a crash, or
   * leads because of it, first waits until it may be one.
   */
  private long resolvedNanos() {
    return RESOLVED_NANOS + silenceNanos(plan);
  }

  /** Returns the time that a rest adds for members that take silence for a crash. */
  private static long silenceNanos(RunPlan plan) {
    long bound = plan.deployment().commitment().delayBound().toNanos();
    return plan.othersDecide() ? MOST_SILENCES * bound : 0;
  }

  /** Returns the time that all rests of a run together add for such members, at most. */
  static long silencesNanos(RunPlan plan) {
    return MOST_RESTS * silenceNanos(plan);
  }

  /** Ends the oracle's epoch; false if no states could be seen. */
  boolean check(boolean crashed) {
    if (!stage.options().judging().checked()) {
      return true;
    }
    States states = cluster.states();
    if (states == null) {
      return false;
    }
    EpochOracle.Ending ending =
        stage.leavesDoubt() || plan.forgets()
            ? oracle.end(states, standing())
            : oracle.end(states, crashed);
    run.world().trace((crashed ? "crash: " : "rest: ") + ending);
    states.byActor().forEach((actor, state) -> run.world().trace().content(actor + " is " + state));
    run.reach(CoveragePoint.UNACKNOWLEDGED_LOST, ending.lost() > 0);
    run.reach(
        CoveragePoint.UNACKNOWLEDGED_KEPT, (crashed || cluster.several()) && ending.untold() > 0);
    if (!plan.forgets()) {
      stage
          .scenario()
          .violations(states.byActor())
          .forEach(violation -> findings.add("invariants", violation));
    }
    return true;
  }

  /**
   * Asks for the outcome of every transaction that was decided, that stood before, or that some
   * client was in doubt about. By now every node must know.
   *
   * @return the transactions that committed
   */
  private Set<TransactionId> standing() {
    Set<TransactionId> committed = new LinkedHashSet<>();
    if (plan.deployment().integrated()) {
      // A decision is noted once it is known, and hosts remember outcomes until they end.
      committed.addAll(oracle.decided());
      stage.clients().doubts().forEach(this::committed);
      return committed;
    }
    for (TransactionId id : oracle.decided()) {
      if (committed(id)) {
        committed.add(id);
      }
    }
    for (TransactionId id : oracle.kept()) {
      if (!committed(id)) {
        findings.add("durable", "transaction " + id + " had committed, and has not any more");
      }
    }
    stage.clients().doubts().forEach(this::committed);
    return committed;
  }

  private boolean committed(TransactionId id) {
    // Any node can be asked.
    int any = stage.random().nextInt(cluster.nodes().size());
    return switch (cluster.node(any).queries().status(id)) {
      case TransactionStatus.Ended(Outcome.Committed committed) -> tookEffect(id, committed);
      case TransactionStatus.Ended(Outcome.InDoubt doubt) ->
          unresolved(id, "is in doubt for ever: " + doubt.why());
      case TransactionStatus.Running() -> unresolved(id, "still runs");
      case TransactionStatus.Waiting(String why) -> unresolved(id, "still waits: " + why);
      case TransactionStatus.Ended(Outcome.Aborted aborted) -> false;
      case TransactionStatus.Expired() -> expired(id);
      case TransactionStatus.Unknown() -> false;
    };
  }

  /**
   * Returns whether a status says that this transaction took effect. A try that never ran is
   * answered with what another try of its key has done, which tells nothing of the first one.
   */
  static boolean tookEffect(TransactionId asked, Outcome.Committed committed) {
    return committed.transaction().equals(asked);
  }

  private boolean unresolved(TransactionId id, String how) {
    findings.add("resolved", "transaction " + id + " " + how);
    return false;
  }

  /**
   * Returns whether a transaction committed that nodes that remember few outcomes do not know any
   * more: then the logs must tell.
   */
  private boolean expired(TransactionId id) {
    if (!run.faults().uses(FaultKind.FEW_OUTCOMES)) {
      return false;
    }
    run.faults().happened(FaultKind.FEW_OUTCOMES);
    run.reached().add(CoveragePoint.OUTCOME_EXPIRED);
    return oracle.inLog(id);
  }

  /**
   * Checks that none of these transactions has happened. While all is at rest, before the epoch
   * ends.
   */
  void checkNever(List<TransactionId> never) {
    for (TransactionId id : never) {
      if (plan.deployment().integrated() ? oracle.inLog(id) : committed(id)) {
        findings.add(
            "given-up",
            "transaction "
                + id
                + " has happened, though its host was cut off from its begin until long after its"
                + " client had given it up");
      }
    }
  }

  /** Judges the history of all clients together. */
  void judgeHistory() {
    Readings readings =
        oracle.history(
            stage.options().judging().standard().of(plan.deployment(), plan.changed()),
            stage.options().judging().standard().lasting(plan.deployment()),
            stage.scenario()::sights);
    stage.options().judging().histories().accept(readings.history());
    for (Anomaly anomaly : readings.check()) {
      // A key that has expired may stand for another transaction.
      if (!anomaly.name().equals(KEY_TWICE) || !run.faults().uses(FaultKind.KEY_EXPIRY)) {
        findings.add("history", anomaly.name() + ": " + String.join(" ", anomaly.story()));
      }
    }
  }
}
