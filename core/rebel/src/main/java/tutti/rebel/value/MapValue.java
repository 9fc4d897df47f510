package tutti.rebel.value;

import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** An immutable map, kept in the canonical order of its keys ({@link Values#compare}). */
public final class MapValue implements Comparable<MapValue> {
  public static final MapValue EMPTY = new MapValue(new Object[0], new Object[0]);

  private final Object[] keys;
  private final Object[] values;

  private MapValue(Object[] keys, Object[] values) {
    this.keys = keys;
    this.values = values;
  }

  public static MapValue of(Map<?, ?> entries) {
    TreeMap<Object, Object> sorted = new TreeMap<>(Values::compare);
    sorted.putAll(entries);
    return new MapValue(sorted.keySet().toArray(), sorted.values().toArray());
  }

  /**
   * Makes a map of keys that are strictly ascending already, with their values, and owns both
   * arrays.
   */
  public static MapValue ofAscending(Object[] keys, Object[] values) {
    return new MapValue(keys, values);
  }

  public int size() {
    return keys.length;
  }

  public Object key(int index) {
    return keys[index];
  }

  public Object value(int index) {
    return values[index];
  }

  /** The value at a key, or null. */
  public @Nullable Object get(Object key) {
    int index = Arrays.binarySearch(keys, key, Values::compare);
    return index < 0 ? null : values[index];
  }

  public boolean containsKey(Object key) {
    return Arrays.binarySearch(keys, key, Values::compare) >= 0;
  }

  /** Returns this map with that entry, which replaces the entry of its key. */
  public MapValue with(Object key, Object value) {
    int index = Arrays.binarySearch(keys, key, Values::compare);
    if (index >= 0) {
      Object[] changed = values.clone();
      changed[index] = value;
      return new MapValue(keys, changed);
    }
    return new MapValue(inserted(keys, -index - 1, key), inserted(values, -index - 1, value));
  }

  private static Object[] inserted(Object[] array, int at, Object element) {
    Object[] longer = new Object[array.length + 1];
    System.arraycopy(array, 0, longer, 0, at);
    longer[at] = element;
    System.arraycopy(array, at, longer, at + 1, array.length - at);
    return longer;
  }

  /** Returns the entries of both maps; where both have a key, the other's entry. */
  public MapValue union(MapValue other) {
    Object[] bothKeys = new Object[keys.length + other.keys.length];
    Object[] bothValues = new Object[bothKeys.length];
    int size = 0;
    int mine = 0;
    int theirs = 0;
    while (mine < keys.length || theirs < other.keys.length) {
      int order =
          mine == keys.length
              ? 1
              : theirs == other.keys.length ? -1 : Values.compare(keys[mine], other.keys[theirs]);
      bothKeys[size] = order < 0 ? keys[mine] : other.keys[theirs];
      bothValues[size++] = order < 0 ? values[mine] : other.values[theirs];
      mine += order <= 0 ? 1 : 0;
      theirs += order >= 0 ? 1 : 0;
    }
    return new MapValue(Arrays.copyOf(bothKeys, size), Arrays.copyOf(bothValues, size));
  }

  /** Returns the entries whose key is not in {@code without}. */
  public MapValue minus(SetValue without) {
    Object[] keptKeys = new Object[keys.length];
    Object[] keptValues = new Object[keys.length];
    int size = 0;
    for (int i = 0; i < keys.length; i++) {
      if (!without.contains(keys[i])) {
        keptKeys[size] = keys[i];
        keptValues[size++] = values[i];
      }
    }
    return new MapValue(Arrays.copyOf(keptKeys, size), Arrays.copyOf(keptValues, size));
  }

  Object[] keyArray() {
    return keys;
  }

  Object[] valueArray() {
    return values;
  }

  public SetValue keys() {
    return SetValue.ofAscending(keys);
  }

  /** Compares by keys, then values. */
  @Override
  public int compareTo(MapValue other) {
    int byKeys = Values.compareAll(keys, other.keys);
    return byKeys != 0 ? byKeys : Values.compareAll(values, other.values);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof MapValue that
        && Arrays.equals(keys, that.keys)
        && Arrays.equals(values, that.values);
  }

  @Override
  public int hashCode() {
    return 31 * Arrays.hashCode(keys) + Arrays.hashCode(values);
  }

  @Override
  public String toString() {
    return text(Integer.MAX_VALUE);
  }

  /** Returns the text with at most {@code most} entries, and the number of the others. */
  String text(int most) {
    StringBuilder text = new StringBuilder("(");
    for (int i = 0; i < keys.length && i < most; i++) {
      text.append(i > 0 ? ", " : "");
      text.append(Values.text(keys[i])).append(": ").append(Values.text(values[i]));
    }
    if (keys.length > most) {
      text.append(", … ").append(keys.length - most).append(" more");
    }
    return text.append(')').toString();
  }
}
