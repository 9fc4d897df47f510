package tutti.engine.replication;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tutti.engine.journal.MetaStore;
import tutti.model.Decoder;
import tutti.model.Encoder;
import tutti.model.MalformedData;

/**
 * The durable mark of what a replica was applying when its process ended for it: a small blob in
 * the replica's folder, or in the host's where replicas have none. If the same entry fails again at
 * a later start, it is the entry's fault, and the shard stays stopped on this host instead.
 * Confined to the replica's queue.
 *
 * <p>For example, entry 4711 of shard 2 cannot be decoded: the process writes the mark and ends; at
 * the next start it comes to entry 4711 again, finds the mark, stops that shard and goes on.
 */
public final class FailureMark {
  private static final Logger LOG = LoggerFactory.getLogger(FailureMark.class);

  private static final String NAME = "failed-at";

  private static final long NONE = -1;

  private final MetaStore meta;
  private final String name;
  private long entry;

  /** Reads the mark of the one replica of a folder. */
  public FailureMark(MetaStore meta) throws IOException {
    this(meta, NAME);
  }

  /** Reads the mark of the replica of a shard, in the folder of its host. */
  public FailureMark(MetaStore meta, int shard) throws IOException {
    this(meta, NAME + "-" + shard);
  }

  private FailureMark(MetaStore meta, String name) throws IOException {
    this.meta = meta;
    this.name = name;
    this.entry = read(meta.get(name));
  }

  private static long read(Optional<byte[]> blob) {
    try {
      return blob.filter(bytes -> bytes.length > 0)
          .map(bytes -> new Decoder(bytes).getLong())
          .orElse(NONE);
    } catch (MalformedData e) {
      LOG.warn("the mark of what had failed cannot be read: {}", e.getMessage());
      return NONE;
    }
  }

  /**
   * Returns whether a process has ended before for any entry, and it is not known to be applied.
   */
  public boolean isSet() {
    return entry != NONE;
  }

  /** Returns whether a process has ended before for the entry that begins at that position. */
  public boolean isAt(long position) {
    return entry == position;
  }

  /** Marks an entry, before the process ends for it. If that fails, the next start tries again. */
  public void put(long position, Throwable cause) {
    try {
      byte[] words = String.valueOf(cause).getBytes(StandardCharsets.UTF_8);
      Encoder out = new Encoder().putLong(position).putRaw(words, 0, words.length);
      meta.put(name, out.toByteArray());
      entry = position;
    } catch (IOException e) {
      LOG.warn("entry {} is not marked as failed: {}", position, e.getMessage());
    }
  }

  /** Removes the mark of an entry that has not failed again. */
  public void clear() {
    entry = NONE;
    try {
      meta.put(name, new byte[0]);
    } catch (IOException e) {
      LOG.warn("the mark of what had failed is not removed: {}", e.getMessage());
    }
  }
}
