package tutti.protocol.integrated.janus.graph;

import tutti.model.Decoder;
import tutti.model.Encoder;

/**
 * The name of a transaction, and its place among transactions that wait for each other in a ring
 * (docs/rulings.md#janus).
 *
 * @param number the transaction's number at its front, from 1 without gaps
 * @param front a number that no two starts of a host share
 */
public record TransactionId(long number, long front) implements Comparable<TransactionId> {

  @Override
  public int compareTo(TransactionId other) {
    int byNumber = Long.compare(number, other.number);
    return byNumber != 0 ? byNumber : Long.compare(front, other.front);
  }

  public void encode(Encoder out) {
    out.putVarLong(number).putLong(front);
  }

  public static TransactionId decode(Decoder in) {
    return new TransactionId(in.getVarLong(), in.getLong());
  }

  @Override
  public String toString() {
    return number + "/" + front;
  }
}
