package tutti.engine.integrated.tapir;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tutti.engine.integrated.ClientDeadline;
import tutti.engine.integrated.ReplicaImages;
import tutti.engine.integrated.expiry.KeySweeper;
import tutti.model.ActorId;
import tutti.protocol.integrated.tapir.DurableState;
import tutti.protocol.integrated.tapir.Part;
import tutti.protocol.integrated.tapir.Record;
import tutti.protocol.integrated.tapir.Timestamp;

/**
 * The idempotency keys of a replica. A transaction forgets them by writing new versions without
 * bytes, if the versions that the replica has are the newest. Confined to the host's queue of
 * machines.
 */
final class ReplicaKeys implements KeySweeper.Keys {
  private static final Part.Value NONE = new Part.Value(new byte[0]);

  private final ShardDriver driver;
  private final TapirHost host;

  ReplicaKeys(ShardDriver driver, TapirHost host) {
    this.driver = driver;
    this.host = host;
  }

  private DurableState memory() {
    return driver.machine().memory();
  }

  @Override
  public boolean isWhole() {
    return memory().acts();
  }

  @Override
  public SortedMap<ActorId, byte[]> behind(ActorId item) {
    SortedMap<ActorId, byte[]> values = new TreeMap<>();
    for (Record.Item each : memory().items(item, ReplicaImages.PIECE_BYTES)) {
      values.put(each.name(), value(each.name()));
    }
    return values;
  }

  private byte[] value(ActorId item) {
    Part.@Nullable Value value = memory().value(item);
    return value == null ? NONE.bytes() : value.bytes();
  }

  @Override
  public void forget(SortedSet<ActorId> keys, Instant before, Runnable ended) {
    SortedMap<ActorId, Timestamp> reads = new TreeMap<>();
    SortedMap<ActorId, Part.Value> writes = new TreeMap<>();
    for (ActorId key : keys) {
      if (KeySweeper.isOld(value(key), before)) {
        reads.put(key, memory().version(key));
        writes.put(key, NONE);
      }
    }
    if (reads.isEmpty()) {
      ended.run();
      return;
    }
    host.begin(
        List.of(driver.shard()),
        Map.of(driver.shard(), new Part(reads, writes)),
        null,
        ClientDeadline.NEVER,
        _ -> ended.run(),
        ended);
  }
}
