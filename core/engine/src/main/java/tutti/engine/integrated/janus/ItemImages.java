package tutti.engine.integrated.janus;

import org.jspecify.annotations.Nullable;
import tutti.engine.integrated.ReplicaImages;
import tutti.model.ActorId;
import tutti.protocol.integrated.LogPosition;
import tutti.protocol.integrated.janus.Record;

/**
 * The durable state of a replica, as its images in the host's log contain it: the facts of its
 * machine at one moment, and then its items, each as it is when it is written. Each record of an
 * execution in between contains the values that it has written, so that the state which a start
 * reads is that of the last record. Confined to the host's queue of machines.
 */
final class ItemImages implements ReplicaImages.Memory {
  private final ReplicaDriver driver;

  ItemImages(ReplicaDriver driver) {
    this.driver = driver;
  }

  @Override
  public long begin() {
    LogPosition place = driver.configurationLog().imageBegins();
    long begun = driver.append(out -> HostMemory.image(place, out));
    for (Record fact : driver.kept().image()) {
      driver.append(out -> HostMemory.imaged(fact, out));
    }
    driver.appendEnds();
    driver.append(HostMemory::imagedFacts);
    return begun;
  }

  @Override
  public ReplicaImages.Piece next(@Nullable ActorId after) {
    Values.Piece piece = Values.piece(driver.behind(after));
    ActorId last = piece.last();
    return new ReplicaImages.Piece(
        last, last == null ? 0 : driver.append(out -> HostMemory.imaged(piece.values(), out)));
  }

  @Override
  public long end() {
    return driver.append(HostMemory::complete);
  }

  @Override
  public void completed() {
    driver.configurationLog().imageIsDurable();
  }

  @Override
  public void later(Runnable step) {
    driver.later(step);
  }
}
