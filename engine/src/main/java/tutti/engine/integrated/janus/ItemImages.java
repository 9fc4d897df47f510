package tutti.engine.integrated.janus;

import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tutti.engine.integrated.ReplicaImages;
import tutti.engine.replication.HostLog;
import tutti.model.ActorId;
import tutti.protocol.integrated.janus.Fact;

/**
 * The memory of a replica, as its images in the host's log have it: the facts of its machine at one
 * moment, and then its items, each as it is when it is written. Each record of an execution that
 * stands between has its writes before it, so what is read is the memory of the last record.
 * Confined to the host's queue of machines.
 */
final class ItemImages implements ReplicaImages.Memory {
  private final int shard;
  private final ReplicaDriver driver;
  private final HostLog log;

  ItemImages(int shard, ReplicaDriver driver, HostLog log) {
    this.shard = shard;
    this.driver = driver;
    this.log = log;
  }

  @Override
  public long begin() {
    long begun = log.append(shard, HostMemory::image);
    for (Fact fact : driver.machine().kept().image()) {
      log.append(shard, out -> HostMemory.imaged(fact, out));
    }
    log.append(shard, HostMemory::imagedFacts);
    return begun;
  }

  @Override
  public ReplicaImages.Piece next(@Nullable ActorId after) {
    SortedMap<ActorId, byte[]> piece = new TreeMap<>();
    ActorId last = null;
    int bytes = 0;
    for (Map.Entry<ActorId, byte[]> each : driver.behind(after).entrySet()) {
      if (bytes >= ReplicaImages.PIECE_BYTES) {
        break;
      }
      last = each.getKey();
      bytes += last.type().length() + last.key().length() + each.getValue().length;
      if (each.getValue().length > 0) {
        piece.put(last, each.getValue());
      }
    }
    long lsn = last == null ? 0 : log.append(shard, out -> HostMemory.imaged(piece, out));
    return new ReplicaImages.Piece(last, lsn);
  }

  @Override
  public long end() {
    return log.append(shard, HostMemory::complete);
  }

  @Override
  public void completed() {}

  @Override
  public void later(Runnable step) {
    driver.later(step);
  }
}
