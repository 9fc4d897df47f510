package tutti.engine.integrated;

import java.util.HashMap;
import java.util.Map;
import java.util.SortedMap;
import tutti.engine.replication.HostLog;
import tutti.model.ActorId;

/**
 * The sizes of the items that a host's replicas have in memory, record by record of its log: a log
 * has each item as often as it was written, and its memory once. Used by one thread.
 */
public abstract class ItemSizes implements HostLog.Integrated {
  /** The memory of an item beside its value and its key, about, in bytes. */
  private static final long OF_AN_ITEM = 96;

  /** The kinds of items that a shard has at a time. */
  private static final int KINDS = 2;

  private final Map<Integer, Items> shards = new HashMap<>();

  /** The items of one shard. */
  protected static final class Items {
    private final Map<ActorId, Long> sizes = new HashMap<>();
    private long bytes;

    /** Takes the new values of items; no bytes stand for an item that is not there any more. */
    public void put(SortedMap<ActorId, byte[]> values) {
      values.forEach((item, value) -> put(item, value.length));
    }

    /** Takes the new size of the value of an item, 0 for one that is not there any more. */
    public void put(ActorId item, long size) {
      long all = size == 0 ? 0 : size + item.key().length() + OF_AN_ITEM;
      Long before = size == 0 ? sizes.remove(item) : sizes.put(item, all);
      bytes += all - (before == null ? 0 : before);
    }

    /** Returns the bytes of all items, about. */
    public long bytes() {
      return bytes;
    }
  }

  /** Returns the items of a shard by what they are: those in use, or others that come. */
  protected final Items items(int shard, int kind) {
    return shards.computeIfAbsent(kind + KINDS * shard, _ -> new Items());
  }

  /** Puts the items of one kind in the place of those of another one, which are gone. */
  protected final void take(int shard, int from, int to) {
    Items taken = shards.remove(from + KINDS * shard);
    shards.put(to + KINDS * shard, taken == null ? new Items() : taken);
  }

  /** Drops the items of a kind. */
  protected final void drop(int shard, int kind) {
    shards.remove(kind + KINDS * shard);
  }

  /** Returns how many bytes there are now, about. */
  public long bytes() {
    return shards.values().stream().mapToLong(Items::bytes).sum();
  }
}
