package tutti.engine.recovery;

import java.io.IOException;
import java.util.Iterator;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tutti.engine.container.Container;
import tutti.engine.journal.CheckpointWriter;
import tutti.engine.journal.Journal;
import tutti.engine.runtime.FaultPoint;
import tutti.engine.runtime.Scheduler;
import tutti.engine.runtime.StepQueue;
import tutti.engine.storage.Cell;
import tutti.engine.transaction.record.CheckpointGate;
import tutti.engine.transaction.record.InProgress;
import tutti.engine.transaction.request.Directory;

/**
 * The maker of checkpoints: writes one whenever enough log has come since the last, and then
 * truncates the log before it. The checkpointer stops no transaction: each actor's latch is held
 * while that actor is copied, and no latch while rows are copied; the package's card explains why
 * that is right. Its work is short steps of one queue.
 *
 * <p>The order is what makes it right: note the log's end, the checkpoint's position; turn the gate
 * and wait until all that had entered before have left; walk the actors, then the transactions in
 * progress with other nodes, then the tables; wait until the log is durable up to the newest record
 * that the walk can have seen; complete the checkpoint; truncate.
 *
 * <p>No transaction stands still meanwhile, so the checkpoint is of no single moment, and need not
 * be:
 *
 * <ul>
 *   <li>A task that appends a record is inside the gate until memory shows its effects everywhere.
 *       So the walk's content includes every record before the position, and those need no replay.
 *   <li>Replay repeats every record after the position, in order, on the walk's content. All that
 *       has changed since the position was changed by such a record, and repeating a record that
 *       the walk had seen already has no effect: an effect is identified by its actor and position,
 *       a branch and a decision by their key, and the newest record of a key gives its status.
 *   <li>A branch that the walk found prepared, and that ended meanwhile, is ended again by its
 *       record. A branch that the walk did not find any more comes back whole, for its commit
 *       record repeats its vote. A branch that voted meanwhile votes again.
 *   <li>An abort record is appended before the branch releases its actors, as a commit record is:
 *       so no later record shows that earlier effects are decided while replay still holds the
 *       branch in doubt.
 *   <li>All that the walk can have seen is in the log before its end, and durable before the
 *       checkpoint counts: the checkpoint contains nothing that a crash took back.
 * </ul>
 */
public final class Checkpointer {
  private static final Logger LOG = LoggerFactory.getLogger(Checkpointer.class);
  private static final long GATE_POLL_NANOS = 200_000;
  private static final long RETRY_NANOS = 10_000_000_000L;
  private static final int ACTORS_PER_STEP = 256;

  /** The number of actors that take about as long as a piece of rows. */
  private static final int ACTORS_PER_PIECE = 128;

  private final DataFolder folder;
  private final Directory directory;
  private final CheckpointGate gate;
  private final InProgress inProgress;
  private final Scheduler scheduler;
  private final StepQueue queue;
  private final long everyBytes;
  private final AtomicBoolean running = new AtomicBoolean();
  private volatile long nextAt;
  private volatile long made;

  /** A step that waits for the checkpoint that is being made. */
  private volatile @Nullable Runnable then;

  /**
   * @param inProgress the transactions that have been begun with other nodes
   * @param everyBytes how much log there is between two checkpoints, about
   */
  public Checkpointer(
      DataFolder folder,
      Directory directory,
      CheckpointGate gate,
      InProgress inProgress,
      Scheduler scheduler,
      long everyBytes) {
    this.folder = folder;
    this.directory = directory;
    this.gate = gate;
    this.inProgress = inProgress;
    this.scheduler = scheduler;
    this.queue = scheduler.newStepQueue("checkpoint");
    this.everyBytes = everyBytes;
    this.nextAt = folder.checkpointed() + everyBytes;
  }

  /**
   * The log has grown to here. Called after every record: a comparison, no more. The call does
   * nothing before the folder is populated: while branches in doubt are decided, decisions are
   * finished.
   */
  public void grown(long end) {
    if ((end >= nextAt || scheduler.injects(FaultPoint.CHECKPOINT_NOW))
        && folder.populated()
        && running.compareAndSet(false, true)) {
      queue.step(this::begin);
    }
  }

  /**
   * Makes a checkpoint now, unless one is being made or none can be yet.
   *
   * @param then is called when it is complete; never if it is not made
   */
  public void now(Runnable then) {
    if (folder.populated() && running.compareAndSet(false, true)) {
      this.then = then;
      queue.step(this::begin);
    }
  }

  public long made() {
    return made;
  }

  private void begin() {
    if (folder.isDropped()) {
      return;
    }
    long position = folder.journal().end();
    if (gate.take()) {
      awaitGate(gate.turn(), position);
    } else {
      scheduler.after(GATE_POLL_NANOS, queue, this::begin);
    }
  }

  private void awaitGate(int phase, long position) {
    if (!gate.empty(phase)) {
      scheduler.after(GATE_POLL_NANOS, queue, () -> awaitGate(phase, position));
      return;
    }
    gate.giveBack();
    CheckpointWriter writer = null;
    try {
      writer = folder.checkpoints().begin(position);
      CheckpointFormat format = new CheckpointFormat(folder.application(), writer);
      format.application();
      new Walk(position, writer, format).step();
    } catch (IOException | RuntimeException | Error e) {
      failed(e, writer);
    }
  }

  /** One pass over all actors. */
  private final class Walk {
    private final long position;
    private final CheckpointWriter writer;
    private final CheckpointFormat format;
    private final Iterator<Container> containers = directory.containers().iterator();
    private @Nullable Container container;
    private @Nullable Iterator<Cell> cells;
    private @Nullable FuzzyRowScan rows;

    Walk(long position, CheckpointWriter writer, CheckpointFormat format) {
      this.position = position;
      this.writer = writer;
      this.format = format;
    }

    void step() {
      try {
        if (folder.isDropped()) {
          writer.close();
          return;
        }
        int atOnce = scheduler.injects(FaultPoint.CHECKPOINT_SLOW) ? 1 : ACTORS_PER_STEP;
        for (int i = 0; i < atOnce; i += rows == null ? 1 : ACTORS_PER_PIECE) {
          if (!next()) {
            format.inProgress(inProgress, position);
            format.resolutions(folder.resolutions());
            format.relied(folder.reliedOn());
            format.outcomes(folder.outcomes());
            format.keys(folder.keys());
            awaitDurable();
            return;
          }
        }
        queue.step(this::step);
      } catch (IOException | RuntimeException | Error e) {
        failed(e, writer);
      }
    }

    /** Writes an actor, or a piece of the rows of the one before; returns false at the end. */
    private boolean next() throws IOException {
      if (rows != null) {
        if (format.rows(rows)) {
          return true;
        }
        rows = null;
      }
      while (cells == null || !cells.hasNext()) {
        if (!containers.hasNext()) {
          return false;
        }
        container = containers.next();
        cells = container.actors().iterator();
      }
      if (container != null) {
        rows = format.actor(cells.next(), container.control());
      }
      return true;
    }

    private void awaitDurable() {
      Journal journal = folder.journal();
      journal.whenDurable(journal.end(), durable -> queue.step(() -> complete(durable)));
    }

    private void complete(boolean durable) {
      try {
        // Its actors may have gone in the middle of the walk, which has missed them then.
        if (!durable || folder.isDropped()) {
          writer.close();
          return;
        }
        writer.commit();
        made++;
        folder.truncateBefore(position);
        nextAt = position + everyBytes;
        Runnable waiting = then;
        then = null;
        running.set(false);
        if (waiting != null) {
          waiting.run();
        }
      } catch (IOException | RuntimeException | Error e) {
        failed(e, writer);
      }
    }
  }

  /**
   * The old checkpoint and the log are kept: no data is lost, but restart takes longer. Memory that
   * was short may be there again when it is tried the next time.
   */
  private void failed(Throwable cause, @Nullable CheckpointWriter writer) {
    LOG.warn("a checkpoint failed and will be tried again: {}", cause.toString());
    if (writer != null) {
      try {
        writer.close();
      } catch (IOException e) {
        LOG.warn("an unfinished checkpoint is left behind: {}", e.getMessage());
      }
    }
    if (!folder.isDropped()) {
      scheduler.after(RETRY_NANOS, queue, this::begin);
    }
  }
}
