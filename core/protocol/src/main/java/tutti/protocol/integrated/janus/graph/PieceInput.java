package tutti.protocol.integrated.janus.graph;

import tutti.model.Decoder;
import tutti.model.Encoder;
import tutti.model.MalformedData;

/**
 * The input of one participant in a round in which participants exchange inputs, all about the
 * state before the transaction. All replicas of the participant compute the same input.
 *
 * @param standing whether the participant accepts, refuses, or needs another round
 * @param payload the bytes for the other participants, or the reason of a refusal
 */
public record PieceInput(Standing standing, Payload payload) {

  /** The positions that a participant can take. */
  public enum Standing {
    /** The participant has not seen what it needs: there is another round. */
    MORE,
    ACCEPTS,
    /** The transaction must not happen: no participant executes it. */
    REFUSES
  }

  private static final Standing[] STANDINGS = Standing.values();

  public boolean refuses() {
    return standing == Standing.REFUSES;
  }

  public void encode(Encoder out) {
    out.putByte(standing.ordinal()).putBytes(payload.bytes());
  }

  public static PieceInput decode(Decoder in) {
    int standing = in.getByte();
    if (standing < 0 || standing >= STANDINGS.length) {
      throw new MalformedData("no participant stands at " + standing);
    }
    return new PieceInput(STANDINGS[standing], new Payload(in.getBytes()));
  }
}
