package tutti.protocol.integrated.tapir;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tutti.model.ActorId;

/**
 * The versions of a shard's items, as far as transactions are executed. A store can lie over
 * another one, which then is only read. Confined to one thread.
 */
final class Store {

  /** An item: its versions, and the highest timestamp of a committed transaction that read it. */
  private record Item(NavigableMap<Timestamp, Part.Value> versions, Timestamp read) {
    static final Item BLANK = new Item(new TreeMap<>(), Timestamp.NONE);
  }

  private final @Nullable Store below;
  private final SortedMap<ActorId, Item> items = new TreeMap<>();

  private Store(@Nullable Store below) {
    this.below = below;
  }

  static Store empty() {
    return new Store(null);
  }

  /** An empty store over this one. */
  Store overlay() {
    return new Store(this);
  }

  private Item item(ActorId name) {
    Item known = items.get(name);
    if (known != null) {
      return known;
    }
    return below == null ? Item.BLANK : below.item(name);
  }

  /** The newest version; {@link Timestamp#NONE} if there is none. */
  Timestamp newest(ActorId name) {
    NavigableMap<Timestamp, Part.Value> versions = item(name).versions();
    return versions.isEmpty() ? Timestamp.NONE : versions.lastKey();
  }

  /** The keys of a type's items that were written, after that one, in their order. */
  List<String> keys(String type, String after, int most) {
    List<String> keys = new ArrayList<>();
    for (Map.Entry<ActorId, Item> each : items.tailMap(new ActorId(type, after)).entrySet()) {
      ActorId name = each.getKey();
      if (!name.type().equals(type) || keys.size() == most) {
        break;
      }
      if (!name.key().equals(after) && !each.getValue().versions().isEmpty()) {
        keys.add(name.key());
      }
    }
    return keys;
  }

  /** The value of the newest version; null if there is none. */
  Part.@Nullable Value value(ActorId name) {
    Map.Entry<Timestamp, Part.Value> last = item(name).versions().lastEntry();
    return last == null ? null : last.getValue();
  }

  /** The oldest version above that one; null if there is none. */
  @Nullable Timestamp after(ActorId name, Timestamp version) {
    return item(name).versions().higherKey(version);
  }

  /** The highest timestamp of a committed transaction that read the item. */
  Timestamp lastRead(ActorId name) {
    return item(name).read();
  }

  /**
   * Executes a committed transaction; a second time changes nothing.
   *
   * @param floor transactions that are not executed yet are above it, so of the versions up to it
   *     only the newest is kept
   */
  void execute(Timestamp id, Part part, Timestamp floor) {
    for (ActorId name : part.reads().keySet()) {
      Item before = item(name);
      items.put(name, new Item(before.versions(), Timestamp.max(before.read(), id)));
    }
    part.writes()
        .forEach(
            (name, value) -> {
              Item before = item(name);
              NavigableMap<Timestamp, Part.Value> versions = new TreeMap<>(before.versions());
              versions.put(id, value);
              Timestamp kept = versions.floorKey(floor);
              if (kept != null) {
                versions.headMap(kept, false).clear();
              }
              items.put(name, new Item(versions, before.read()));
            });
  }
}
