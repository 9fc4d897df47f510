package tutti.engine.recovery;

import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tutti.engine.commit.CommitKinds;
import tutti.engine.concurrency.BranchKey;
import tutti.engine.concurrency.TransactionId;
import tutti.engine.journal.DataFolderRefused;
import tutti.engine.recovery.ReplayWorkers.Piece;
import tutti.engine.relational.RelationalApplication;
import tutti.engine.relational.RowFormat;
import tutti.engine.storage.Cell;
import tutti.engine.storage.rows.ActorRows;
import tutti.engine.storage.rows.RowChanges.Change;
import tutti.engine.storage.rows.RowRefused;
import tutti.engine.transaction.outcome.IdempotencyTable;
import tutti.engine.transaction.outcome.OutcomeTable;
import tutti.engine.transaction.record.Observations;
import tutti.engine.transaction.record.PersistedState;
import tutti.engine.transaction.record.PreparedBranch;
import tutti.engine.transaction.record.RecordParts;
import tutti.engine.transaction.record.Unfinished;
import tutti.engine.transaction.submission.Outcome;
import tutti.engine.transaction.submission.TransactionRequest.Idempotency;
import tutti.model.ActorId;
import tutti.model.ActorState;
import tutti.model.ActorType;
import tutti.model.Application;
import tutti.model.Decoder;
import tutti.model.MalformedData;
import tutti.protocol.commit.DurableState;
import tutti.protocol.commit.RecordKind;

/**
 * A reader of the entries of a checkpoint: they are the state that {@link Replay} begins with. Not
 * thread-safe.
 */
final class CheckpointEntries {
  private final Replay replay;
  private final Application given;
  private final String folder;
  private final OutcomeTable outcomes;
  private final IdempotencyTable keys;
  private final PeerLogDependencies relied;
  private final ReplayWorkers workers;
  private @Nullable RowFormat rows;

  CheckpointEntries(
      Replay replay,
      Application given,
      String folder,
      OutcomeTable outcomes,
      IdempotencyTable keys,
      PeerLogDependencies relied,
      ReplayWorkers workers) {
    this.replay = replay;
    this.given = given;
    this.folder = folder;
    this.outcomes = outcomes;
    this.keys = keys;
    this.relied = relied;
    this.workers = workers;
  }

  /** One entry of the checkpoint. */
  void entry(byte[] bytes, int offset, int length) throws IOException {
    if (length > 0 && bytes[offset] == CheckpointFormat.ROWS) {
      workers.take(bytes, offset, length, new Piece<>(this::rows, this::rows, this::refused));
      return;
    }
    try {
      entry(new Decoder(bytes, offset, length));
    } catch (RuntimeException e) {
      throw refused(e);
    }
  }

  private void entry(Decoder in) throws DataFolderRefused {
    int kind = in.getByte();
    switch (kind) {
      case CheckpointFormat.APPLICATION -> application(in.getBytes());
      case CheckpointFormat.ACTOR -> actor(in);
      case CheckpointFormat.KEY -> key(in);
      case CheckpointFormat.ANSWERED ->
          keys.answers().add(in.getString(), replay.format().parts().instant(in));
      case CheckpointFormat.OUTCOME -> outcomes.recovered(outcome(in));
      case CheckpointFormat.EXPIRED ->
          outcomes.expired(in.getCount(Integer.MAX_VALUE), in.getVarLong(), in.getVarLong());
      case CheckpointFormat.USUAL_PREPARED -> usualPrepared(in);
      case CheckpointFormat.USUAL_UNFINISHED -> usualUnfinished(in);
      case CheckpointFormat.PREPARED -> prepared(in);
      case CheckpointFormat.UNFINISHED -> unfinished(in);
      case CheckpointFormat.RESOLVED -> replay.resolutions().add(replay.format().resolution(in));
      case CheckpointFormat.RELIED -> relied.on(in.getCount(Integer.MAX_VALUE), in.getVarLong());
      default -> throw new MalformedData("an entry of unknown kind " + kind);
    }
    if (in.remaining() > 0) {
      throw new MalformedData(in.remaining() + " bytes more than the entry should have");
    }
  }

  private void application(byte[] source) throws DataFolderRefused {
    Application wrote =
        Arrays.equals(source, given.source())
            ? given
            : OtherApplication.writer(given, source, folder);
    replay.wrote(wrote);
    rows = wrote instanceof RelationalApplication relational ? relational.rows() : null;
  }

  private void actor(Decoder in) {
    RecordParts parts = replay.format().parts();
    ActorId id = parts.actor(in);
    ActorState state = parts.state(in);
    ActorType type = replay.type(id);
    ActorState blank = type.blank(id.key());
    if (state.size() != blank.size() || state.stage() >= type.stages().size()) {
      throw new MalformedData(id + " cannot be in " + state);
    }
    ReplayedActor actor =
        replay.restored(id, state, in.getVarLong(), in.getVarLong(), in.getVarLong());
    int unapplied = in.getCount(1 << 20);
    for (int i = 0; i < unapplied; i++) {
      TransactionId owner = parts.id(in);
      Observations seen = parts.seen(in);
      // The decision is durable, in whichever log it is.
      actor.unapplied(owner, parts.effect(in), seen, 0);
    }
    replay.keep(actor);
  }

  /** Rows of the actor of an entry before. */
  private record Rows(ActorId id, List<Change> all) {}

  private Rows rows(Decoder in) {
    in.getByte();
    ActorId id = replay.format().parts().actor(in);
    if (rows == null) {
      throw new MalformedData("rows of " + id + ", which has none");
    }
    String type = in.getString();
    List<Change> all = new ArrayList<>();
    try {
      while (in.remaining() > 0) {
        Change change = rows.get(type, in, false);
        if (change != null) {
          all.add(change);
        }
      }
    } catch (RowRefused e) {
      throw new RowRefused(id + ": " + e.getMessage(), e);
    }
    return new Rows(id, all);
  }

  private void rows(Rows piece) {
    Cell cell = replay.find(piece.id);
    if (cell == null) {
      throw new MalformedData("rows of " + piece.id + ", which is not there");
    }
    workers.write(piece.id, ActorRows.of(cell.state()), piece.all);
  }

  private void key(Decoder in) {
    Idempotency idempotency = new Idempotency(in.getString(), in.getLong());
    Instant at = replay.format().parts().instant(in);
    keys.recovered(idempotency, outcome(in), at);
  }

  private Outcome.Committed outcome(Decoder in) {
    RecordParts parts = replay.format().parts();
    return new Outcome.Committed(parts.id(in), parts.values(in));
  }

  private void usualPrepared(Decoder in) {
    BranchKey key = replay.format().parts().key(in);
    replay.prepare(
        new PreparedBranch(
            key,
            usual(RecordKind.VOTE),
            in.getLong(),
            in.getVarLong(),
            replay.format().work(in),
            null));
  }

  private void usualUnfinished(Decoder in) {
    BranchKey key = replay.format().parts().key(in);
    long lsn = in.getVarLong();
    replay.remember(
        new Unfinished(
            key, false, usual(RecordKind.DECISION), 0, lsn, replay.format().branches(in)));
  }

  private static PersistedState usual(RecordKind entry) {
    return PersistedState.nothing(CommitKinds.usual().protocol()).with(entry, DurableState.NONE);
  }

  private void prepared(Decoder in) {
    BranchKey key = replay.format().parts().key(in);
    PersistedState written = replay.format().written(in);
    replay.prepare(
        new PreparedBranch(
            key,
            written,
            in.getLong(),
            in.getVarLong(),
            replay.format().work(in),
            replay.format().own(in)));
  }

  private void unfinished(Decoder in) {
    BranchKey key = replay.format().parts().key(in);
    boolean witness = in.getBoolean();
    PersistedState written = replay.format().written(in);
    replay.remember(
        new Unfinished(
            key, witness, written, in.getLong(), in.getVarLong(), replay.format().branches(in)));
  }

  /** The application is given any bytes that the entry holds, and may fail in ways of its own. */
  private IOException refused(RuntimeException e) {
    return replay.refused("the checkpoint", e);
  }
}
