package tutti.simulator.mutant;

import static tutti.simulator.mutant.Mechanism.PROCEDURES;
import static tutti.simulator.mutant.Mechanism.ROWS_ON_DISK;

import java.util.List;

/** Bugs of procedures, of their own writes, and of rows in logs and checkpoints. */
final class ProcedureMutants {
  private static final String[] ROWS = {"--workload", "rows"};

  private ProcedureMutants() {}

  static final List<Mutant> ALL =
      List.of(
          Mutant.of(PROCEDURES, "untaken-calls-not-awaited")
              .breaks("A call ends without waiting for those of its calls that nobody has taken.")
              .from("fire and forget: a transaction that ends before its parts (Reactors §2.2.3)")
              .expect("no-failure", "observed", "actor-serial", "no-leaks", "progress")
              .in("engine.procedure.SubTransaction")
              .replace("while (open != null) { takeCall(open);")
              .by("while (open != null) { close(open);")
              .runs(100, ROWS),
          Mutant.of(PROCEDURES, "active-set-unjudged")
              .breaks("Calls that are open at the same time may touch one actor.")
              .from("Reactors §2.2.4 left out")
              .expect("observed")
              .in("engine.procedure.ActiveCall")
              .replace("return open ? Clash.of(before.by, by) : null;")
              .by("return null;")
              .runs(50, ROWS),
          Mutant.of(PROCEDURES, "active-set-too-strict")
              .breaks("Two calls of one actor clash though one was taken before the other.")
              .from("an active set that is never emptied")
              .expect("refused-rightly")
              .in("engine.procedure.ActiveCall")
              .replace("before != null && before.takenAt > madeAt && before.takenAt < takenAt;")
              .by("before != null && before.takenAt < takenAt;")
              .runs(50, ROWS),
          Mutant.of(PROCEDURES, "active-set-forgets-calls-of-calls")
              .breaks("Only the actors that were called directly are compared, not theirs.")
              .from("a callee that does not inherit its caller's open calls (DESIGN §7.5)")
              .expect("observed")
              .in("engine.procedure.ActiveCall")
              .replace("if (callee.touched != null) {")
              .by("if (callee.touched == null && now < 0) {")
              .runs(100, ROWS),
          Mutant.of(PROCEDURES, "aborts-of-calls-are-ignored")
              .breaks("What a called procedure throws does not end its transaction.")
              .from("partial failure: half of a transaction commits")
              .expect("observed", "history", "invariants", "no-failure")
              .in("engine.procedure.ProcedureExecution")
              .replace("if (thrown instanceof Abort abort) {")
              .by(
                  "if (thrown instanceof Abort && call.depth() > 1) { return; }"
                      + " if (thrown instanceof Abort abort) {")
              .runs(100, ROWS),
          Mutant.of(PROCEDURES, "own-writes-unseen-by-key")
              .breaks(
                  "A transaction that reads a row by key sees it as it was before its own writes.")
              .from("reads that go to the store, past the write set")
              .expect("observed", "history")
              .in("engine.relational.TransactionRows")
              .replace("return mine == null || at < 0 ? read(relation, key) : mine.row(at);")
              .by("return read(relation, key);")
              .runs(50, ROWS),
          Mutant.of(PROCEDURES, "own-writes-unseen-by-scans")
              .breaks("A transaction that scans sees rows as they were before its own writes.")
              .from("scans that are not merged with the write set")
              .expect("observed", "refused-rightly")
              .in("engine.relational.TransactionRows")
              .replace("if (mine == null) { readAll(")
              .by("if (mine == null || order >= 0) { readAll(")
              .runs(50, ROWS),
          Mutant.of(PROCEDURES, "own-deletions-unseen-by-scans")
              .breaks("A scan shows rows that the transaction has deleted itself.")
              .from("a merge that knows of insertions only")
              .expect("observed", "refused-rightly")
              .in("engine.relational.OwnRows")
              .replace("row -> find(keyOf(definition, row)) >= 0,")
              .by(
                  "row -> find(keyOf(definition, row)) >= 0 && row(find(keyOf(definition, row))) != null,")
              .runs(100, ROWS),
          Mutant.of(PROCEDURES, "refusal-unvalidated")
              .breaks("A refusal is told though what it rests on was never there together.")
              .from("doomed transactions whose inconsistent reads reach a person")
              .expect("refused-rightly", "history")
              .in("engine.transaction.LayeredProtocol")
              .replace("failure = met == null ? failure : met;")
              .by("failure = met == null ? failure : failure;")
              .runs(200, "--workload", "rows", "--concurrency-control", "optimistic"),
          Mutant.of(ROWS_ON_DISK, "deletions-not-replayed")
              .breaks("After a crash the rows are there again that were deleted.")
              .from("a redo log without tombstones")
              .expect("actor-serial", "history", "observed", "no-failure")
              .in("engine.relational.RelationalCodec")
              .replace("out.putBoolean(change.deleted())")
              .by("out.putBoolean(false)")
              .runs(50, ROWS),
          Mutant.of(ROWS_ON_DISK, "checkpoint-skips-a-relation")
              .breaks("Of an actor's relations a checkpoint has the first alone.")
              .from("incomplete snapshots behind which the log is cut")
              .expect("actor-serial", "history", "invariants")
              .in("engine.recovery.RowsWalk")
              .replace("if (++relation >= rows.relations().size()) {")
              .by("if (++relation >= 1) {")
              .runs(100, ROWS),
          Mutant.of(ROWS_ON_DISK, "checkpoint-says-too-late")
              .breaks("A checkpoint says that all that has come to an actor is in its rows.")
              .from("a redo point after what is not yet applied (ARIES, §5.4)")
              .expect("actor-serial", "history", "prefix", "durable")
              .in("engine.recovery.CheckpointFormat")
              .replace("long low = control.unapplied(cell, unapplied::add);")
              .by("long low = cell.nextPosition();")
              .runs(400, ROWS),
          Mutant.of(ROWS_ON_DISK, "pieces-cut-short")
              .breaks("Of a piece of a checkpoint only the first row is read.")
              .from("readers that stop at the first record of a batch")
              .expect("actor-serial", "history", "invariants")
              .in("engine.recovery.Replay")
              .replace("while (in.remaining() > 0) { all.add(rows.get(type, in, false)); }")
              .by(
                  "all.add(rows.get(type, in, false));"
                      + " while (in.remaining() > 0) { rows.get(type, in, false); }")
              .runs(100, ROWS),
          Mutant.of(ROWS_ON_DISK, "rows-replayed-twice-apart")
              .breaks(
                  "What a checkpoint may have in its rows is not done again, though some is not.")
              .from("redo that trusts a fuzzy checkpoint")
              .expect("actor-serial", "history", "prefix", "durable")
              .in("engine.recovery.ReplayedActor")
              .replace(
                  "if (effect.position() < settled) { return; } pending.put(effect.position(), new Pending(id, effect, seen, null, lsn));")
              .by(
                  "if (effect.position() < next) { return; } pending.put(effect.position(), new Pending(id, effect, seen, null, lsn));")
              .runs(100, ROWS));
}
