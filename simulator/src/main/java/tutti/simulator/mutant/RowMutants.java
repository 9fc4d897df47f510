package tutti.simulator.mutant;

import static tutti.simulator.mutant.Mechanism.RECORD_LOCKS;
import static tutti.simulator.mutant.Mechanism.RECORD_OPTIMISTIC;

import java.util.List;

/** Bugs of concurrency control at the grain of rows. */
final class RowMutants {
  private static final String[] SILO = {
    "--workload", "rows", "--concurrency-control", "optimistic"
  };

  /** Two that each validate while the other has its locks: seldom, and sooner in long runs. */
  private static final String[] MANY_SILO = {
    "--workload",
    "rows",
    "--concurrency-control",
    "optimistic",
    "--nodes",
    "2",
    "--faults",
    "none",
    "--requests",
    "2500"
  };

  private static final String[] WAIT_DIE = {
    "--workload", "rows", "--concurrency-control", "wait-die"
  };
  private static final String[] WOUND_WAIT = {
    "--workload", "rows", "--concurrency-control", "wound-wait"
  };

  private RowMutants() {}

  static final List<Mutant> ALL =
      List.of(
          Mutant.of(RECORD_OPTIMISTIC, "row-reads-unvalidated")
              .breaks("Nobody looks whether the rows that were read have changed.")
              .from("Silo §4.4, phase 2 left out: lost updates and write skew")
              .expect("history", "invariants", "observed")
              .in("engine.concurrency.records.ReadSet")
              .replace(
                  "if (!place.unchanged(words[i], false)"
                      + " && !(place.unchanged(words[i], true) && mine.holds(place))) {"
                      + " return false; }")
              .by("")
              .runs(50, SILO),
          Mutant.of(RECORD_OPTIMISTIC, "node-set-unvalidated")
              .breaks("Nobody looks whether rows have come where none were found.")
              .from("Silo §4.6 left out: phantoms")
              .expect("history", "invariants")
              .in("engine.concurrency.records.ReadSet")
              .replace("return gaps.isValid();")
              .by("return true;")
              .runs(100, SILO),
          Mutant.of(RECORD_OPTIMISTIC, "locked-rows-are-valid")
              .breaks("A row is valid though another transaction is about to write it.")
              .from("Silo §4.4 checks the lock bit as well as the TID")
              .expect("history")
              .in("engine.concurrency.records.ReadSet")
              .replace("(place.unchanged(words[i], true) && mine.holds(place))")
              .by("place.unchanged(words[i], true)")
              .runs(60, MANY_SILO),
          Mutant.of(RECORD_OPTIMISTIC, "reads-wait-for-nothing")
              .breaks("Who sees a row is not told which log position to wait for.")
              .from("early lock release without its dependency (DESIGN §2)")
              .expect("durable")
              .in("engine.concurrency.records.RecordOptimistic")
              .replace("claim.validated(claim.cell().lastLsn());")
              .by("claim.validated(0);")
              .runs(200, SILO),
          Mutant.of(RECORD_OPTIMISTIC, "seen-before-it-is-observable")
              .breaks("Rows are installed before the cell says which log position they rest on.")
              .from("a release store on the wrong side of the data it publishes")
              .expect("durable")
              .in("engine.concurrency.records.RecordOptimistic")
              .replace("cell.observable(lsn);")
              .by("")
              .runs(400, SILO),
          Mutant.of(RECORD_OPTIMISTIC, "write-locks-not-taken")
              .breaks("What is written is not locked before it is validated.")
              .from("Silo §4.4, phase 1 left out")
              .expect("record-optimistic.I1", "history", "no-failure", "observed", "actor-serial")
              .in("engine.concurrency.records.RowWrite")
              .replace("locked = place.lockSoon();")
              .by("locked = place.lockSoon() || !place.tryLock();")
              .runs(100, SILO),
          Mutant.of(RECORD_OPTIMISTIC, "entries-prepared-too-late")
              .breaks("Indexes have the entries of new rows only when these are written.")
              .from("index maintenance after validation: phantoms by secondary indexes")
              .expect("history", "observed", "no-failure", "refused-rightly")
              .in("engine.concurrency.records.WriteSet")
              .replace("write.prepare(own); } locked = true;")
              .by("} locked = true;")
              .runs(100, SILO),
          Mutant.of(RECORD_OPTIMISTIC, "numbers-do-not-grow")
              .breaks("A transaction's number need not be newer than what it overwrites.")
              .from("reused epochs and sequence numbers: Silo §4.2, condition (a)")
              .expect("history", "no-failure", "observed")
              .in("engine.concurrency.records.Epochs")
              .replace("return Math.max(inLog, Tid.next(newest));")
              .by("return Tid.of(0, 1);")
              .runs(100, SILO),
          Mutant.of(RECORD_OPTIMISTIC, "counted-out-of-order")
              .breaks("What commits behind an undecided transaction is counted at once.")
              .from("recovery that replays in another order than the one that was counted")
              .expect("record-optimistic.I6", "versions", "actor-serial", "prefix")
              .in("engine.concurrency.WriteLine")
              .replace(
                  "for (WriterClaim first = head; first != null && first.isDecided(); first = head) {")
              .by(
                  "for (WriterClaim first = tail; first != null && first.isDecided(); first ="
                      + " tail) {")
              .runs(200, SILO),
          Mutant.of(RECORD_OPTIMISTIC, "aborted-places-stay")
              .breaks("What an aborted transaction made of places and entries is not taken back.")
              .from("leaks of an abort path")
              .expect("no-leaks", "waits-end", "progress", "resolved")
              .in("engine.concurrency.records.RecordOptimistic")
              .replace("claim.writes().undo(); if (!claim.isPlaced()) {")
              .by("if (!claim.isPlaced()) {")
              .runs(100, SILO),
          Mutant.of(RECORD_LOCKS, "ranges-let-writers-in")
              .breaks("Who writes within a range that another has scanned is not in its way.")
              .from("locks of rows without predicates: phantoms (Eswaran et al. 1976, §4)")
              .expect("history", "invariants")
              .in("engine.concurrency.recordlocks.OrderLocks")
              .replace("|| anyScanner(lock.from(), owner, enough);")
              .by(";")
              .runs(100, WAIT_DIE),
          Mutant.of(RECORD_LOCKS, "absent-rows-not-locked")
              .breaks("Who reads a row locks it only if it is there.")
              .from("locks on records that exist: phantoms by key")
              .expect("history", "invariants")
              .in("engine.concurrency.recordlocks.LockedRecords")
              .replace(
                  "claim.lock(RowLock.read(relation, table.entry(key), name(relation)));"
                      + " return row(table, key);")
              .by(
                  "if (row(table, key) != null) { claim.lock(RowLock.read(relation,"
                      + " table.entry(key), name(relation))); } return row(table, key);")
              .runs(200, WAIT_DIE),
          Mutant.of(RECORD_LOCKS, "readers-share-with-a-writer")
              .breaks("Who writes a row is not kept out by those who have read it.")
              .from("shared locks that do not exclude exclusive ones")
              .expect("history", "invariants")
              .in("engine.concurrency.recordlocks.OrderLocks")
              .replace("|| anyReader(lock.from(), owner, enough)")
              .by("")
              .runs(100, WAIT_DIE),
          Mutant.of(RECORD_LOCKS, "row-locks-released-early")
              .breaks("A transaction lets go of what it had read once it has to wait for a lock.")
              .from("two phases that are not two: locks taken after others were let go")
              .expect("history", "invariants")
              .in("engine.concurrency.recordlocks.RowLocks")
              .replace("of(lock.relation(), lock.order()).hold(lock, claim);")
              .by(
                  "of(lock.relation(), lock.order()).hold(lock, claim);"
                      + " if (claim.locks().size() > 3) { letGo(claim); }")
              .runs(100, WAIT_DIE),
          Mutant.of(RECORD_LOCKS, "index-entries-not-locked")
              .breaks(
                  "Who writes a row locks its primary key alone, and not its places in indexes.")
              .from("locking of the base table only: phantoms by secondary indexes")
              .expect("history", "invariants", "refused-rightly")
              .in("engine.concurrency.recordlocks.LockedRecords")
              .replace("for (int order = 1; order < table.orders(); order++) {")
              .by("for (int order = table.orders(); order < table.orders(); order++) {")
              .runs(200, WAIT_DIE),
          Mutant.of(RECORD_LOCKS, "old-index-entries-not-locked")
              .breaks("Who changes a row locks where it will be in indexes, and not where it was.")
              .from("next-key locking that forgets the deleted entry")
              .expect("history", "invariants")
              .in("engine.concurrency.recordlocks.LockedRecords")
              .replace("lockEntries(relation, table, row(table, key)); count++;")
              .by("count++;")
              .runs(200, WAIT_DIE),
          Mutant.of(RECORD_LOCKS, "who-waits-for-rows-is-forgotten")
              .breaks("When rows are unlocked, those who waited for them are not answered.")
              .from("lost wake-ups")
              .expect("waits-end", "no-leaks", "progress", "record-locks.I4")
              .in("engine.concurrency.recordlocks.LockTable")
              .replace("answerReads(claim, answers); serve(claim.owner(), answers);")
              .by("answerReads(claim, answers);")
              .runs(100, WOUND_WAIT),
          Mutant.of(RECORD_LOCKS, "row-lock-observes-nothing")
              .breaks("Who gets a lock does not learn which log position the rows rest on.")
              .from("early lock release without its dependency (DESIGN §2)")
              .expect("durable")
              .in("engine.concurrency.recordlocks.LockTable")
              .replace("locks.hold(lock, claim); claim.sees();")
              .by("locks.hold(lock, claim);")
              .runs(200, WAIT_DIE));
}
