package tutti.lab.template;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tutti.engine.concurrency.BranchKey;
import tutti.engine.integrated.ItemStore;
import tutti.engine.runtime.Latch;
import tutti.model.ActorId;

/**
 * The template of {@code docs/adding-a-protocol.md} for integrated protocols: items in the memory
 * of one process, which any number of hosts share. A commit compares the versions that were read
 * with the present ones.
 */
final class PlainItems implements ItemStore {
  private record Value(long version, byte[] bytes) {
    static final Value NONE = new Value(0, new byte[0]);
  }

  private final ConcurrentSkipListMap<ActorId, Value> items = new ConcurrentSkipListMap<>();

  /** Guards the comparison with the change after it. */
  private final Latch latch = new Latch();

  private Value value(ActorId item) {
    return items.getOrDefault(item, Value.NONE);
  }

  @Override
  public Access begin(ActorId first, @Nullable BranchKey attempt, long deadlineNanos) {
    return new PlainAccess();
  }

  @Override
  public void keys(
      String type,
      @Nullable String after,
      int most,
      long deadlineNanos,
      Consumer<List<String>> seen) {
    ActorId from = new ActorId(type, after == null ? "" : after);
    List<String> keys = new ArrayList<>();
    for (ActorId item : items.tailMap(from, after == null).keySet()) {
      if (!item.type().equals(type) || keys.size() == most) {
        break;
      }
      keys.add(item.key());
    }
    seen.accept(keys);
  }

  private final class PlainAccess implements Access {
    private final Map<ActorId, Long> read = new HashMap<>();

    @Override
    public void read(ActorId item, Consumer<byte[]> seen) {
      Value newest = value(item);
      read.put(item, newest.version());
      seen.accept(newest.bytes());
    }

    @Override
    public void commit(SortedMap<ActorId, byte[]> writes, Consumer<End> done) {
      latch.lock();
      End end;
      try {
        end = decide(writes);
      } finally {
        latch.unlock();
      }
      done.accept(end);
    }

    private End decide(SortedMap<ActorId, byte[]> writes) {
      for (Map.Entry<ActorId, Long> each : read.entrySet()) {
        if (value(each.getKey()).version() != each.getValue()) {
          return new End.Conflict(each.getKey(), "has changed it");
        }
      }
      writes.forEach((item, bytes) -> items.put(item, new Value(value(item).version() + 1, bytes)));
      return new End.Committed();
    }
  }
}
