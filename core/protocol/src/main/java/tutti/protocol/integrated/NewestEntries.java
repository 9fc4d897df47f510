package tutti.protocol.integrated;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A map of at most {@code most} entries. When a new entry comes to a full map, the entry that was
 * put least recently is dropped. Confined to one thread.
 *
 * <p>For example, {@code new NewestEntries<>(2)} drops {@code b} when {@code a}, {@code b}, {@code
 * a} and {@code c} are put.
 *
 * @param <K> the keys
 * @param <V> the values
 */
public final class NewestEntries<K, V> extends LinkedHashMap<K, V> {
  private static final long serialVersionUID = 1;

  private final int most;

  /**
   * @param most the number of entries that are kept
   */
  public NewestEntries(int most) {
    super(16, 0.75f, true);
    this.most = most;
  }

  @Override
  protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
    return size() > most;
  }
}
