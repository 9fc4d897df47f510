package tutti.engine.recovery;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tutti.engine.concurrency.Claim;
import tutti.engine.concurrency.ConcurrencyControl;
import tutti.engine.journal.CheckpointStore;
import tutti.engine.journal.CheckpointWriter;
import tutti.engine.relational.RelationalActorType;
import tutti.engine.relational.RelationalApplication;
import tutti.engine.relational.RowFormat;
import tutti.engine.storage.Cell;
import tutti.engine.storage.rows.ActorRows;
import tutti.engine.transaction.outcome.IdempotencyTable;
import tutti.engine.transaction.outcome.LoggedAnswers;
import tutti.engine.transaction.outcome.OutcomeTable;
import tutti.engine.transaction.record.InProgress;
import tutti.engine.transaction.record.Observations;
import tutti.engine.transaction.record.PreparedBranch;
import tutti.engine.transaction.record.RecordFormat;
import tutti.engine.transaction.record.RecordParts;
import tutti.engine.transaction.record.Resolution;
import tutti.engine.transaction.record.Resolutions;
import tutti.engine.transaction.record.Unfinished;
import tutti.engine.transaction.submission.Outcome;
import tutti.model.ActorState;
import tutti.model.Application;
import tutti.model.Call;
import tutti.model.Encoder;
import tutti.model.Surroundings;

/** Writes the entries of a checkpoint; {@link Replay} reads them. Not thread-safe. */
final class CheckpointFormat {
  /** The application's source: always the first entry. */
  static final int APPLICATION = 1;

  /** An actor: its state, and the committed effects that were not applied yet. */
  static final int ACTOR = 2;

  /** An idempotency key and its answer. */
  static final int KEY = 3;

  /** A committed transaction. */
  static final int OUTCOME = 4;

  /** The number up to which outcomes of a node's incarnation are forgotten. */
  static final int EXPIRED = 5;

  /** A branch that has voted Yes under the usual protocol, as older versions wrote it. */
  static final int USUAL_PREPARED = 6;

  /** A decision under the usual protocol that not all have heard, as older versions wrote it. */
  static final int USUAL_UNFINISHED = 7;

  /** The position up to which a record relied on the log of another node. */
  static final int RELIED = 8;

  /** Some rows of an actor whose entry came before: a piece of them. */
  static final int ROWS = 9;

  /** A member that has voted Yes. */
  static final int PREPARED = 10;

  /** A commit machine without claims here that must be remembered. */
  static final int UNFINISHED = 11;

  /** A transaction that an operator has ended. */
  static final int RESOLVED = 12;

  /** An idempotency key whose request was answered without an effect, of a shard with replicas. */
  static final int ANSWERED = 13;

  private final Application application;
  private final RecordFormat format;
  private final RecordParts parts;
  private final CheckpointWriter writer;
  private final Encoder out = new Encoder(4096);

  CheckpointFormat(Application application, CheckpointWriter writer) {
    this.application = application;
    this.format = new RecordFormat(application);
    this.parts = format.parts();
    this.writer = writer;
  }

  void application() throws IOException {
    out.clear().putByte(APPLICATION).putBytes(application.source());
    add();
  }

  /**
   * Writes one actor, unless it has never changed. Takes its latch for a moment.
   *
   * @return its rows, which are still to be written; null if it has none
   */
  @Nullable FuzzyRowScan actor(Cell cell, ConcurrencyControl control) throws IOException {
    List<Claim> unapplied = new ArrayList<>(0);
    cell.lock();
    ActorState state = cell.state();
    long version = cell.version();
    long next = cell.nextPosition();
    long low = control.unapplied(cell, unapplied::add);
    cell.unlock();
    if (version == 0 && unapplied.isEmpty() && !cell.type().initialized(state)) {
      return null;
    }
    FuzzyRowScan rows = head(cell, state, version, next, low, unapplied.size());
    for (Claim claim : unapplied) {
      Call call = claim.call();
      if (call == null) {
        throw new IllegalStateException("an observation has no effect to apply");
      }
      parts.id(out, claim.owner().id());
      parts.seen(out, seen(claim.around()));
      parts.effect(out, call, claim.position(), claim.low());
    }
    add();
    return rows;
  }

  /**
   * Writes one actor of a replica that follows, whose cells the caller's thread alone changes.
   *
   * @param unsettled what replay knows beside the cell, or null
   * @return its rows, which are still to be written; null if it has none
   */
  @Nullable FuzzyRowScan actor(Cell cell, @Nullable ReplayedActor unsettled) throws IOException {
    List<ReplayedActor.Pending> decided = unsettled == null ? List.of() : unsettled.decided();
    if (cell.version() == 0 && decided.isEmpty() && !cell.type().initialized(cell.state())) {
      return null;
    }
    long low = unsettled == null ? cell.nextPosition() : unsettled.settled();
    FuzzyRowScan rows =
        head(cell, cell.state(), cell.version(), cell.nextPosition(), low, decided.size());
    for (ReplayedActor.Pending each : decided) {
      parts.id(out, each.id());
      parts.seen(out, each.seen());
      parts.effect(out, each.effect().call(), each.effect().position(), each.effect().low());
    }
    add();
    return rows;
  }

  /** Begins the entry of an actor, which {@code unapplied} effects that are not applied follow. */
  private @Nullable FuzzyRowScan head(
      Cell cell, ActorState state, long version, long next, long low, int unapplied) {
    FuzzyRowScan rows = null;
    ActorState written = state;
    if (cell.type() instanceof RelationalActorType relational) {
      RowFormat rowFormat = ((RelationalApplication) application).rows();
      rows = new FuzzyRowScan(cell.id(), ActorRows.of(state), rowFormat);
      written = relational.withoutRows(state);
    }
    out.clear().putByte(ACTOR);
    parts.actor(out, cell.id());
    parts.state(out, written);
    out.putVarLong(version).putVarLong(next).putVarLong(low).putVarLong(unapplied);
    return rows;
  }

  /** Writes a piece of an actor's rows; returns false if none was left. */
  boolean rows(FuzzyRowScan rows) throws IOException {
    if (!rows.more()) {
      return false;
    }
    parts.actor(out.clear().putByte(ROWS), rows.id());
    rows.put(out.putString(rows.type()));
    add();
    return true;
  }

  private static Observations seen(Surroundings around) {
    return (Observations) around;
  }

  void outcomes(OutcomeTable outcomes) throws IOException {
    List<Outcome.Committed> committed = new ArrayList<>();
    List<long[]> expired = new ArrayList<>();
    outcomes.visit(
        (node, incarnation, upTo) -> expired.add(new long[] {node, incarnation, upTo}),
        committed::add);
    for (long[] each : expired) {
      out.clear().putByte(EXPIRED);
      out.putVarLong(each[0]).putVarLong(each[1]).putVarLong(each[2]);
      add();
    }
    for (Outcome.Committed outcome : committed) {
      // A snapshot's result is in no log, and gets older: a client that asks again reads another
      // snapshot.
      if (outcome.age() == null) {
        outcome(outcome, () -> out.clear().putByte(OUTCOME));
      }
    }
  }

  void keys(IdempotencyTable keys) throws IOException {
    List<IdempotencyTable.Done> done = new ArrayList<>();
    keys.visit(done::add);
    for (IdempotencyTable.Done key : done) {
      outcome(
          key.outcome(),
          () -> {
            out.clear().putByte(KEY).putString(key.key()).putLong(key.fingerprint());
            parts.instant(out, key.at());
          });
    }
    for (LoggedAnswers.Answer each : keys.answers().all()) {
      parts.instant(out.clear().putByte(ANSWERED).putString(each.key()), each.at());
      add();
    }
  }

  /**
   * Writes the transactions that have been begun with other nodes; {@code position} is the
   * checkpoint's.
   */
  void inProgress(InProgress inProgress, long position) throws IOException {
    List<InProgress.Prepared> prepared = new ArrayList<>();
    inProgress.prepared(position, prepared::add);
    for (InProgress.Prepared branch : prepared) {
      parts.key(out.clear().putByte(PREPARED), branch.key());
      format.written(out, branch.written());
      out.putLong(branch.nonce()).putVarLong(branch.voteLsn());
      format.work(out, branch.seen(), branch.claims());
      format.own(out, branch.own());
      add();
    }
    List<Unfinished> unfinished = new ArrayList<>();
    inProgress.unfinished(unfinished::add);
    for (Unfinished machine : unfinished) {
      unfinished(machine);
    }
  }

  /** Writes a member that has voted Yes, as replay knows it. */
  void prepared(PreparedBranch branch) throws IOException {
    parts.key(out.clear().putByte(PREPARED), branch.key());
    format.written(out, branch.written());
    out.putLong(branch.nonce()).putVarLong(branch.voteLsn());
    format.work(out, branch.work());
    format.own(out, branch.own());
    add();
  }

  void unfinished(Unfinished machine) throws IOException {
    parts.key(out.clear().putByte(UNFINISHED), machine.key());
    format.written(out.putBoolean(machine.witness()), machine.written());
    out.putLong(machine.nonce()).putVarLong(machine.lsn());
    format.branches(out, machine.branches());
    add();
  }

  void resolutions(Resolutions resolutions) throws IOException {
    for (Resolution each : resolutions.all()) {
      format.resolution(out.clear().putByte(RESOLVED), each);
      add();
    }
  }

  void relied(PeerLogDependencies relied) throws IOException {
    for (Map.Entry<Integer, Long> each : relied.all().entrySet()) {
      out.clear().putByte(RELIED).putVarLong(each.getKey()).putVarLong(each.getValue());
      add();
    }
  }

  /**
   * Writes an entry with an outcome; without its results, if it would be too long with them: one
   * big answer must not keep every checkpoint from being made.
   *
   * @param begin writes the part before the outcome, from the entry's start
   */
  private void outcome(Outcome.Committed outcome, Runnable begin) throws IOException {
    begin.run();
    parts.id(out, outcome.transaction());
    parts.values(out, outcome.results());
    if (out.size() > CheckpointStore.MAX_ENTRY_BYTES) {
      begin.run();
      parts.id(out, outcome.transaction());
      parts.values(out, List.of());
    }
    add();
  }

  private void add() throws IOException {
    writer.add(out.array(), 0, out.size());
  }
}
