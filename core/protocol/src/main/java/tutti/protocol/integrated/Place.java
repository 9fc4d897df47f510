package tutti.protocol.integrated;

import tutti.model.Decoder;
import tutti.model.Encoder;
import tutti.protocol.replication.LogMark;

/**
 * A place in the log of a shard's register: a memory that reaches it has taken all commands before.
 *
 * @param reigns the number of reigns up to it
 */
public record Place(LogMark mark, long reigns) {
  /** The place before the first command. */
  public static final Place START = new Place(LogMark.START, 0);

  /** Appends this place's bytes. */
  public void encode(Encoder out) {
    mark.encode(out);
    out.putVarLong(reigns);
  }

  /**
   * Reads a place and leaves the bytes that follow it.
   *
   * @throws tutti.model.MalformedData if the bytes are none
   */
  public static Place decode(Decoder in) {
    return new Place(LogMark.decode(in), in.getVarLong());
  }
}
