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

  int size() {
    return items.size();
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

  /** The newest version of each item that has one, in their order. */
  List<Map.Entry<ActorId, byte[]>> values() {
    List<Map.Entry<ActorId, byte[]>> all = new ArrayList<>(items.size());
    for (Map.Entry<ActorId, Item> each : items.entrySet()) {
      NavigableMap<Timestamp, Part.Value> versions = each.getValue().versions();
      if (!versions.isEmpty()) {
        all.add(Map.entry(each.getKey(), versions.lastEntry().getValue().bytes()));
      }
    }
    return all;
  }

  /** The oldest version above that one; null if there is none. */
  @Nullable Timestamp after(ActorId name, Timestamp version) {
    return item(name).versions().higherKey(version);
  }

  /** The highest timestamp of a committed transaction that read the item. */
  Timestamp lastRead(ActorId name) {
    return item(name).read();
  }

  /** The items after that one, in their order, until they have so many bytes. */
  List<Fact.Item> items(@Nullable ActorId after, int mostBytes) {
    List<Fact.Item> all = new ArrayList<>();
    long bytes = 0;
    SortedMap<ActorId, Item> left = after == null ? items : items.tailMap(after);
    for (Map.Entry<ActorId, Item> each : left.entrySet()) {
      ActorId name = each.getKey();
      if (name.equals(after)) {
        continue;
      }
      if (bytes >= mostBytes) {
        break;
      }
      Item item = each.getValue();
      all.add(new Fact.Item(name, item.versions(), item.read()));
      bytes += Part.bytes(name);
      for (Part.Value value : item.versions().values()) {
        bytes += Part.VERSION_BYTES + value.bytes().length;
      }
    }
    return all;
  }

  /** Adds versions that are executed elsewhere, or were here. */
  void add(Fact.Item known, Timestamp floor) {
    Item before = item(known.name());
    NavigableMap<Timestamp, Part.Value> versions = new TreeMap<>(before.versions());
    versions.putAll(known.versions());
    letGo(versions, floor);
    items.put(known.name(), new Item(versions, Timestamp.max(before.read(), known.read())));
  }

  private static void letGo(NavigableMap<Timestamp, Part.Value> versions, Timestamp floor) {
    Timestamp kept = versions.floorKey(floor);
    if (kept != null) {
      versions.headMap(kept, false).clear();
    }
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
              letGo(versions, floor);
              items.put(name, new Item(versions, before.read()));
            });
  }
}
