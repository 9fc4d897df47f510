package tutti.protocol.integrated.tapir;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tutti.model.ActorId;

/**
 * The versions of a shard's items, as far as transactions are executed. A store can lie over
 * another one, which then is only read. Confined to one thread.
 */
final class Store {

  /**
   * An item: its versions, and the highest timestamp of a committed transaction that read it.
   *
   * @param image the number of the newest image that had begun when it was changed
   */
  private record Item(NavigableMap<Timestamp, Part.Value> versions, Timestamp read, int image) {
    static final Item BLANK = new Item(new TreeMap<>(), Timestamp.NONE, 0);

    /** Whether the item is not there: no version has bytes, or the newest one has none. */
    boolean isBlank() {
      return versions.isEmpty() || versions.lastEntry().getValue().bytes().length == 0;
    }

    /** Whether no transaction above that timestamp has read or written it. */
    boolean endsBy(Timestamp floor) {
      return !floor.isBelow(read) && (versions.isEmpty() || !floor.isBelow(versions.lastKey()));
    }
  }

  private final @Nullable Store below;
  private final SortedMap<ActorId, Item> items = new TreeMap<>();

  /** All items that are not there, and perhaps some that are there again. */
  private final Set<ActorId> blank = new HashSet<>();

  /** The number of images that have begun in the records of which the store is made. */
  private int images;

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

  private void put(ActorId name, NavigableMap<Timestamp, Part.Value> versions, Timestamp read) {
    Item item = new Item(versions, read, images);
    items.put(name, item);
    if (item.isBlank()) {
      blank.add(name);
    }
  }

  /** An image begins: from now on its items come, each once, between other records. */
  void imageBegins() {
    images++;
  }

  /**
   * Ends an image, all of whose items have come. An item that is not among them, and was not
   * changed since the image began, was written before it and had been removed.
   */
  void imageEnds() {
    items.values().removeIf(item -> item.image() < images);
  }

  int size() {
    return items.size();
  }

  /** The newest version; {@link Timestamp#NONE} if there is none. */
  Timestamp newest(ActorId name) {
    NavigableMap<Timestamp, Part.Value> versions = item(name).versions();
    return versions.isEmpty() ? Timestamp.NONE : versions.lastKey();
  }

  /**
   * Returns at most {@code most} keys of a type's items that were written, after the key {@code
   * after}, in their order.
   */
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

  /**
   * Returns the items after {@code after}, in their order, until they have {@code mostBytes} bytes.
   */
  List<Record.Item> items(@Nullable ActorId after, int mostBytes) {
    List<Record.Item> all = new ArrayList<>();
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
      all.add(new Record.Item(name, item.versions(), item.read()));
      bytes += Part.bytes(name);
      for (Part.Value value : item.versions().values()) {
        bytes += Part.VERSION_BYTES + value.bytes().length;
      }
    }
    return all;
  }

  /** Adds versions that are executed elsewhere, or were here. */
  void add(Record.Item known, Timestamp floor) {
    Item before = item(known.name());
    NavigableMap<Timestamp, Part.Value> versions = new TreeMap<>(before.versions());
    versions.putAll(known.versions());
    letGo(versions, floor);
    put(known.name(), versions, Timestamp.max(before.read(), known.read()));
  }

  /** Returns whether the item has exactly this version. Later versions do not count. */
  boolean has(ActorId name, Timestamp version) {
    return item(name).versions().containsKey(version);
  }

  /**
   * Removes the items that are not there and that no transaction above that timestamp has read or
   * written. A transaction that finds none of it finds what it would have found.
   */
  void letGoOfBlank(Timestamp floor) {
    blank.removeIf(
        name -> {
          Item item = item(name);
          boolean gone = item.isBlank() && item.endsBy(floor);
          if (gone) {
            items.remove(name);
          }
          return gone || !item.isBlank();
        });
  }

  /**
   * Returns the items between two names that have a version up to {@code floor} and are not among
   * {@code there}. If {@code there} is all that another store has between the names, these are the
   * items that it has removed.
   *
   * @param after the name before the first one; null for all from the first on
   * @param last the last name; null for all to the end
   */
  List<ActorId> missing(
      @Nullable ActorId after, @Nullable ActorId last, List<Record.Item> there, Timestamp floor) {
    Set<ActorId> known = new HashSet<>();
    for (Record.Item item : there) {
      if (!item.versions().headMap(floor).isEmpty() || item.versions().containsKey(floor)) {
        known.add(item.name());
      }
    }
    List<ActorId> missing = new ArrayList<>();
    for (Map.Entry<ActorId, Item> each :
        (after == null ? items : items.tailMap(after)).entrySet()) {
      ActorId name = each.getKey();
      if (last != null && last.compareTo(name) < 0) {
        break;
      }
      boolean has = each.getValue().versions().floorKey(floor) != null;
      if (has && !name.equals(after) && !known.contains(name)) {
        missing.add(name);
      }
    }
    return missing;
  }

  /**
   * Removes the versions of an item up to {@code floor}, and the item itself if nothing else is
   * left.
   */
  void letGo(ActorId name, Timestamp floor) {
    Item before = item(name);
    NavigableMap<Timestamp, Part.Value> versions =
        new TreeMap<>(before.versions().tailMap(floor, false));
    put(name, versions, before.read());
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
      if (!part.writes().containsKey(name)) {
        Item before = item(name);
        put(name, before.versions(), Timestamp.max(before.read(), id));
      }
    }
    part.writes()
        .forEach(
            (name, value) -> {
              Item before = item(name);
              NavigableMap<Timestamp, Part.Value> versions = new TreeMap<>(before.versions());
              versions.put(id, value);
              letGo(versions, floor);
              boolean reads = part.reads().containsKey(name);
              put(name, versions, reads ? Timestamp.max(before.read(), id) : before.read());
            });
  }
}
