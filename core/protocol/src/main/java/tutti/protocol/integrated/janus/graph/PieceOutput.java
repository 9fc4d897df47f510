package tutti.protocol.integrated.janus.graph;

import tutti.model.Decoder;
import tutti.model.Encoder;

/**
 * The result of a transaction's piece, equal at all replicas of its shard.
 *
 * @param refused whether the transaction was refused, so that nothing of it was executed anywhere
 * @param payload the piece's values, or its last input
 * @param digest the digest of all results of the execution, equal on all replicas of the shard; 0
 *     if it is not known
 */
public record PieceOutput(boolean refused, Payload payload, long digest) {

  /** The output of a transaction that was abandoned. */
  public static final PieceOutput NONE = new PieceOutput(false, Payload.NONE);

  private static final int REFUSED = 1;
  private static final int HAS_DIGEST = 2;

  /** An output of which no digest is known. */
  public PieceOutput(boolean refused, Payload payload) {
    this(refused, payload, 0);
  }

  /** The output of a piece that was executed. */
  public static PieceOutput of(Payload payload) {
    return new PieceOutput(false, payload);
  }

  public void encode(Encoder out) {
    out.putByte((refused ? REFUSED : 0) | (digest == 0 ? 0 : HAS_DIGEST));
    if (digest != 0) {
      out.putLong(digest);
    }
    out.putBytes(payload.bytes());
  }

  public static PieceOutput decode(Decoder in) {
    int kind = in.getByte();
    long digest = (kind & HAS_DIGEST) == 0 ? 0 : in.getLong();
    return new PieceOutput((kind & REFUSED) != 0, new Payload(in.getBytes()), digest);
  }
}
