package tutti.protocol.integrated.tapir;

import tutti.model.Decoder;
import tutti.model.Encoder;

/**
 * The name of a transaction, and its place in the order of versions. A coordinator draws the time
 * from its own clock; clocks that differ cost retries and nothing else.
 *
 * @param time a reading of the coordinator's clock; 0 only where it names none
 * @param front a number that no two starts of a host share; no front uses a time twice
 */
public record Timestamp(long time, long front) implements Comparable<Timestamp> {

  /** The timestamp below all others, which names no transaction. */
  public static final Timestamp NONE = new Timestamp(0, 0);

  /** The timestamp above all others, which names no transaction. */
  static final Timestamp HIGHEST = new Timestamp(Long.MAX_VALUE, Long.MAX_VALUE);

  @Override
  public int compareTo(Timestamp other) {
    int byTime = Long.compare(time, other.time);
    return byTime != 0 ? byTime : Long.compare(front, other.front);
  }

  public boolean isBelow(Timestamp other) {
    return compareTo(other) < 0;
  }

  static Timestamp max(Timestamp one, Timestamp other) {
    return one.isBelow(other) ? other : one;
  }

  /** Appends this timestamp's bytes. */
  public void encode(Encoder out) {
    out.putVarLong(time).putVarLong(front);
  }

  /**
   * Reads a timestamp and leaves the bytes that follow it.
   *
   * @throws tutti.model.MalformedData if the bytes are none
   */
  public static Timestamp decode(Decoder in) {
    return new Timestamp(in.getVarLong(), in.getVarLong());
  }

  @Override
  public String toString() {
    return time + "/" + front;
  }
}
