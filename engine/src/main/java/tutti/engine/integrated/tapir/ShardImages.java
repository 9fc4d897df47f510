package tutti.engine.integrated.tapir;

import java.util.List;
import org.jspecify.annotations.Nullable;
import tutti.engine.integrated.ReplicaImages;
import tutti.engine.replication.ReplicaHost;
import tutti.model.ActorId;
import tutti.protocol.integrated.tapir.Fact;
import tutti.protocol.integrated.tapir.Place;

/**
 * The memory of a replica, as its images in the host's log have it: what stands before an image
 * that is complete is let go, also in the shard's register. Confined to the host's queue of
 * machines.
 */
final class ShardImages implements ReplicaImages.Memory {
  private final ShardDriver driver;
  private final ReplicaHost registers;

  /** The place that the image reaches which is being written. */
  private Place place;

  /** The place that the image before reaches: replicas that lag find the register's log behind. */
  private Place before;

  ShardImages(ShardDriver driver, ReplicaHost registers) {
    this.driver = driver;
    this.registers = registers;
    this.before = driver.machine().memory().place();
    this.place = before;
  }

  @Override
  public long begin() {
    place = driver.place();
    return driver.append(new Fact.Imaged(driver.machine().memory().image(place)));
  }

  @Override
  public ReplicaImages.Piece next(@Nullable ActorId after) {
    List<Fact.Item> items = driver.machine().memory().items(after, ReplicaImages.PIECE_BYTES);
    long lsn = 0;
    for (Fact.Item item : items) {
      lsn = driver.append(item);
    }
    return new ReplicaImages.Piece(items.isEmpty() ? null : items.getLast().name(), lsn);
  }

  @Override
  public long end() {
    return driver.append(new Fact.Complete());
  }

  @Override
  public void completed() {
    registers.released(driver.shard(), before.mark().position());
    before = place;
  }

  @Override
  public void later(Runnable step) {
    driver.step(step);
  }
}
