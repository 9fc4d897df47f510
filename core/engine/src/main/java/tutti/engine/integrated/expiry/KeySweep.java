package tutti.engine.integrated.expiry;

import java.time.Instant;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import tutti.engine.integrated.ItemExecution;
import tutti.engine.integrated.ItemValues;
import tutti.engine.transaction.record.RecordParts;
import tutti.model.ActorId;
import tutti.model.Encoder;
import tutti.protocol.integrated.VersionTag;
import tutti.protocol.integrated.janus.graph.Payload;
import tutti.protocol.integrated.janus.graph.Piece;
import tutti.protocol.integrated.janus.graph.Request;

/**
 * A transaction of Janus by which the replicas of a shard forget idempotency keys, all at the same
 * place in the order: they forget those of its keys that were used before the time {@code before}.
 * The replicas' clocks do not matter, since the time is part of the transaction.
 */
public record KeySweep(Instant before) {

  /**
   * The item by which replicas know such a transaction: all of them read it, and none writes it.
   */
  private static final ActorId MARK = ItemValues.BEFORE_KEYS;

  private static final byte[] NOTHING = {};

  /** Returns the request that does it to those keys. */
  public Request request(int shard, SortedSet<ActorId> keys) {
    Encoder action = new Encoder();
    VersionTag.put(action, VersionTag.ANY);
    RecordParts.time(action, before);
    SortedSet<ActorId> reads = new TreeSet<>();
    reads.add(MARK);
    SortedMap<Integer, Piece> pieces = new TreeMap<>();
    pieces.put(shard, new Piece(reads, keys, new Payload(action.toByteArray())));
    return new Request(pieces);
  }

  /** Returns whether a piece is that of such a transaction. */
  public static boolean isIn(Piece piece) {
    return piece.reads().contains(MARK);
  }

  /**
   * Returns the transaction of which a piece has this action.
   *
   * @throws tutti.model.MalformedData if the bytes are none
   */
  public static KeySweep of(byte[] action) {
    return new KeySweep(RecordParts.time(VersionTag.behind(action)));
  }

  /** Returns the end of its execution, if these are its items: it writes no bytes to old keys. */
  public ItemExecution.End forgets(SortedMap<ActorId, byte[]> values) {
    SortedMap<ActorId, byte[]> writes = new TreeMap<>();
    values.forEach(
        (key, value) -> {
          if (KeySweeper.isOld(value, before)) {
            writes.put(key, NOTHING);
          }
        });
    return new ItemExecution.End(false, NOTHING, writes);
  }
}
