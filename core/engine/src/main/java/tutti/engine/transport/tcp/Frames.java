package tutti.engine.transport.tcp;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;

/** The bytes of a connection; the package's documentation has the tables. */
final class Frames {
  static final int VERSION = 1;

  static final byte HELLO = 1;
  static final byte WELCOME = 2;
  static final byte REFUSED = 3;
  static final byte MESSAGE = 4;
  static final byte HEARTBEAT = 5;
  static final byte LONG = 6;
  static final byte PIECE = 7;
  static final byte CREDIT = 8;

  /** The bytes of a HEARTBEAT. */
  static final int HEARTBEAT_BYTES = 32;

  /** Bytes of a message's frame before the message: its length and kind. */
  static final int HEADER = 5;

  /** The longest content of a frame before the session begins. */
  static final int LONGEST_HANDSHAKE = 64 << 10;

  private static final byte[] MAGIC = "TUTTINET".getBytes(StandardCharsets.US_ASCII);
  static final int PREAMBLE = MAGIC.length + 4;

  /** The bytes before the greeting in a HELLO: the numbers of the caller and the called node. */
  static final int NODES = 8;

  private static final int LONGEST_REASON = 4_000;

  private Frames() {}

  static byte[] magic() {
    return MAGIC;
  }

  /** A big-endian number. */
  static int intAt(byte[] bytes, int at) {
    return (bytes[at] & 0xFF) << 24
        | (bytes[at + 1] & 0xFF) << 16
        | (bytes[at + 2] & 0xFF) << 8
        | bytes[at + 3] & 0xFF;
  }

  static ByteBuf preamble() {
    return Unpooled.buffer(PREAMBLE).writeBytes(MAGIC).writeInt(VERSION);
  }

  static ByteBuf hello(int from, int to, byte[] greeting) {
    return frame(HELLO, NODES + greeting.length).writeInt(from).writeInt(to).writeBytes(greeting);
  }

  static ByteBuf refused(String why) {
    String shorter = why.substring(0, Math.min(why.length(), LONGEST_REASON));
    byte[] text = shorter.getBytes(StandardCharsets.UTF_8);
    return frame(REFUSED, text.length).writeBytes(text);
  }

  static ByteBuf welcome() {
    return frame(WELCOME, 0);
  }

  /**
   * The sender is there, and has this time.
   *
   * @param nanos its monotonic clock, which the peer sends back
   * @param wall its wall clock, in nanoseconds since 1970
   * @param echo the {@code nanos} of the peer's newest frame of this kind
   * @param held the time since that came; less than 0 if none has
   */
  static ByteBuf heartbeat(long nanos, long wall, long echo, long held) {
    return frame(HEARTBEAT, HEARTBEAT_BYTES)
        .writeLong(nanos)
        .writeLong(wall)
        .writeLong(echo)
        .writeLong(held);
  }

  /** A big-endian number of eight bytes. */
  static long longAt(byte[] bytes, int at) {
    return (long) intAt(bytes, at) << 32 | intAt(bytes, at + 4) & 0xFFFFFFFFL;
  }

  /** The sender has taken so many bytes of pieces, and as many more may be sent. */
  static ByteBuf credit(int bytes) {
    return frame(CREDIT, 4).writeInt(bytes);
  }

  private static ByteBuf frame(byte kind, int length) {
    return Unpooled.buffer(HEADER + length).writeInt(1 + length).writeByte(kind);
  }
}
