package tutti.engine.integrated.tapir;

import java.util.Map;
import java.util.TreeMap;
import tutti.engine.replication.HostLog;
import tutti.model.Decoder;
import tutti.protocol.integrated.tapir.Kept;

/**
 * The memories of a host's replicas, as its log has them: it is given to {@link HostLog#open}, and
 * then to {@link TapirHost}. Used by one thread.
 */
public final class HostMemory implements HostLog.Integrated {
  private final int self;
  private final Map<Integer, Kept> memories = new TreeMap<>();

  /**
   * @param self the host's number
   */
  public HostMemory(int self) {
    this.self = self;
  }

  @Override
  public void found(int shard, Decoder in) {
    memory(shard).add(in);
  }

  /** Returns the memory of the replica of a shard, blank if the log has none. */
  Kept memory(int shard) {
    return memories.computeIfAbsent(shard, _ -> new Kept(self));
  }
}
