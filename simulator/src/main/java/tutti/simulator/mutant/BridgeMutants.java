package tutti.simulator.mutant;

import static tutti.simulator.mutant.Mechanism.EVENTS_AND_PROCEDURES;

import java.util.List;

/** Bugs of what goes on between Rebel instances and actors in Java. */
final class BridgeMutants {
  private static final String[] TILLS = {"--workload", "tills"};

  private BridgeMutants() {}

  static final List<Mutant> ALL =
      List.of(
          Mutant.of(EVENTS_AND_PROCEDURES, "procedures-of-a-called-event-left-out")
              .breaks("The procedures of an event that a procedure has called are not run.")
              .from("triggers that fire for direct statements only")
              .expect("invariants", "history")
              .in("engine.procedure.ProcedureExecution")
              .replace("for (Call partner : promise.happened().partners()) {")
              .by("for (Call partner : promise.happened().partners().subList(0, 0)) {")
              .runs(50, TILLS),
          Mutant.of(EVENTS_AND_PROCEDURES, "second-procedure-left-out")
              .breaks(
                  "Of the procedures of an event that a client asked for the first alone is run.")
              .from("a list of which the head is taken")
              .expect("invariants", "history")
              .in("engine.transaction.Attempt")
              .replace("for (Call call : takeToRun()) {")
              .by("for (Call call : takeToRun().stream().limit(1).toList()) {")
              .runs(50, TILLS),
          Mutant.of(EVENTS_AND_PROCEDURES, "instance-moves-twice")
              .breaks("An instance may make two transitions in a transaction.")
              .from("DESIGN §7.5 left out")
              .expect("observed", "no-failure", "actor-serial", "path-sensitive.I1", "invariants")
              .in("engine.transaction.Attempt")
              .replace("if (before != null) { return refused(call, twice(before, call)); }")
              .by("if (before == call) { return refused(call, twice(before, call)); }")
              .runs(100, TILLS),
          Mutant.of(EVENTS_AND_PROCEDURES, "refusals-of-called-events-ignored")
              .breaks(
                  "A procedure goes on, and commits, though an event that it called was refused.")
              .from("unchecked return codes: half of a transaction commits")
              .expect("invariants", "observed", "history")
              .in("engine.procedure.ProcedureExecution")
              .replace(
                  "Reason failure = host.event(call, from, promise::happened); if (failure != null) {")
              .by(
                  "Reason failure = host.event(call, from, promise::happened);"
                      + " if (failure != null && !(failure instanceof Reason.Refused)) {")
              .runs(100, TILLS),
          Mutant.of(EVENTS_AND_PROCEDURES, "what-an-event-runs-stays-open")
              .breaks("A procedure that a called event syncs with is not over when the event is.")
              .from("a cascade that its caller does not wait for")
              .expect("refused-rightly", "observed")
              .in("engine.procedure.ProcedureExecution")
              .replace("(Procedure<?, ?>) partner.arguments().getFirst()).get();")
              .by("(Procedure<?, ?>) partner.arguments().getFirst());")
              .runs(100, TILLS),
          Mutant.of(EVENTS_AND_PROCEDURES, "events-at-the-same-time")
              .breaks("Calls of one transaction that run beside each other move instances at once.")
              .from("a session that is used by two threads")
              .expect("no-failure", "invariants", "progress", "refused-rightly", "observed")
              .in("engine.procedure.EventLane")
              .replace("if (turn != null) { turn.await(); }")
              .by("")
              .runs(200, TILLS));
}
