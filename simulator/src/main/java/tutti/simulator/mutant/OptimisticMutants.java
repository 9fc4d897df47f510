package tutti.simulator.mutant;

import static tutti.simulator.mutant.Mechanism.OPTIMISTIC;

import java.util.List;

/** Bugs of optimistic concurrency control. */
final class OptimisticMutants {
  private static final String[] FLAGS = {"--concurrency-control", "optimistic"};
  private static final String[] SEVERAL = {"--concurrency-control", "optimistic", "--nodes", "3"};
  private static final String[] SKEWED = {
    "--concurrency-control", "optimistic", "--workload", "watch"
  };
  private static final String[] SKEWED_ON_SEVERAL = {
    "--concurrency-control", "optimistic", "--workload", "watch", "--nodes", "3"
  };

  private OptimisticMutants() {}

  static final List<Mutant> ALL =
      List.of(
          Mutant.of(OPTIMISTIC, "read-validation-skipped")
              .breaks("Nobody looks whether what was seen has changed.")
              .from("snapshots without validation: Adya's G2-item; Silo §4.4, phase 2 left out")
              .expect("history", "actor-serial")
              .in("engine.concurrency.optimistic.Optimistic")
              .replace("if (cell.version() != claim.version() || cell.removed()) {")
              .by("if (cell.removed()) {")
              .runs(100, FLAGS),
          Mutant.of(OPTIMISTIC, "locked-by-others-is-valid")
              .breaks("What was seen is valid though another transaction is about to change it.")
              .from("write skew: Silo §4.4 checks the lock bit as well as the TID")
              .expect("history")
              .in("engine.concurrency.optimistic.Optimistic")
              .replace("lock.heldByOther(claim.owner()) ? changes(lock) : null;")
              .by("lock.heldByOther(claim.owner()) ? null : null;")
              .runs(200, SKEWED),
          Mutant.of(OPTIMISTIC, "branch-locks-nothing")
              .breaks("A branch does not lock what it is to change as it executes.")
              .from("two-phase commit without locks between the phases (Reactors §3.2.2)")
              .expect("history", "actor-serial", "durable")
              .in("engine.concurrency.optimistic.Optimistic")
              .replace("if (request.owner().coordinatedElsewhere()) {")
              .by("if (request.owner().coordinatedElsewhere() && request.willAct()) {")
              .runs(100, SEVERAL),
          Mutant.of(OPTIMISTIC, "branch-does-not-validate")
              .breaks("A branch promises to commit without validating what it looked at.")
              .from("read-only participants that vote Yes blindly; Reactors §3.2.2, first phase")
              .expect("history")
              .in("engine.distribution.Branch")
              .replace("if (met != null) { object(met); }")
              .by("if (met == null) { objection = null; }")
              .runs(200, SKEWED_ON_SEVERAL),
          Mutant.of(OPTIMISTIC, "released-in-phase-one")
              .breaks("The coordinator lets go of its locks once it has validated.")
              .from("locks that are not held to the end of the commit protocol (Reactors §3.2.2)")
              .expect("history", "actor-serial")
              .in("engine.transaction.LayeredProtocol")
              .replace("if (met == null) { transaction.status(Status.PREPARED); }")
              .by("if (met == null) { LayeredProtocol.this.release(transaction, null); }")
              .runs(100, SEVERAL),
          Mutant.of(OPTIMISTIC, "who-waits-is-forgotten")
              .breaks("When a lock is let go, those who waited for it are not answered.")
              .from("lost wake-ups")
              .expect("waits-end", "no-leaks", "resolved")
              .in("engine.concurrency.optimistic.Optimistic")
              .replace("answers = new Answers(); advance(lock, answers);")
              .by("answers = new Answers();")
              .runs(100, FLAGS));
}
