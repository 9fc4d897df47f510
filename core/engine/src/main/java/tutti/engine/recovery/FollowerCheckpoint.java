package tutti.engine.recovery;

import java.io.IOException;
import java.util.Collections;
import java.util.Iterator;
import org.jspecify.annotations.Nullable;
import tutti.engine.container.Container;
import tutti.engine.journal.CheckpointWriter;
import tutti.engine.storage.Cell;
import tutti.engine.transaction.record.PreparedBranch;
import tutti.engine.transaction.record.Unfinished;
import tutti.engine.transaction.request.Directory;

/**
 * A checkpoint of a replica that follows, in the making. The thread that replays the log writes the
 * checkpoint piece by piece, between records: so it needs no latch and no gate, and all that it
 * contains is chosen. Like a node's checkpoint, it is of no single moment: the records behind its
 * position are replayed on it, and replaying a record that it contains already has no effect
 * ({@link Checkpointer}).
 */
public final class FollowerCheckpoint implements AutoCloseable {
  private static final int ACTORS_PER_STEP = 256;

  /** The number of actors that take about as long as a piece of rows. */
  private static final int ACTORS_PER_PIECE = 128;

  private final DataFolder folder;
  private final Replay replay;
  private final long position;
  private final CheckpointWriter writer;
  private final CheckpointFormat format;
  private final Iterator<Container> containers;
  private Iterator<Cell> cells = Collections.emptyIterator();
  private @Nullable FuzzyRowScan rows;

  FollowerCheckpoint(DataFolder folder, Directory directory, Replay replay, long position)
      throws IOException {
    this.folder = folder;
    this.replay = replay;
    this.position = position;
    replay.requireOneRowEach();
    this.writer = folder.checkpoints().beginApart(position);
    this.format = new CheckpointFormat(folder.application(), writer);
    this.containers = directory.containers().iterator();
    format.application();
  }

  /** Returns the position up to which the log is contained. */
  public long position() {
    return position;
  }

  /** Writes a piece; true once all is written, so that {@link #commit} may follow. */
  public boolean step() throws IOException {
    for (int i = 0; i < ACTORS_PER_STEP; i += rows == null ? 1 : ACTORS_PER_PIECE) {
      if (!next()) {
        finish();
        return true;
      }
    }
    return false;
  }

  /** Writes an actor, or a piece of the rows of the one before; returns false at the end. */
  private boolean next() throws IOException {
    if (rows != null) {
      if (format.rows(rows)) {
        return true;
      }
      rows = null;
    }
    while (!cells.hasNext()) {
      if (!containers.hasNext()) {
        return false;
      }
      cells = containers.next().actors().iterator();
    }
    Cell cell = cells.next();
    rows = format.actor(cell, replay.unsettled().get(cell.id()));
    return true;
  }

  private void finish() throws IOException {
    for (PreparedBranch branch : replay.inDoubt()) {
      format.prepared(branch);
    }
    for (Unfinished machine : replay.unfinished()) {
      format.unfinished(machine);
    }
    format.resolutions(folder.resolutions());
    format.relied(folder.reliedOn());
    format.outcomes(folder.outcomes());
    format.keys(folder.keys());
  }

  /** Makes the checkpoint durable and the newest: the log must have all that it contains. */
  public void commit() throws IOException {
    writer.commit();
    folder.truncateBefore(position);
  }

  /** Gives the checkpoint up, unless it is complete. */
  @Override
  public void close() throws IOException {
    writer.close();
  }
}
