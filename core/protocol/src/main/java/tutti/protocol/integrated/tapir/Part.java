package tutti.protocol.integrated.tapir;

import java.util.Arrays;
import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import tutti.model.ActorId;
import tutti.model.Decoder;
import tutti.model.Encoder;

/**
 * The accesses of a transaction in one shard. Immutable.
 *
 * @param reads the version that was read of each item
 * @param writes the new value of each item
 */
public record Part(SortedMap<ActorId, Timestamp> reads, SortedMap<ActorId, Value> writes) {

  /**
   * Stands for a part that is not known. A known part is never empty, since every participant has
   * at least one access.
   */
  public static final Part NONE = new Part(new TreeMap<>(), new TreeMap<>());

  public Part {
    reads = Collections.unmodifiableSortedMap(new TreeMap<>(reads));
    writes = Collections.unmodifiableSortedMap(new TreeMap<>(writes));
  }

  /** The bytes of a value, of which the protocol knows nothing; not to be changed. */
  public record Value(byte[] bytes) {
    @Override
    public boolean equals(Object other) {
      return other instanceof Value(byte[] its) && Arrays.equals(bytes, its);
    }

    @Override
    public int hashCode() {
      return Arrays.hashCode(bytes);
    }

    @Override
    public String toString() {
      return bytes.length <= 8 ? Arrays.toString(bytes) : bytes.length + " bytes";
    }
  }

  /** The bytes of a timestamp in a record or a message, at most. */
  static final int VERSION_BYTES = 20;

  /** The bytes of an item's name in a record or a message, about. */
  static int bytes(ActorId item) {
    return item.type().length() + item.key().length() + VERSION_BYTES;
  }

  /** Returns the bytes that the part takes in a record or a message, about. */
  public long bytes() {
    long bytes = 0;
    for (ActorId item : reads.keySet()) {
      bytes += bytes(item) + VERSION_BYTES;
    }
    for (Map.Entry<ActorId, Value> write : writes.entrySet()) {
      bytes += bytes(write.getKey()) + write.getValue().bytes().length;
    }
    return bytes;
  }

  boolean isKnown() {
    return !reads.isEmpty() || !writes.isEmpty();
  }

  void encode(Encoder out) {
    out.putVarLong(reads.size());
    reads.forEach(
        (item, version) -> {
          encode(item, out);
          version.encode(out);
        });
    out.putVarLong(writes.size());
    writes.forEach(
        (item, value) -> {
          encode(item, out);
          out.putBytes(value.bytes());
        });
  }

  static Part decode(Decoder in) {
    SortedMap<ActorId, Timestamp> reads = new TreeMap<>();
    for (int left = in.getCount(in.remaining()); left > 0; left--) {
      reads.put(item(in), Timestamp.decode(in));
    }
    SortedMap<ActorId, Value> writes = new TreeMap<>();
    for (int left = in.getCount(in.remaining()); left > 0; left--) {
      writes.put(item(in), new Value(in.getBytes()));
    }
    return new Part(reads, writes);
  }

  static void encode(ActorId item, Encoder out) {
    out.putString(item.type()).putString(item.key());
  }

  static ActorId item(Decoder in) {
    return new ActorId(in.getString(), in.getString());
  }
}
