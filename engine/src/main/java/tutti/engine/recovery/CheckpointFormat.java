package tutti.engine.recovery;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import tutti.engine.concurrency.Claim;
import tutti.engine.concurrency.ConcurrencyControl;
import tutti.engine.concurrency.TransactionId;
import tutti.engine.journal.CheckpointWriter;
import tutti.engine.storage.Cell;
import tutti.engine.transaction.DecisionRecord;
import tutti.engine.transaction.IdempotencyTable;
import tutti.engine.transaction.Outcome;
import tutti.engine.transaction.OutcomeTable;
import tutti.engine.transaction.Seen;
import tutti.model.ActorState;
import tutti.model.Application;
import tutti.model.Call;
import tutti.model.Encoder;
import tutti.model.Surroundings;

/** Writes the entries of a checkpoint; {@link Replay} reads them. Not thread-safe. */
final class CheckpointFormat {
  /** The application's source: always the first entry. */
  static final int APPLICATION = 1;

  /** One actor: its state, and what had committed there and was not applied yet. */
  static final int ACTOR = 2;

  /** An idempotency key and its answer. */
  static final int KEY = 3;

  /** A committed transaction. */
  static final int OUTCOME = 4;

  /** Up to which number outcomes of an incarnation are forgotten. */
  static final int EXPIRED = 5;

  private final Application application;
  private final DecisionRecord.Format format;
  private final CheckpointWriter writer;
  private final Encoder out = new Encoder(4096);

  CheckpointFormat(Application application, CheckpointWriter writer) {
    this.application = application;
    this.format = new DecisionRecord.Format(application);
    this.writer = writer;
  }

  void application() throws IOException {
    out.clear().putByte(APPLICATION).putBytes(application.source());
    add();
  }

  /** Writes one actor, unless nothing ever happened to it. Takes its latch for a moment. */
  void actor(Cell cell, ConcurrencyControl control) throws IOException {
    List<Claim> unapplied = new ArrayList<>(0);
    cell.lock();
    ActorState state = cell.state();
    long version = cell.version();
    long next = cell.nextPosition();
    long low = control.unapplied(cell, unapplied::add);
    cell.unlock();
    if (version == 0 && unapplied.isEmpty() && !cell.type().initialized(state)) {
      return;
    }
    out.clear().putByte(ACTOR);
    format.actor(out, cell.id());
    format.state(out, state);
    out.putVarLong(version).putVarLong(next).putVarLong(low).putVarLong(unapplied.size());
    for (Claim claim : unapplied) {
      Call call = claim.call();
      if (call == null) {
        throw new IllegalStateException("an observation has no effect to apply");
      }
      format.seen(out, seen(claim.around()));
      format.effect(out, call, claim.position(), claim.low());
    }
    add();
  }

  private static Seen seen(Surroundings around) {
    return (Seen) around;
  }

  void outcomes(OutcomeTable outcomes) throws IOException {
    List<Outcome.Committed> committed = new ArrayList<>();
    List<long[]> expired = new ArrayList<>();
    outcomes.visit(
        (incarnation, upTo) -> expired.add(new long[] {incarnation, upTo}), committed::add);
    for (long[] pair : expired) {
      out.clear().putByte(EXPIRED).putVarLong(pair[0]).putVarLong(pair[1]);
      add();
    }
    for (Outcome.Committed outcome : committed) {
      out.clear().putByte(OUTCOME);
      outcome(outcome);
      add();
    }
  }

  void keys(IdempotencyTable keys) throws IOException {
    List<IdempotencyTable.Done> done = new ArrayList<>();
    keys.visit(done::add);
    for (IdempotencyTable.Done key : done) {
      out.clear().putByte(KEY).putString(key.key()).putLong(key.fingerprint());
      format.instant(out, key.at());
      outcome(key.outcome());
      add();
    }
  }

  private void outcome(Outcome.Committed outcome) {
    TransactionId id = outcome.transaction();
    format.id(out, id);
    format.values(out, outcome.results());
  }

  private void add() throws IOException {
    writer.add(out.array(), 0, out.size());
  }
}
