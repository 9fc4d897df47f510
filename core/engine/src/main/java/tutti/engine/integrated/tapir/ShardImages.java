package tutti.engine.integrated.tapir;

import java.util.List;
import org.jspecify.annotations.Nullable;
import tutti.engine.integrated.ReplicaImages;
import tutti.model.ActorId;
import tutti.protocol.integrated.Place;
import tutti.protocol.integrated.tapir.Fact;

/**
 * The memory of a replica, as its images in the host's log have it: what stands before an image
 * that is complete is let go, also in the shard's register. Confined to the host's queue of
 * machines.
 */
final class ShardImages implements ReplicaImages.Memory {
  private final ShardDriver driver;

  ShardImages(ShardDriver driver) {
    this.driver = driver;
  }

  @Override
  public long begin() {
    Place place = driver.register().imageBegins();
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
    driver.register().imageIsDurable();
  }

  @Override
  public void later(Runnable step) {
    driver.step(step);
  }
}
