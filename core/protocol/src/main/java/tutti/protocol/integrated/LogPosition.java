package tutti.protocol.integrated;

import tutti.model.Decoder;
import tutti.model.Encoder;
import tutti.protocol.replication.LogMark;

/**
 * A place in a shard's configuration log: a durable state that reaches it contains all commands
 * before it.
 *
 * @param mark the mark at the place
 * @param terms the number of terms up to it
 */
public record LogPosition(LogMark mark, long terms) {
  /** The place before the first command. */
  public static final LogPosition START = new LogPosition(LogMark.START, 0);

  /** Appends this place's bytes. */
  public void encode(Encoder out) {
    mark.encode(out);
    out.putVarLong(terms);
  }

  /**
   * Reads a place and leaves the bytes that follow it.
   *
   * @throws tutti.model.MalformedData if the bytes are none
   */
  public static LogPosition decode(Decoder in) {
    return new LogPosition(LogMark.decode(in), in.getVarLong());
  }
}
