package tutti.engine.integrated;

import org.jspecify.annotations.Nullable;
import tutti.engine.replication.HostLog;
import tutti.model.ActorId;

/**
 * The images that a replica writes of its durable state into the host's log. When an image is
 * complete, the log before it may be truncated. An image is written piece by piece, between the
 * other records, so nothing waits for it. Confined to the host's queue of machines.
 */
public final class ReplicaImages {
  /** The bytes of a piece, about: no piece is written before the one before is durable. */
  public static final int PIECE_BYTES = 64 << 10;

  /**
   * The factor for images: an image is made once the log that the replica keeps from truncation is
   * this many times as long as the images of all replicas of the host would be, if they were all as
   * long as this one's last.
   */
  private static final long TIMES = 2;

  private final int shard;
  private final Memory memory;
  private final HostLog log;
  private final long afterBytes;

  /** The image that is being written. */
  private @Nullable Writing writing;

  /** The bytes of the last image that was complete. */
  private long size;

  private long made;

  /** The memory of a replica, which writes its images into the log. */
  public interface Memory {

    /** Begins an image with all but the items; returns the number of its last record so far. */
    long begin();

    /** Writes the items behind that one, about {@link #PIECE_BYTES} of them. */
    Piece next(@Nullable ActorId after);

    /** Ends the image; returns the number of its last record. */
    long end();

    /** The image is durable. */
    void completed();

    /** Runs a step later, on the queue of machines. May be called by any thread. */
    void later(Runnable step);
  }

  /**
   * Items that were written.
   *
   * @param last of them; null if there were none left
   * @param lsn the number of their last record
   */
  public record Piece(@Nullable ActorId last, long lsn) {}

  private static final class Writing {
    /** The number with which its first record begins, or one before it. */
    final long begun;

    private @Nullable ActorId last;

    Writing(long begun) {
      this.begun = begun;
    }
  }

  /**
   * @param afterBytes the size of the log after which an image is made, at the earliest
   */
  public ReplicaImages(int shard, Memory memory, HostLog log, long afterBytes) {
    this.shard = shard;
    this.memory = memory;
    this.log = log;
    this.afterBytes = afterBytes;
  }

  /** Returns how many images were completed. */
  public long made() {
    return made;
  }

  /**
   * Begins an image, if the replica keeps enough of the log from truncation.
   *
   * @param replicas the number of the host's replicas
   * @param must whether an image is needed anyway, since a configuration log has too much in memory
   */
  public void look(int replicas, boolean must) {
    long least = Math.max(afterBytes, TIMES * replicas * size);
    if (writing == null && (must || log.heldByIntegrated(shard) > least)) {
      begin();
    }
  }

  /** Begins an image, in place of one that is being written. */
  public void begin() {
    Writing begins = new Writing(log.next());
    writing = begins;
    goOn(begins, memory.begin());
  }

  /** Gives the image up that is being written. */
  public void giveUp() {
    writing = null;
  }

  private void goOn(Writing it, long behind) {
    whenDurable(it, behind, () -> next(it));
  }

  private void whenDurable(Writing it, long lsn, Runnable step) {
    log.whenDurable(
        lsn,
        durable ->
            memory.later(
                () -> {
                  if (durable && writing == it) {
                    step.run();
                  }
                }));
  }

  private void next(Writing it) {
    Piece piece = memory.next(it.last);
    if (piece.last() != null) {
      it.last = piece.last();
      goOn(it, piece.lsn());
    } else {
      long lsn = memory.end();
      whenDurable(it, lsn, () -> complete(it, lsn - it.begun));
    }
  }

  private void complete(Writing it, long bytes) {
    writing = null;
    made++;
    size = bytes;
    log.letGoOfIntegrated(shard, it.begun);
    memory.completed();
  }
}
