package tutti.lab.http;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A reader of the service's answers: a head, and as many bytes as its Content-Length says, or
 * chunks.
 */
final class HttpAnswers {
  private HttpAnswers() {}

  /** Returns the body of a whole answer, as text. */
  static String body(byte[] bytes, int end) {
    int from = bodyFrom(bytes, end);
    if (from < 0) {
      return "";
    }
    if (length(bytes, from) >= 0) {
      return new String(bytes, from, end - from, StandardCharsets.UTF_8);
    }
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    chunks(bytes, from, end, body);
    return body.toString(StandardCharsets.UTF_8);
  }

  static int status(byte[] answer) {
    return (answer[9] - '0') * 100 + (answer[10] - '0') * 10 + answer[11] - '0';
  }

  /**
   * Returns the value of a header field of a whole answer; null if it has none of that name.
   *
   * @param name in lower case
   */
  static @Nullable String header(byte[] bytes, int end, String name) {
    int from = bodyFrom(bytes, end);
    if (from < 0) {
      return null;
    }
    String all = head(bytes, from);
    int at = all.indexOf("\r\n" + name + ":");
    if (at < 0) {
      return null;
    }
    int begin = at + name.length() + 3;
    return all.substring(begin, all.indexOf('\r', begin)).strip();
  }

  /** Returns whether the buffer has a head and all that follows it. */
  static boolean whole(ByteBuffer in) throws IOException {
    byte[] bytes = in.array();
    int end = in.position();
    int from = bodyFrom(bytes, end);
    if (from < 0) {
      return false;
    }
    int length = length(bytes, from);
    if (length >= 0) {
      return end - from >= length;
    }
    if (!head(bytes, from).contains("transfer-encoding: chunked")) {
      throw new IOException("an answer without Content-Length, and not in chunks");
    }
    return chunks(bytes, from, end, null);
  }

  /** Returns where the body begins; -1 if the head is not whole. */
  private static int bodyFrom(byte[] bytes, int end) {
    for (int i = 0; i + 3 < end; i++) {
      if (bytes[i] == '\r'
          && bytes[i + 1] == '\n'
          && bytes[i + 2] == '\r'
          && bytes[i + 3] == '\n') {
        return i + 4;
      }
    }
    return -1;
  }

  private static String head(byte[] bytes, int end) {
    return new String(bytes, 0, end, StandardCharsets.ISO_8859_1).toLowerCase(Locale.ROOT);
  }

  /** Returns the Content-Length in a head that ends there; -1 if it has none. */
  private static int length(byte[] bytes, int end) {
    for (int i = 0; i + 1 < end; i++) {
      if (bytes[i] == '\r' && bytes[i + 1] == '\n' && isContentLength(bytes, i + 2, end)) {
        return number(bytes, i + 2 + NAME.length);
      }
    }
    return -1;
  }

  /**
   * Returns whether all chunks are there.
   *
   * @param body takes their content, unless null
   */
  private static boolean chunks(
      byte[] bytes, int from, int end, @Nullable ByteArrayOutputStream body) {
    int at = from;
    while (true) {
      int line = at;
      while (line + 1 < end && (bytes[line] != '\r' || bytes[line + 1] != '\n')) {
        line++;
      }
      if (line + 1 >= end) {
        return false;
      }
      int size =
          Integer.parseInt(new String(bytes, at, line - at, StandardCharsets.US_ASCII).strip(), 16);
      int content = line + 2;
      if (content + size + 2 > end) {
        return false;
      }
      if (size == 0) {
        return true;
      }
      if (body != null) {
        body.write(bytes, content, size);
      }
      at = content + size + 2;
    }
  }

  private static final byte[] NAME = {
    'c', 'o', 'n', 't', 'e', 'n', 't', '-', 'l', 'e', 'n', 'g', 't', 'h', ':'
  };

  private static boolean isContentLength(byte[] bytes, int at, int end) {
    if (at + NAME.length >= end) {
      return false;
    }
    for (int i = 0; i < NAME.length; i++) {
      byte c = bytes[at + i];
      if ((c >= 'A' && c <= 'Z' ? c + 32 : c) != NAME[i]) {
        return false;
      }
    }
    return true;
  }

  private static int number(byte[] bytes, int from) {
    int at = from;
    while (bytes[at] == ' ') {
      at++;
    }
    int number = 0;
    while (bytes[at] >= '0' && bytes[at] <= '9') {
      number = number * 10 + bytes[at++] - '0';
    }
    return number;
  }
}
