package tutti.protocol.integrated.janus.graph;

import tutti.model.Decoder;
import tutti.model.Encoder;

/**
 * The result of a transaction's piece, equal at all replicas of its shard.
 *
 * @param refused whether the transaction was refused, so that nothing of it was executed anywhere
 * @param payload the piece's values, or its last word
 */
public record Output(boolean refused, Payload payload) {

  /** The output of a transaction that was abandoned. */
  public static final Output NONE = new Output(false, Payload.NONE);

  /** The output of a piece that was executed. */
  public static Output of(Payload payload) {
    return new Output(false, payload);
  }

  public void encode(Encoder out) {
    out.putBoolean(refused).putBytes(payload.bytes());
  }

  public static Output decode(Decoder in) {
    return new Output(in.getBoolean(), new Payload(in.getBytes()));
  }
}
