package tutti.engine.distribution.message;

import tutti.model.Decoder;
import tutti.model.Encoder;
import tutti.model.MalformedData;

/**
 * A node's word how far its own log is durable, at the end of messages to its peers: the number
 * that its start has drawn, and a position. Whatever the message says is in that part of the log.
 *
 * @param start drawn by the start of the sender
 * @param durable the position
 */
public record LogWord(long start, long durable) {
  /** The length of the word: two numbers of eight bytes. */
  static final int BYTES = 2 * Long.BYTES;

  /** Appends the word and a {@link Seal} to the bytes that were written so far. */
  public static Encoder put(Encoder out, long start, long durable) {
    return Seal.put(out.putLong(start).putLong(durable));
  }

  /**
   * Reads the bytes before a word and its seal.
   *
   * @throws MalformedData if the seal is not that of these bytes
   */
  public static Decoder open(byte[] bytes, int offset, int length) {
    return Seal.open(bytes, offset, length, BYTES);
  }

  /** Returns the word of a message that was opened. */
  public static LogWord of(byte[] bytes, int offset, int length) {
    return read(new Decoder(bytes, offset + length - Seal.BYTES - BYTES, BYTES));
  }

  static LogWord read(Decoder in) {
    return new LogWord(in.getLong(), in.getLong());
  }
}
