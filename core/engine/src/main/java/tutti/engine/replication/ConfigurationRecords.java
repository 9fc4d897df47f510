package tutti.engine.replication;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tutti.model.Decoder;
import tutti.model.Encoder;
import tutti.model.MalformedData;
import tutti.protocol.replication.ReplicationRecord;

/**
 * The records of replicas of logs and configuration logs in a host's log. How long an entry may be
 * is for the log of the leader that proposes it; a follower's log, of shorter segments, has it in
 * parts, one behind another, and this puts them together again. A record whose end is missing was
 * never durable, and is left out. Confined to one thread.
 *
 * <p>For example, a leader with {@code journal.segment-size = 64 MiB} proposes an entry of 2 MiB; a
 * follower with 1 MiB has it in 64 parts.
 */
final class ConfigurationRecords {
  /** The version of a record, which is its first byte. */
  private static final int VERSION = 1;

  /** The first byte of a part of a record; 2 and 3 are those of integrated protocols. */
  private static final int PART = 4;

  /** The bytes that a part needs beside its content, at most. */
  private static final int PART_OVERHEAD = 64;

  private final Map<Integer, Collecting> shards = new HashMap<>();

  /**
   * A record.
   *
   * @param from the log sequence number with which the record begins in the log
   * @param content the bytes of the machine's record
   */
  record Found(int shard, long from, Decoder content) {}

  /** The parts of a shard's record that have come so far. */
  private static final class Collecting {
    final Fragments fragments = new Fragments();

    /** The number of the first one. */
    long from;
  }

  /** Returns the bytes of a record, as it stands in the log whole. */
  static Encoder whole(int shard, ReplicationRecord record) {
    Encoder out = new Encoder();
    out.putByte(VERSION).putVarLong(shard);
    record.encode(out);
    return out;
  }

  /**
   * Returns the bytes of a record as they go into the log, in order: whole, or in parts.
   *
   * @param most the longest record of the log, in bytes
   * @param name a number that no other record of this shard has in the log
   */
  static List<Encoder> parts(int shard, Encoder whole, int most, long name) {
    int content = Math.min(Fragments.BYTES, most - PART_OVERHEAD);
    return Fragments.records(shard, whole, most, name, PART, content);
  }

  /**
   * Takes the next bytes of a host's log, which are of no integrated protocol.
   *
   * @param lsn the log sequence number with which they end
   * @return the record, or that which ends with this part; empty if more of it is to come
   * @throws MalformedData if the bytes are none
   */
  Optional<Found> add(long lsn, byte[] bytes, int offset, int length) {
    Decoder in = new Decoder(bytes, offset, length);
    int kind = in.getByte();
    if (kind == VERSION) {
      return Optional.of(new Found(in.getCount(Integer.MAX_VALUE), lsn, in));
    }
    if (kind != PART) {
      throw new MalformedData("a record of a replica is of version " + kind);
    }
    int shard = in.getCount(Integer.MAX_VALUE);
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
