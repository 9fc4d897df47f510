package tutti.lab.http;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** A reader of the service's answers: a head, and as many bytes as its Content-Length says. */
final class HttpAnswers {
  private HttpAnswers() {}

  /** Returns the body of a whole answer, as text. */
  static String body(byte[] bytes, int end) {
    for (int i = 0; i + 3 < end; i++) {
      if (bytes[i] == '\r'
          && bytes[i + 1] == '\n'
          && bytes[i + 2] == '\r'
          && bytes[i + 3] == '\n') {
        return new String(bytes, i + 4, end - i - 4, StandardCharsets.UTF_8);
      }
    }
    return "";
  }

  static int status(byte[] answer) {
    return (answer[9] - '0') * 100 + (answer[10] - '0') * 10 + answer[11] - '0';
  }

  /**
   * Returns whether the buffer has a head and as many bytes behind it as its Content-Length says.
   */
  static boolean whole(ByteBuffer in) throws IOException {
    byte[] bytes = in.array();
    int end = in.position();
    int length = -1;
    for (int i = 0; i + 3 < end; i++) {
      if (bytes[i] != '\r' || bytes[i + 1] != '\n') {
        continue;
      }
      if (bytes[i + 2] == '\r' && bytes[i + 3] == '\n') {
        if (length < 0) {
          throw new IOException("an answer without Content-Length");
        }
        return end - (i + 4) >= length;
      }
      if (isContentLength(bytes, i + 2, end)) {
        length = number(bytes, i + 2 + NAME.length);
      }
    }
    return false;
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
