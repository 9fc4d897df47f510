package tutti.simulator.mutant;

import static tutti.simulator.mutant.Mechanism.TRANSACTIONS;

import java.util.List;

/** Bugs of transactions: what clients are told, what happens once, what reads see. */
final class TransactionMutants {
  private TransactionMutants() {}

  static final List<Mutant> ALL =
      List.of(
          Mutant.of(TRANSACTIONS, "acknowledged-before-the-flush")
              .breaks("A client hears of the commit before the log is durable.")
              .from("Jepsen on MongoDB, Redis, Elasticsearch")
              .expect("durable")
              .in("engine.transaction.LayeredProtocol")
              .replace("if (!setting.awaitDurable()) {")
              .by("if (!setting.awaitDurable() || lsn > 0) {")
              .runs(100, "--nodes", "1"),
          Mutant.of(TRANSACTIONS, "read-before-the-flush")
              .breaks("A read is answered before what it saw is durable.")
              .from("reads of what a crash takes back: CRAQ, early lock release done wrong")
              .expect("fresh-reads", "durable")
              .in("engine.transaction.Transactions")
              .replace("if (!setting.awaitDurable) { listener.accept(answer);")
              .by("if (!setting.awaitDurable || lsn > 0) { listener.accept(answer);")
              .runs(400, "--nodes", "1"),
          Mutant.of(TRANSACTIONS, "key-not-logged")
              .breaks("The decision's record does not have the idempotency key.")
              .from("at-most-once that a crash forgets: RAMCloud's RIFL, SOSP 2015")
              .expect("at-most-once")
              .in("engine.transaction.RecordFormat")
              .replace(
                  "idempotency(out, own.idempotency()); parts.values(out, own.results()); return")
              .by("idempotency(out, null); parts.values(out, own.results()); return")
              .runs(200),
          Mutant.of(TRANSACTIONS, "answer-forgotten")
              .breaks("After a restart a repeated request gets an empty answer.")
              .from("the completion record without its result: RIFL, SOSP 2015")
              .expect("at-most-once")
              .in("engine.recovery.Replay")
              .replace("Outcome.Committed outcome = new Outcome.Committed(id, decision.results());")
              .by("Outcome.Committed outcome = new Outcome.Committed(id, List.of());")
              .runs(200),
          Mutant.of(TRANSACTIONS, "last-effect-lost")
              .breaks("Of a transaction over three actors or more the last effect is not applied.")
              .from("atomicity broken by one participant: money that vanishes")
              .expect("actor-serial", "invariants", "durable", "prefix")
              .in("engine.transaction.LayeredProtocol")
              .replace("Claims.commit(container, claim, lsn); if")
              .by(
                  "if (claims.size() < 3 || claim != claims.getLast()) { Claims.commit(container,"
                      + " claim, lsn); } else { Claims.abort(container, claim); } if")
              .runs(100, "--nodes", "1"),
          Mutant.of(TRANSACTIONS, "repeat-of-what-runs-run-as-well")
              .breaks("A repeat of a request that still runs is run beside it.")
              .from("duplicates that are looked for among what is complete: RIFL, SOSP 2015")
              .expect("at-most-once")
              .in("engine.transaction.Transactions")
              .replace("if (held == null) { return true; }")
              .by("if (held == null || held instanceof Entry.Running) { return true; }")
              .runs(200, "--faults", "hang-up"),
          Mutant.of(TRANSACTIONS, "turned-away-keeps-its-place")
              .breaks("A request that is too much is counted as running for ever.")
              .from("metastable failures: overload that lasts when its cause is gone, OSDI 2022")
              .expect("no-leaks")
              .in("engine.transaction.Completion")
              .replace("leave(); return false;")
              .by("untold.decrementAndGet(); return false;")
              .runs(50, "--faults", "burst"),
          Mutant.of(TRANSACTIONS, "failed-log-told-as-abort")
              .breaks("A log that fails at the commit point is told as an abort.")
              .from("an error taken for a No: MongoDB and Galera as Jepsen ran them")
              .expect("definite-abort")
              .in("engine.transaction.LayeredProtocol")
              .replace(
                  "return new Outcome.InDoubt( outcome.transaction(), \"the journal failed before it"
                      + " was durable; ask again after a restart\");")
              .by(
                  "return new Outcome.Aborted(outcome.transaction(),"
                      + " Reason.Unavailable.storageFailed());")
              .runs(100, "--nodes", "1", "--faults", "crash,force-failure"),
          Mutant.of(TRANSACTIONS, "applied-before-committed")
              .breaks("Effects are applied before the transaction counts as committed.")
              .from("fractured reads: Bailis et al. (RAMP), SIGMOD 2014")
              .expect("fresh-reads", "history", "serial")
              .in("engine.transaction.LayeredProtocol")
              .replace(
                  "transaction.status(Status.COMMITTED); tellHistory(transaction, lsn, results);"
                      + " completion.decided(submission, committed);")
              .by(
                  "tellHistory(transaction, lsn, results);"
                      + " completion.decided(submission, committed);")
              .replace("Claims.commit(container, claim, lsn); if (open.decrementAndGet() == 0) {")
              .by(
                  "Claims.commit(container, claim, lsn); if (open.decrementAndGet() == 0) {"
                      + " transaction.status(Status.COMMITTED);")
              .runs(100, "--nodes", "1"));
}
