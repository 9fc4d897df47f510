package tutti.server.http;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.HttpResponseStatus;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Map;

/**
 * Puts a response into one buffer. The library's encoder is not used: status lines are known in
 * advance, and few headers are needed. Each event loop has one writer; not thread-safe.
 */
final class ResponseWriter {
  private static final byte[][] STATUS_LINES = new byte[600][];
  private static final byte[] TYPE = ascii("Content-Type: ");
  private static final byte[] JSON_TYPE = ascii("Content-Type: " + Response.JSON);
  private static final byte[] LENGTH = ascii("\r\nContent-Length: ");
  private static final byte[] CHUNKED = ascii("\r\nTransfer-Encoding: chunked");
  private static final byte[] CHUNK = ascii("\r\n");
  private static final byte[] LAST_CHUNK = ascii("0\r\n\r\n");
  private static final byte[] CLOSE = ascii("\r\nConnection: close");
  private static final byte[] KEEP = ascii("\r\nConnection: keep-alive");
  private static final byte[] END = ascii("\r\n\r\n");

  private static final DateTimeFormatter HTTP_DATE =
      DateTimeFormatter.ofPattern("EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.ROOT);

  static {
    for (int status = 100; status < STATUS_LINES.length; status++) {
      String reason = HttpResponseStatus.valueOf(status).reasonPhrase();
      STATUS_LINES[status] = ascii("HTTP/1.1 " + status + " " + reason + "\r\n");
    }
  }

  private final byte[] always;
  private byte[] date = new byte[0];
  private long dateSecond = -1;

  /** A writer of responses without headers of its own. */
  ResponseWriter() {
    this("");
  }

  /**
   * @param always the headers of every response, each behind an end of a line
   */
  ResponseWriter(String always) {
    this.always = ascii(always);
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.ISO_8859_1);
  }

  /** The state of a connection after a response. */
  enum After {
    STAYS,
    STAYS_BY_HEADER,
    CLOSES
  }

  /** Returns a piece of a body whose length is not known before its end. */
  static ByteBuf chunk(ByteBufAllocator allocator, byte[] piece) {
    return allocator
        .ioBuffer(piece.length + 16)
        .writeBytes(ascii(Integer.toHexString(piece.length)))
        .writeBytes(CHUNK)
        .writeBytes(piece)
        .writeBytes(CHUNK);
  }

  /** Returns the end of a body whose length was not known before. */
  static ByteBuf lastChunk() {
    return Unpooled.wrappedBuffer(LAST_CHUNK);
  }

  /**
   * Returns a response, or its head.
   *
   * @param head whether the body is left out
   * @param chunked whether a body that is made while it is sent comes in chunks; else it ends with
   *     the connection
   */
  ByteBuf write(
      ByteBufAllocator allocator, Response response, boolean head, After after, boolean chunked) {
    byte[] body = response.body();
    ByteBuf out = allocator.ioBuffer(256 + (head ? 0 : body.length));
    out.writeBytes(STATUS_LINES[response.status()]);
    if (response.type().equals(Response.JSON)) {
      out.writeBytes(JSON_TYPE);
    } else {
      out.writeBytes(TYPE).writeBytes(ascii(response.type()));
    }
    if (response.pieces() == null) {
      out.writeBytes(LENGTH);
      writeNumber(out, body.length);
    } else if (chunked) {
      out.writeBytes(CHUNKED);
    }
    out.writeBytes(date());
    out.writeBytes(always);
    if (!response.headers().isEmpty()) {
      for (Map.Entry<String, String> header : response.headers().entrySet()) {
        out.writeBytes(ascii("\r\n" + header.getKey() + ": " + header.getValue()));
      }
    }
    switch (after) {
      case STAYS -> {}
      case STAYS_BY_HEADER -> out.writeBytes(KEEP);
      case CLOSES -> out.writeBytes(CLOSE);
    }
    out.writeBytes(END);
    return head ? out : out.writeBytes(body);
  }

  private static void writeNumber(ByteBuf out, int number) {
    if (number >= 10) {
      writeNumber(out, number / 10);
    }
    out.writeByte('0' + number % 10);
  }

  private byte[] date() {
    long second = System.currentTimeMillis() / 1000;
    if (second != dateSecond) {
      dateSecond = second;
      ZonedDateTime now = Instant.ofEpochSecond(second).atZone(ZoneOffset.UTC);
      date = ascii("\r\nDate: " + HTTP_DATE.format(now));
    }
    return date;
  }
}
