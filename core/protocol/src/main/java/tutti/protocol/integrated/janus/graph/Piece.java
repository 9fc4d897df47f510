package tutti.protocol.integrated.janus.graph;

import java.util.Collections;
import java.util.SortedSet;
import java.util.TreeSet;
import tutti.model.ActorId;
import tutti.model.Decoder;
import tutti.model.Encoder;

/**
 * The piece of a transaction in one shard. Two pieces have a conflict if one writes an item that
 * the other reads or writes, or if one writes and the other reads {@link #EVERYTHING}.
 *
 * @param reads the items that the piece reads and does not write
 * @param writes the items that the piece writes; it may read them too
 * @param action the payload that the shard's replicas execute
 */
public record Piece(SortedSet<ActorId> reads, SortedSet<ActorId> writes, Payload action) {

  /**
   * The item that stands for all items: a piece that reads it has a conflict with each piece that
   * writes. A transaction that reads it in every shard is a sync point: when it is executed, all
   * transactions before it have been executed, and none behind it.
   */
  public static final ActorId EVERYTHING = new ActorId("$all", "");

  public Piece {
    reads = Collections.unmodifiableSortedSet(new TreeSet<>(reads));
    writes = Collections.unmodifiableSortedSet(new TreeSet<>(writes));
  }

  /** Returns whether the piece belongs to a sync point. */
  public boolean readsEverything() {
    return reads.contains(EVERYTHING);
  }

  public void encode(Encoder out) {
    encode(reads, out);
    encode(writes, out);
    out.putBytes(action.bytes());
  }

  private static void encode(SortedSet<ActorId> items, Encoder out) {
    out.putVarLong(items.size());
    items.forEach(item -> out.putString(item.type()).putString(item.key()));
  }

  public static Piece decode(Decoder in) {
    return new Piece(items(in), items(in), new Payload(in.getBytes()));
  }

  private static SortedSet<ActorId> items(Decoder in) {
    SortedSet<ActorId> items = new TreeSet<>();
    for (int left = in.getCount(in.remaining()); left > 0; left--) {
      items.add(new ActorId(in.getString(), in.getString()));
    }
    return items;
  }
}
