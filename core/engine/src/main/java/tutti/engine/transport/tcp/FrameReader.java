package tutti.engine.transport.tcp;

import io.netty.buffer.ByteBuf;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import tutti.model.MalformedData;

/**
 * Takes a connection's bytes apart: the preamble, then frames. Its memory is bounded by the arrived
 * bytes and by the longest frame, at any length that a stranger claims. Not thread-safe.
 */
final class FrameReader {
  private static final int USUAL_ROOM = 64 << 10;
  private static final int ROOM_TO_KEEP = 1 << 20;

  private final Sink sink;
  private byte[] room = new byte[USUAL_ROOM];
  private int begin;
  private int end;
  private boolean afterPreamble;
  private int longest = Frames.LONGEST_HANDSHAKE;

  /** The receiver of the read frames. Its exceptions come out of {@link #read}. */
  interface Sink {
    /** The preamble, first of all: which version the peer speaks. */
    void version(int version);

    /**
     * @param bytes valid only during the call
     */
    void frame(byte kind, byte[] bytes, int offset, int length);
  }

  FrameReader(Sink sink) {
    this.sink = sink;
  }

  /** Sets how many bytes a frame's content may have from now on. */
  void longest(int bytes) {
    longest = bytes;
  }

  /** Bytes of memory it has now. */
  int capacity() {
    return room.length;
  }

  /**
   * Reads all that there is.
   *
   * @throws MalformedData if the bytes are no preamble and frames; no more can be read then
   */
  void read(ByteBuf in) {
    int more = in.readableBytes();
    makeRoom(more);
    in.readBytes(room, end, more);
    end += more;
    if (!afterPreamble && !preamble()) {
      return;
    }
    while (frame()) {
      // Goes on with the next one.
    }
    if (begin == end) {
      begin = 0;
      end = 0;
      if (room.length > ROOM_TO_KEEP) {
        room = new byte[USUAL_ROOM];
      }
    }
  }

  private void makeRoom(int more) {
    if (room.length - end >= more) {
      return;
    }
    int kept = end - begin;
    byte[] to = room;
    if (room.length - kept < more) {
      long twice = Math.min(room.length * 2L, Integer.MAX_VALUE - 64);
      to = new byte[Math.toIntExact(Math.max(twice, (long) kept + more))];
    }
    System.arraycopy(room, begin, to, 0, kept);
    room = to;
    begin = 0;
    end = kept;
  }

  private boolean preamble() {
    byte[] magic = Frames.magic();
    int there = Math.min(end - begin, magic.length);
    if (!Arrays.equals(room, begin, begin + there, magic, 0, there)) {
      throw new MalformedData(
          "it does not speak Tutti's protocol between nodes, but began with '"
              + printable(begin, there)
              + "'");
    }
    if (end - begin < Frames.PREAMBLE) {
      return false;
    }
    begin += Frames.PREAMBLE;
    afterPreamble = true;
    sink.version(Frames.intAt(room, begin - 4));
    return true;
  }

  private String printable(int from, int length) {
    return new String(room, from, length, StandardCharsets.US_ASCII).replaceAll("\\P{Print}", "?");
  }

  private boolean frame() {
    if (end - begin < 4) {
      return false;
    }
    int length = Frames.intAt(room, begin);
    if (length < 1 || length - 1 > longest) {
      throw new MalformedData(
          "a frame of "
              + Integer.toUnsignedLong(length)
              + " bytes, where 1 to "
              + (longest + 1L)
              + " are allowed");
    }
    if (end - begin - 4 < length) {
      return false;
    }
    int at = begin + 4;
    begin = at + length;
    sink.frame(room[at], room, at + 1, length - 1);
    return true;
  }
}
