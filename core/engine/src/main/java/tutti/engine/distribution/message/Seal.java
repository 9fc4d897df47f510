package tutti.engine.distribution.message;

import java.util.zip.CRC32C;
import tutti.model.Decoder;
import tutti.model.Encoder;
import tutti.model.MalformedData;

/**
 * The checksum at the end of every message between nodes. Bytes that were damaged on their way are
 * never believed, whatever carried them: TCP's own sum of 16 bits overlooks one damaged segment of
 * some ten thousands, and no such sum covers a node's own buffers.
 */
final class Seal {
  /** The seal's length: four bytes, the CRC32C of all bytes before it, big endian. */
  static final int BYTES = 4;

  private Seal() {}

  /** Appends the seal to the bytes that were written so far. */
  public static Encoder put(Encoder out) {
    int sum = sum(out.array(), 0, out.size());
    return out.putByte(sum >>> 24).putByte(sum >>> 16).putByte(sum >>> 8).putByte(sum);
  }

  /**
   * Reads the bytes before a seal.
   *
   * @throws MalformedData if the seal is not that of these bytes
   */
  public static Decoder open(byte[] bytes, int offset, int length) {
    return open(bytes, offset, length, 0);
  }

  /** Reads as {@link #open} does, except for the {@code without} bytes before the seal. */
  static Decoder open(byte[] bytes, int offset, int length, int without) {
    int size = length - BYTES;
    if (size < without || sum(bytes, offset, size) != at(bytes, offset + size)) {
      throw new MalformedData("the message was damaged on its way: its checksum is another");
    }
    return new Decoder(bytes, offset, size - without);
  }

  private static int at(byte[] bytes, int at) {
    return (bytes[at] & 0xFF) << 24
        | (bytes[at + 1] & 0xFF) << 16
        | (bytes[at + 2] & 0xFF) << 8
        | bytes[at + 3] & 0xFF;
  }

  private static int sum(byte[] bytes, int offset, int length) {
    CRC32C crc = new CRC32C();
    crc.update(bytes, offset, length);
    return (int) crc.getValue();
  }
}
