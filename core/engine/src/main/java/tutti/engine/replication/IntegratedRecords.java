package tutti.engine.replication;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import tutti.model.Decoder;
import tutti.model.Encoder;

/**
 * The records of an integrated protocol in a host's log. A record that is longer than the longest
 * of the log stands there in fragments, one behind another; this puts them together again. A record
 * whose end is missing was never durable, and is left out. Confined to one thread.
 */
public final class IntegratedRecords {
  /** The first byte of a record, where those of configuration logs and logs have a version. */
  private static final int WHOLE = 2;

  /** The first byte of a fragment of a record. */
  private static final int FRAGMENT = 3;

  private final Map<Integer, Collecting> shards = new HashMap<>();

  /**
   * A record.
   *
   * @param from the log sequence number with which the record begins in the log
   * @param content the bytes that the protocol has written
   */
  public record Found(int shard, long from, Decoder content) {}

  /** The fragments of a shard's record that have come so far. */
  private static final class Collecting {
    final Fragments fragments = new Fragments();

    /** The number of the first one. */
    long from;
  }

  /** Returns whether bytes of a host's log are a record of an integrated protocol, or a part. */
  static boolean isOne(byte[] bytes, int offset, int length) {
    return length > 0 && (bytes[offset] == WHOLE || bytes[offset] == FRAGMENT);
  }

  /** Returns the bytes of a record, as it stands in the log whole. */
  static Encoder whole(int shard, Consumer<Encoder> content) {
    Encoder out = new Encoder().putByte(WHOLE).putVarLong(shard);
    content.accept(out);
    return out;
  }

  /**
   * Returns the bytes of a record as they go into the log, in order: whole, or its fragments.
   *
   * @param most the longest record of the log, in bytes
   * @param name a number that no other record of this shard has in the log
   */
  static List<Encoder> parts(int shard, Encoder whole, int most, long name) {
    return Fragments.records(shard, whole, most, name, FRAGMENT, Fragments.BYTES);
  }

  /** Takes the next record of a host's log, as {@link #add(long, byte[], int, int)} does. */
  public Optional<Found> add(byte[] record) {
    return add(0, record, 0, record.length);
  }

  /**
   * Takes the next bytes of a host's log.
   *
   * @return the record, or that which ends with this fragment; empty if more of it is to come, and
   *     for a record of no integrated protocol
   * @throws tutti.model.MalformedData if the bytes are none
   */
  Optional<Found> add(long lsn, byte[] bytes, int offset, int length) {
    if (!isOne(bytes, offset, length)) {
      return Optional.empty();
    }
    Decoder in = new Decoder(bytes, offset, length);
    boolean isWhole = in.getByte() == WHOLE;
    int shard = in.getCount(Integer.MAX_VALUE);
    if (isWhole) {
      return Optional.of(new Found(shard, lsn, in));
    }
    Collecting of = shards.computeIfAbsent(shard, _ -> new Collecting());
    Decoder whole = of.fragments.add(in);
    if (of.fragments.held() == 1) {
      of.from = lsn;
    }
    return Optional.ofNullable(whole).map(its -> new Found(shard, of.from, content(its)));
  }

  private static Decoder content(Decoder whole) {
    whole.getByte();
    whole.getVarLong();
    return whole;
  }
}
