package tutti.model.codec;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tutti.model.Decoder;
import tutti.model.Encoder;
import tutti.model.MalformedData;
import tutti.model.schema.ValueType;

/** A map, kept in the order of its keys. */
final class MapCodec<K, V> extends TypeCodec<Map<K, V>> {
  private final TypeCodec<K> key;
  private final TypeCodec<V> value;

  MapCodec(TypeCodec<K> key, TypeCodec<V> value) {
    super(new ValueType.MapOf(key.type(), value.type()));
    this.key = key;
    this.value = value;
  }

  TypeCodec<K> key() {
    return key;
  }

  TypeCodec<V> value() {
    return value;
  }

  /**
   * The order of keys, which also orders values that are one key but not equal ({@code 1.0} and
   * {@code 1.00}).
   */
  static <T> Comparator<T> exact(TypeCodec<T> of) {
    return of.canonicalizes() ? of.thenComparing(Object::toString) : of;
  }

  @Override
  public TypeShape shape() {
    return new TypeShape.MapOf(key.untyped(), value.untyped());
  }

  @Override
  public void encode(Map<K, V> map, Encoder out) {
    Map<K, V> frozen = freeze(map);
    out.putVarLong(frozen.size());
    frozen.forEach(
        (k, v) -> {
          key.encode(k, out);
          value.encode(v, out);
        });
  }

  @Override
  public void encodeMeaning(Map<K, V> map, Encoder out) {
    Map<K, V> frozen = freeze(map);
    out.putVarLong(frozen.size());
    frozen.forEach(
        (k, v) -> {
          key.encodeMeaning(k, out);
          value.encodeMeaning(v, out);
        });
  }

  @Override
  public void encodeNamed(Map<K, V> map, Encoder out) {
    Map<K, V> frozen = freeze(map);
    out.putVarLong(frozen.size());
    NamedBytes.sorted(
        frozen.entrySet(),
        (entry, bytes) -> {
          key.encodeNamed(entry.getKey(), bytes);
          value.encodeNamed(entry.getValue(), bytes);
        },
        out);
  }

  @Override
  public Map<K, V> decode(Decoder in) {
    int count = in.getCount(in.remaining());
    LinkedHashMap<K, V> entries = new LinkedHashMap<>();
    for (int i = 0; i < count; i++) {
      put(entries, key.decode(in), value.decode(in));
    }
    return new FrozenMap<>(entries);
  }

  /**
   * Adds an entry that was read.
   *
   * @throws MalformedData if the key is there: as this version reads them, two keys are one
   */
  static <K, V> void put(Map<K, V> entries, K key, V value) {
    V other = entries.put(key, value);
    if (other != null) {
      throw new MalformedData(
          "two entries of a map have one key, "
              + key
              + ", as this version reads them, with the values "
              + other
              + " and "
              + value);
    }
  }

  @Override
  Map<K, V> freeze(Map<K, V> map, ValueBound bound) {
    int size = bound.elements(present(map, "it").size());
    if (map instanceof FrozenMap) {
      map.forEach(
          (k, v) -> {
            key.freeze(k, bound);
            value.freeze(v, bound);
          });
      return map;
    }
    List<Map.Entry<K, V>> entries = entries(map, size);
    entries.sort(Map.Entry.comparingByKey(exact(key)));
    LinkedHashMap<K, V> frozen = new LinkedHashMap<>();
    for (Map.Entry<K, V> entry : entries) {
      frozen.put(key.freeze(entry.getKey(), bound), value.freeze(entry.getValue(), bound));
    }
    return new FrozenMap<>(frozen);
  }

  /** Copies the entries one by one: a map may change, or use one entry for all. */
  private List<Map.Entry<K, V>> entries(Map<K, V> map, int size) {
    List<Map.Entry<K, V>> entries = new ArrayList<>(size);
    for (Map.Entry<K, V> entry : map.entrySet()) {
      if (entries.size() == size) {
        throw ValueBound.uneven(size);
      }
      entries.add(
          Map.entry(
              present(entry.getKey(), "a key of " + type()),
              present(entry.getValue(), "a value of " + type())));
    }
    return entries;
  }

  @Override
  public boolean copies() {
    return true;
  }

  @Override
  public boolean hasParts() {
    return true;
  }

  @Override
  public boolean runsCode() {
    return key.runsCode() || value.runsCode();
  }

  @Override
  public boolean hasLongNumbers() {
    return key.hasLongNumbers() || value.hasLongNumbers();
  }

  @Override
  public void checkNumbers(Map<K, V> map) {
    map.forEach(
        (k, v) -> {
          key.checkNumbers(k);
          value.checkNumbers(v);
        });
  }

  @Override
  public String unordered() {
    return CollectionCodec.UNORDERED;
  }
}
