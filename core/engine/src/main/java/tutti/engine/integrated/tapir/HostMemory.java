package tutti.engine.integrated.tapir;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tutti.engine.integrated.FoundItems;
import tutti.engine.integrated.ItemSizes;
import tutti.engine.replication.HostLog;
import tutti.model.ActorId;
import tutti.model.Decoder;
import tutti.protocol.integrated.LogPosition;
import tutti.protocol.integrated.tapir.DurableState;
import tutti.protocol.integrated.tapir.Part;
import tutti.protocol.integrated.tapir.Record;
import tutti.protocol.integrated.tapir.Timestamp;

/**
 * The memories of a host's replicas, as its log has them: it is given to {@link HostLog#open}, and
 * then to {@link TapirHost}. Used by one thread.
 */
public final class HostMemory implements FoundItems {
  /** The version of what was restored, below those of all transactions. */
  private static final Timestamp RESTORED = new Timestamp(1, 0);

  private final int self;
  private final boolean strict;
  private final Map<Integer, Found> replicas = new TreeMap<>();

  /** The records of one replica so far. */
  private static final class Found {
    private final DurableState memory;

    /** The oldest record that is needed. */
    private long oldest;

    /** The record with which the newest image began. */
    private long begun;

    /**
     * The reason why a record could not be taken, after which nothing of the state counts; else
     * null.
     */
    private @Nullable String broken;

    Found(DurableState memory, long first) {
      this.memory = memory;
      this.oldest = first;
      this.begun = first;
    }
  }

  /**
   * @param self the host's number
   * @param strict whether transactions are strictly serializable
   */
  public HostMemory(int self, boolean strict) {
    this.self = self;
    this.strict = strict;
  }

  /**
   * Writes a replica into a host's log that has the items of a backup, and has answered nothing.
   *
   * @param place the place in the configuration log at which the log begins
   */
  public static void restore(
      HostLog log, int shard, LogPosition place, SortedMap<ActorId, byte[]> items) {
    log.append(shard, new Record.Imaged(new DurableState(0).image(place))::encode);
    items.forEach(
        (item, value) -> {
          SortedMap<Timestamp, Part.Value> versions = new TreeMap<>();
          versions.put(RESTORED, new Part.Value(value));
          log.append(shard, new Record.Item(item, versions, Timestamp.NONE)::encode);
        });
    log.append(shard, new Record.Complete()::encode);
  }

  /** Reads a record. A record that its machine cannot take stops that replica only. */
  @Override
  public long found(int shard, long lsn, Decoder in) {
    Record fact = Record.decode(in);
    Found of =
        replicas.computeIfAbsent(shard, _ -> new Found(new DurableState(self, !strict), lsn));
    if (of.broken != null) {
      return of.oldest;
    }
    try {
      of.memory.add(fact);
    } catch (RuntimeException e) {
      of.broken = "record " + lsn + " of its log: " + e;
      return of.oldest;
    }
    if (fact instanceof Record.Imaged) {
      of.begun = lsn;
    } else if (fact instanceof Record.Complete) {
      of.oldest = of.begun;
    }
    return of.oldest;
  }

  @Override
  public ItemSizes giveUp() {
    replicas.clear();
    return new LoggedSizes();
  }

  @Override
  public List<Map.Entry<ActorId, byte[]>> values() {
    List<Map.Entry<ActorId, byte[]>> all = new ArrayList<>();
    for (Found each : replicas.values()) {
      all.addAll(each.memory.values());
      each.memory
          .record()
          .forEach(
              entry ->
                  entry
                      .part()
                      .writes()
                      .forEach((item, value) -> all.add(Map.entry(item, value.bytes()))));
    }
    return all;
  }

  /** Transactions are executed where they begin, and not in replicas. */
  @Override
  public boolean executesBefore(long version) {
    return false;
  }

  /**
   * Returns why the durable state of the replica of a shard could not be read; null if it was read.
   */
  @Nullable String broken(int shard) {
    Found found = replicas.get(shard);
    return found == null ? null : found.broken;
  }

  /** Returns the memory of the replica of a shard, blank if the log has none. */
  DurableState memory(int shard) {
    Found found = replicas.get(shard);
    return found == null ? new DurableState(self, !strict) : found.memory;
  }
}
