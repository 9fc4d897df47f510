package tutti.engine.recovery;

import java.io.IOException;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import tutti.engine.journal.MetaStore;
import tutti.model.Decoder;
import tutti.model.Encoder;
import tutti.model.MalformedData;

/**
 * The restored data folders that a node without replicas knows of, including its own. The names of
 * a backup's folders follow from the backup alone, so that the folders can be restored apart, and
 * twice. To distinguish two restores, each restored folder draws a unique number when it is started
 * for the first time. A folder that was not restored has a name of its own, and knows of none.
 * Thread-safe.
 *
 * <p>For example, a backup of nodes a, b and c is restored twice. Nodes a and b of the first
 * restore have met; c of the second restore has met b of the second. So a and c know different
 * numbers of b, and refuse each other.
 */
final class KnownFolders {
  private static final String KNOWN = "known-folders";

  private final MetaStore meta;
  private final boolean restored;
  private volatile SortedMap<Integer, Long> all;

  private KnownFolders(MetaStore meta, boolean restored, TreeMap<Integer, Long> known) {
    this.meta = meta;
    this.restored = restored;
    this.all = Collections.unmodifiableSortedMap(known);
  }

  /**
   * Reads what is known, and draws the own number if there is none.
   *
   * @param plain whether the folder is that of a node without replicas
   */
  static KnownFolders of(MetaStore meta, FolderOwner owner, boolean plain, RandomGenerator entropy)
      throws IOException {
    boolean restored = plain && RestoredFolder.isRestored(meta);
    TreeMap<Integer, Long> known = restored ? read(meta.get(KNOWN)) : new TreeMap<>();
    if (restored && !known.containsKey(owner.node())) {
      known.put(owner.node(), entropy.nextLong());
      write(meta, known);
    }
    return new KnownFolders(meta, restored, known);
  }

  private static TreeMap<Integer, Long> read(Optional<byte[]> kept) throws IOException {
    TreeMap<Integer, Long> known = new TreeMap<>();
    Decoder in = new Decoder(kept.orElse(new byte[0]));
    try {
      while (in.remaining() > 0) {
        known.put(in.getCount(Integer.MAX_VALUE), in.getLong());
      }
    } catch (MalformedData damaged) {
      throw new IOException("what is known of other folders cannot be read", damaged);
    }
    return known;
  }

  /** Removes a folder's knowledge of other folders, when it is restored. */
  static void forget(MetaStore meta) throws IOException {
    meta.put(KNOWN, new byte[0]);
  }

  SortedMap<Integer, Long> all() {
    return all;
  }

  /** Remembers more of them; durable when this returns. */
  synchronized void remember(SortedMap<Integer, Long> more) throws IOException {
    TreeMap<Integer, Long> known = new TreeMap<>(all);
    for (Map.Entry<Integer, Long> each : more.entrySet()) {
      known.putIfAbsent(each.getKey(), each.getValue());
    }
    if (restored && !known.equals(all)) {
      write(meta, known);
      all = Collections.unmodifiableSortedMap(known);
    }
  }

  private static void write(MetaStore meta, Map<Integer, Long> known) throws IOException {
    Encoder out = new Encoder();
    known.forEach((node, number) -> out.putVarLong(node).putLong(number));
    meta.put(KNOWN, out.toByteArray());
  }
}
