package tutti.model.codec;

import java.util.AbstractMap;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** An immutable map, in the order in which it was made. */
final class FrozenMap<K, V> extends AbstractMap<K, V> {
  private final Map<K, V> entries;

  FrozenMap(LinkedHashMap<K, V> entries) {
    this.entries = Collections.unmodifiableMap(entries);
  }

  @Override
  public Set<Map.Entry<K, V>> entrySet() {
    return entries.entrySet();
  }

  @Override
  public @Nullable V get(@Nullable Object key) {
    return entries.get(key);
  }

  @Override
  public boolean containsKey(@Nullable Object key) {
    return entries.containsKey(key);
  }
}
