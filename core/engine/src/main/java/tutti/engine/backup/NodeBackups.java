package tutti.engine.backup;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tutti.engine.journal.Journal;
import tutti.engine.recovery.DataFolder;
import tutti.engine.recovery.FolderCopy;
import tutti.engine.runtime.Scheduler;
import tutti.engine.runtime.StepQueue;

/**
 * A node's part in backups (see the package's card). Its work is done in steps of one queue, which
 * may wait for the disk; answers come from there, or from the log's flusher.
 */
public final class NodeBackups {
  private static final Logger LOG = LoggerFactory.getLogger(NodeBackups.class);

  /** The longest time for which a log is held unless all nodes say that they hold theirs. */
  public static final long HOLD_NANOS = 2_000_000_000L;

  private static final int ENDED_KNOWN = 64;

  /** The time after which an unread copy is removed. */
  public static final long KEEP_NANOS = 60_000_000_000L;

  /** The longest piece that is read at once: messages between nodes wait behind it. */
  public static final int PIECE_BYTES = 256 << 10;

  private final int node;
  private final DataFolder folder;
  private final LongSupplier actors;
  private final Scheduler scheduler;
  private final long holdNanos;
  private final StepQueue queue;
  private final Map<String, Copy> copies = new TreeMap<>();

  /** The ended backups, newest last: a late request for one of them holds no log. */
  private final ArrayDeque<String> ended = new ArrayDeque<>();

  /** The value that was asked for, or the reason why there is none. */
  public sealed interface Result<T> {
    record Good<T>(T value) implements Result<T> {}

    /** A failure: a stable code, and the reason in words for a person. */
    record Failed<T>(String code, String why) implements Result<T> {}
  }

  /** One backup's copy here. */
  private static final class Copy {
    final FolderCopy files;
    final long actors;
    boolean holds = true;
    long lastUse;
    @Nullable NodeCopy opened;

    Copy(FolderCopy files, long actors, long now) {
      this.files = files;
      this.actors = actors;
      this.lastUse = now;
    }
  }

  /**
   * @param actors counts those in memory
   * @param holdNanos the longest hold, in nanoseconds; at most {@link #HOLD_NANOS}
   */
  public NodeBackups(
      int node, DataFolder folder, LongSupplier actors, Scheduler scheduler, long holdNanos) {
    this.holdNanos = holdNanos;
    this.node = node;
    this.folder = folder;
    this.actors = actors;
    this.scheduler = scheduler;
    this.queue = scheduler.newStepQueue("backup");
  }

  /** Cuts here, and acknowledges no later record until {@link #letGo}, or for the longest hold. */
  public void hold(String backup, Consumer<Result<Boolean>> done) {
    queue.step(() -> done.accept(hold(backup)));
  }

  private Result<Boolean> hold(String backup) {
    Copy known = copies.get(backup);
    if (known != null) {
      // Asked again: the answer was lost.
      return known.holds ? new Result.Good<>(true) : lost(backup);
    }
    if (ended.contains(backup)) {
      return lost(backup);
    }
    if (copies.values().stream().anyMatch(copy -> copy.holds)) {
      return new Result.Failed<>("backup-busy", "another backup is beginning just now; try again");
    }
    try {
      Copy copy = new Copy(folder.copy(), actors.getAsLong(), scheduler.nanos());
      copies.put(backup, copy);
      scheduler.after(holdNanos, queue, () -> heldTooLong(backup, copy));
      scheduler.after(KEEP_NANOS, queue, () -> look(backup, copy));
      return new Result.Good<>(true);
    } catch (RuntimeException e) {
      LOG.warn("a backup could not begin", e);
      return new Result.Failed<>("backup-failed", String.valueOf(e.getMessage()));
    }
  }

  private void heldTooLong(String backup, Copy copy) {
    if (copy.holds) {
      LOG.warn("backup {} is given up: its other nodes did not answer in time", backup);
      drop(backup);
    }
  }

  private void look(String backup, Copy copy) {
    if (copies.get(backup) != copy) {
      return;
    }
    long left = copy.lastUse + KEEP_NANOS - scheduler.nanos();
    if (left <= 0) {
      LOG.warn("backup {} is given up: nobody has read it for a while", backup);
      drop(backup);
    } else {
      scheduler.after(left, queue, () -> look(backup, copy));
    }
  }

  /**
   * Permits the acknowledgement of later records again, and the truncation of the log, once all
   * nodes hold their copies. The result is the readable copy, once it is durable; it is a failure
   * if a later record was acknowledged before this call.
   */
  public void letGo(String backup, Consumer<Result<NodeCopy>> done) {
    queue.step(
        () -> {
          Copy copy = copies.get(backup);
          if (copy == null) {
            done.accept(lost(backup));
            return;
          }
          boolean heldUntilNow = !copy.holds || copy.files.letGo();
          copy.holds = false;
          if (!heldUntilNow) {
            drop(backup);
            done.accept(lost(backup));
            return;
          }
          awaitDurable(backup, copy, done);
        });
  }

  private void awaitDurable(String backup, Copy copy, Consumer<Result<NodeCopy>> done) {
    Journal journal = folder.journal();
    // Nobody else has led the shard, and told more, before all nodes had held.
    journal.whenCurrent(
        copy.files.cut(),
        current -> {
          if (current) {
            copy.files.gather(() -> queue.step(() -> done.accept(open(copy))));
          } else {
            queue.step(
                () -> {
                  drop(backup);
                  done.accept(lost(backup));
                });
          }
        });
  }

  private Result<NodeCopy> open(Copy copy) {
    try {
      copy.lastUse = scheduler.nanos();
      NodeCopy opened = copy.opened;
      if (opened == null) {
        opened =
            new NodeCopy(
                node, folder.incarnation(), copy.files.cut(), copy.actors, copy.files.open());
        copy.opened = opened;
      }
      return new Result.Good<>(opened);
    } catch (IOException | RuntimeException e) {
      return failed(e);
    }
  }

  /**
   * Reads a piece of a file from {@code at} on: at most {@link #PIECE_BYTES} bytes, and none at its
   * end.
   */
  public void read(String backup, String file, long at, Consumer<Result<byte[]>> done) {
    queue.step(() -> done.accept(read(backup, file, at)));
  }

  private Result<byte[]> read(String backup, String file, long at) {
    Copy copy = copies.get(backup);
    if (copy == null || copy.opened == null) {
      return lost(backup);
    }
    String lacks = copy.opened.lacks(file);
    if (lacks != null) {
      return new Result.Failed<>(NodeCopy.NO_FILE, lacks);
    }
    try {
      copy.lastUse = scheduler.nanos();
      ByteBuffer into = ByteBuffer.allocate(PIECE_BYTES);
      copy.files.read(file, at, into);
      return new Result.Good<>(Arrays.copyOf(into.array(), into.position()));
    } catch (IOException | RuntimeException e) {
      return failed(e);
    }
  }

  /** Gives a copy up; no error if there is none. */
  public void end(String backup, Runnable done) {
    queue.step(
        () -> {
          drop(backup);
          done.run();
        });
  }

  private void drop(String backup) {
    Copy copy = copies.remove(backup);
    if (!ended.contains(backup)) {
      ended.add(backup);
    }
    if (ended.size() > ENDED_KNOWN) {
      ended.remove();
    }
    if (copy != null) {
      if (copy.holds) {
        copy.holds = false;
        copy.files.letGo();
      }
      copy.files.close();
    }
  }

  private static <T> Result<T> lost(String backup) {
    return new Result.Failed<>(
        "backup-unknown",
        "backup "
            + backup
            + " is not kept here: it has ended, was given up, or the node was restarted or does not"
            + " lead the shard any more; begin another one");
  }

  private static <T> Result<T> failed(Exception e) {
    LOG.warn("a backup failed", e);
    return new Result.Failed<>("backup-failed", "its files could not be read: " + e.getMessage());
  }
}
