package tutti.engine.integrated.tapir;

import java.util.List;
import org.jspecify.annotations.Nullable;
import tutti.engine.integrated.ReplicaImages;
import tutti.model.ActorId;
import tutti.protocol.integrated.LogPosition;
import tutti.protocol.integrated.tapir.Record;

/**
 * The durable state of a replica, as its images in the host's log contain it. When an image is
 * complete, the log before it may be truncated, including that of the shard's configuration log.
 * Confined to the host's queue of machines.
 */
final class ShardImages implements ReplicaImages.Memory {
  private final ShardDriver driver;

  ShardImages(ShardDriver driver) {
    this.driver = driver;
  }

  @Override
  public long begin() {
    LogPosition place = driver.configurationLog().imageBegins();
    return driver.append(new Record.Imaged(driver.machine().memory().image(place)));
  }

  @Override
  public ReplicaImages.Piece next(@Nullable ActorId after) {
    List<Record.Item> items = driver.machine().memory().items(after, ReplicaImages.PIECE_BYTES);
    long lsn = 0;
    for (Record.Item item : items) {
      lsn = driver.append(item);
    }
    return new ReplicaImages.Piece(items.isEmpty() ? null : items.getLast().name(), lsn);
  }

  @Override
  public long end() {
    return driver.append(new Record.Complete());
  }

  @Override
  public void completed() {
    driver.configurationLog().imageIsDurable();
  }

  @Override
  public void later(Runnable step) {
    driver.step(step);
  }
}
