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
import tutti.engine.runtime.Scheduler;
import tutti.engine.runtime.StepQueue;
import tutti.engine.storage.Cell;
import tutti.engine.transaction.CheckpointGate;
import tutti.engine.transaction.Directory;

/**
 * Writes a checkpoint whenever enough log has come since the last one, and lets the log before it
 * go. Stops nobody: each actor's latch is held while that one is copied. All in steps of one queue.
 *
 * <p>The order is what makes it right: note the log's end; turn the gate and wait until all who had
 * entered before have applied; walk the actors; wait until the log is durable up to what the walk
 * can have seen; complete the checkpoint; truncate.
 */
public final class Checkpointer {
  private static final Logger LOG = LoggerFactory.getLogger(Checkpointer.class);
  private static final long GATE_POLL_NANOS = 200_000;
  private static final long RETRY_NANOS = 10_000_000_000L;
  private static final int ACTORS_PER_STEP = 256;

  private final DataFolder folder;
  private final Directory directory;
  private final CheckpointGate gate;
  private final Scheduler scheduler;
  private final StepQueue queue;
  private final long everyBytes;
  private final AtomicBoolean running = new AtomicBoolean();
  private volatile long nextAt;
  private volatile long made;

  /**
   * @param everyBytes how much log there is between two checkpoints, about
   */
  public Checkpointer(
      DataFolder folder,
      Directory directory,
      CheckpointGate gate,
      Scheduler scheduler,
      long everyBytes) {
    this.folder = folder;
    this.directory = directory;
    this.gate = gate;
    this.scheduler = scheduler;
    this.queue = scheduler.newStepQueue("checkpoint");
    this.everyBytes = everyBytes;
    this.nextAt = folder.checkpointPosition() + everyBytes;
  }

  /** The log has grown to here. Called after every decision: a comparison, no more. */
  public void grown(long end) {
    if (end >= nextAt && running.compareAndSet(false, true)) {
      queue.step(this::begin);
    }
  }

  public long made() {
    return made;
  }

  private void begin() {
    long position = folder.journal().end();
    int phase = gate.turn();
    awaitGate(phase, position);
  }

  private void awaitGate(int phase, long position) {
    if (!gate.empty(phase)) {
      scheduler.after(GATE_POLL_NANOS, queue, () -> awaitGate(phase, position));
      return;
    }
    CheckpointWriter writer = null;
    try {
      writer = folder.checkpoints().begin(position);
      CheckpointFormat format = new CheckpointFormat(folder.application(), writer);
      format.application();
      new Walk(position, writer, format).step();
    } catch (IOException | RuntimeException e) {
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

    Walk(long position, CheckpointWriter writer, CheckpointFormat format) {
      this.position = position;
      this.writer = writer;
      this.format = format;
    }

    void step() {
      try {
        for (int i = 0; i < ACTORS_PER_STEP; i++) {
          if (!next()) {
            format.outcomes(folder.outcomes());
            format.keys(folder.keys());
            awaitDurable();
            return;
          }
        }
        queue.step(this::step);
      } catch (IOException | RuntimeException e) {
        failed(e, writer);
      }
    }

    private boolean next() throws IOException {
      while (cells == null || !cells.hasNext()) {
        if (!containers.hasNext()) {
          return false;
        }
        container = containers.next();
        cells = container.actors().iterator();
      }
      if (container != null) {
        format.actor(cells.next(), container.control());
      }
      return true;
    }

    private void awaitDurable() {
      Journal journal = folder.journal();
      journal.whenDurable(journal.end(), durable -> queue.step(() -> complete(durable)));
    }

    private void complete(boolean durable) {
      try {
        if (!durable) {
          writer.close();
          return;
        }
        writer.commit();
        made++;
        folder.journal().truncateBefore(position);
        nextAt = position + everyBytes;
        running.set(false);
      } catch (IOException | RuntimeException e) {
        failed(e, writer);
      }
    }
  }

  /** The old checkpoint and the log stand: nothing is lost, only restart takes longer. */
  private void failed(Exception cause, @Nullable CheckpointWriter writer) {
    LOG.warn("a checkpoint failed and will be tried again: {}", cause.toString());
    if (writer != null) {
      try {
        writer.close();
      } catch (IOException e) {
        LOG.warn("an unfinished checkpoint is left behind: {}", e.getMessage());
      }
    }
    scheduler.after(RETRY_NANOS, queue, this::begin);
  }
}
