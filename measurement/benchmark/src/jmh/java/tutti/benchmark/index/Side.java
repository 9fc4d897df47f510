package tutti.benchmark.index;

import java.util.Iterator;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import org.jspecify.annotations.Nullable;
import tutti.engine.storage.index.Cursor;
import tutti.engine.storage.index.NodeSet;
import tutti.engine.storage.index.OrderedIndex;
import tutti.model.Encoder;

/** An index from whole numbers, each to itself. */
interface Side {
  void insert(Long key);

  @Nullable Long get(long key);

  /** Goes through up to so many keys from one on, and returns the sum of those that it found. */
  long scan(long from, int limit);

  /**
   * @throws IllegalArgumentException if there is no such side
   */
  static Side make(String name) {
    return switch (name) {
      case "ordered" -> new Ordered();
      case "skip-list" -> new SkipList();
      case "hash" -> new Hash();
      default ->
          throw new IllegalArgumentException(
              "'" + name + "' is no side of this bench: ordered, skip-list or hash");
    };
  }

  /** The engine's index, as it is used: keys become bytes, and scans are noted. */
  final class Ordered implements Side {
    private static final byte[] NONE = {};

    private final OrderedIndex<Long> index = new OrderedIndex<>();
    private final NodeSet seen = new NodeSet();

    private static byte[] bytes(long key) {
      return new Encoder(Long.BYTES).putLong(key ^ Long.MIN_VALUE).toByteArray();
    }

    @Override
    public void insert(Long key) {
      index.insertIfAbsent(bytes(key), key, null);
    }

    @Override
    public @Nullable Long get(long key) {
      return index.get(bytes(key), null);
    }

    @Override
    public long scan(long from, int limit) {
      seen.clear();
      Cursor<Long> cursor = index.scan(bytes(from), NONE, false, seen);
      long sum = 0;
      for (int i = 0; i < limit && cursor.next(); i++) {
        sum += cursor.value();
      }
      return sum;
    }
  }

  /** The JDK's ordered map. */
  final class SkipList implements Side {
    private final ConcurrentSkipListMap<Long, Long> map = new ConcurrentSkipListMap<>();

    @Override
    public void insert(Long key) {
      map.putIfAbsent(key, key);
    }

    @Override
    public @Nullable Long get(long key) {
      return map.get(key);
    }

    @Override
    public long scan(long from, int limit) {
      Iterator<Long> values = map.tailMap(from, true).values().iterator();
      long sum = 0;
      for (int i = 0; i < limit && values.hasNext(); i++) {
        sum += values.next();
      }
      return sum;
    }
  }

  /** The JDK's hash table, which has no order. */
  final class Hash implements Side {
    private final ConcurrentHashMap<Long, Long> map = new ConcurrentHashMap<>();

    @Override
    public void insert(Long key) {
      map.putIfAbsent(key, key);
    }

    @Override
    public @Nullable Long get(long key) {
      return map.get(key);
    }

    @Override
    public long scan(long from, int limit) {
      throw new IllegalArgumentException("hash has no order to scan");
    }
  }
}
