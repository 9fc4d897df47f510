package tutti.protocol.integrated.janus.graph;

import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;
import tutti.model.Decoder;
import tutti.model.Encoder;
import tutti.protocol.integrated.VersionTag;

/**
 * All that a transaction does: one replica that has the request can have the transaction committed.
 *
 * @param pieces the piece of each participant
 * @param exchanges whether the participants exchange inputs about the state before the transaction,
 *     by which it may be refused
 */
public record Request(SortedMap<Integer, Piece> pieces, boolean exchanges) {

  private static final int OF_AN_ITEM = 32;

  /** The request that is not known, or not needed. */
  public static final Request NONE = new Request(new TreeMap<>());

  public Request {
    pieces = Collections.unmodifiableSortedMap(new TreeMap<>(pieces));
  }

  /** A request whose participants need nothing of each other. */
  public Request(SortedMap<Integer, Piece> pieces) {
    this(pieces, false);
  }

  public boolean isKnown() {
    return !pieces.isEmpty();
  }

  /**
   * Returns the version of the application by which it is executed; {@link VersionTag#ANY} if all
   * do it alike.
   */
  public long version() {
    for (Piece piece : pieces.values()) {
      byte[] action = piece.action().bytes();
      if (action.length > 0) {
        return VersionTag.of(action);
      }
    }
    return VersionTag.FIRST;
  }

  /** Returns approximately how many bytes its actions and the names of its items have. */
  public long bytes() {
    long bytes = 0;
    for (Piece piece : pieces.values()) {
      int items = piece.reads().size() + piece.writes().size();
      bytes += piece.action().bytes().length + (long) OF_AN_ITEM * items;
    }
    return bytes;
  }

  public Piece piece(int shard) {
    Piece piece = pieces.get(shard);
    if (piece == null) {
      throw new IllegalStateException("the request has no piece for shard " + shard);
    }
    return piece;
  }

  public void encode(Encoder out) {
    out.putVarLong(pieces.size());
    pieces.forEach((shard, piece) -> piece.encode(out.putVarLong(shard)));
    out.putBoolean(exchanges);
  }

  public static Request decode(Decoder in) {
    SortedMap<Integer, Piece> pieces = new TreeMap<>();
    for (int left = in.getCount(in.remaining()); left > 0; left--) {
      pieces.put(in.getCount(Transaction.MOST_SHARDS), Piece.decode(in));
    }
    return new Request(pieces, in.getBoolean());
  }
}
