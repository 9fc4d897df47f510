package tutti.engine.integrated.tapir;

import java.util.List;
import org.jspecify.annotations.Nullable;
import tutti.engine.replication.HostLog;
import tutti.engine.replication.ReplicaHost;
import tutti.model.ActorId;
import tutti.protocol.integrated.tapir.Fact;
import tutti.protocol.integrated.tapir.Place;

/**
 * The images that a replica makes of its memory in the host's log: what stands before an image that
 * is complete is let go, there and in the shard's register. An image is written piece by piece,
 * between the other records, so nothing waits for it. Confined to the host's queue of machines.
 */
final class ShardImages {
  /** The bytes of a piece, about: no piece is written before the one before is durable. */
  static final int PIECE_BYTES = 64 << 10;

  /**
   * An image is made once the log that is held is so many times as long as the images of all
   * replicas of the host would be, if they were all as long as this one's last.
   */
  private static final long TIMES = 2;

  private final ShardDriver driver;
  private final ReplicaHost registers;
  private final HostLog log;
  private final long afterBytes;

  /** The image that is being written. */
  private @Nullable Writing writing;

  /** The bytes of the last image that was complete. */
  private long size;

  /** The place that the image before reaches: replicas that lag find the register's log behind. */
  private Place before;

  private long made;

  private static final class Writing {
    final Place place;
    final long begun;
    private @Nullable ActorId last;
    private long bytes;

    Writing(Place place, long begun) {
      this.place = place;
      this.begun = begun;
    }
  }

  /**
   * @param afterBytes an image is made after so much log, or more
   */
  ShardImages(ShardDriver driver, ReplicaHost registers, HostLog log, long afterBytes) {
    this.driver = driver;
    this.registers = registers;
    this.log = log;
    this.afterBytes = afterBytes;
    this.before = driver.machine().memory().place();
  }

  /** Returns how many images were completed. */
  long made() {
    return made;
  }

  /**
   * Begins an image, if the replica holds enough of the log.
   *
   * @param replicas how many the host has
   */
  void look(int replicas) {
    long least = Math.max(afterBytes, TIMES * replicas * size);
    if (writing == null && log.heldByIntegrated(driver.shard()) > least) {
      Place place = driver.place();
      long begun = driver.append(new Fact.Imaged(driver.machine().memory().image(place)));
      Writing begins = new Writing(place, begun);
      writing = begins;
      goOn(begins, begun);
    }
  }

  /** Gives the image up that is being written. */
  void giveUp() {
    writing = null;
  }

  private void goOn(Writing it, long behind) {
    log.whenDurable(
        behind,
        durable ->
            driver.step(
                () -> {
                  if (durable && writing == it) {
                    next(it);
                  }
                }));
  }

  private void next(Writing it) {
    List<Fact.Item> items = driver.machine().memory().items(it.last, PIECE_BYTES);
    if (items.isEmpty()) {
      long lsn = driver.append(new Fact.Complete());
      it.bytes = lsn - it.begun;
      log.whenDurable(
          lsn,
          durable ->
              driver.step(
                  () -> {
                    if (durable && writing == it) {
                      complete(it);
                    }
                  }));
      return;
    }
    long lsn = it.begun;
    for (Fact.Item item : items) {
      lsn = driver.append(item);
    }
    it.last = items.getLast().name();
    goOn(it, lsn);
  }

  private void complete(Writing it) {
    writing = null;
    made++;
    size = it.bytes;
    log.letGoOfIntegrated(driver.shard(), it.begun);
    registers.released(driver.shard(), before.mark().position());
    before = it.place;
  }
}
