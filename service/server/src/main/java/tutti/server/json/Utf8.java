package tutti.server.json;

import java.nio.charset.StandardCharsets;

/**
 * The one encoding of bodies. Bytes that are not UTF-8 by RFC 3629 are refused, such as the
 * overlong form C0 AF of a slash, which a proxy in front would have read as something else.
 */
public final class Utf8 {
  private Utf8() {}

  /**
   * Returns the bytes as a text.
   *
   * @throws BadJson if the bytes are not UTF-8
   */
  public static String text(byte[] body, int length) throws BadJson {
    requireCharacters(body, length);
    return new String(body, 0, length, StandardCharsets.UTF_8);
  }

  /**
   * Refuses bytes that are not UTF-8, or are a JSON text in UTF-16 or UTF-32, or begin with a byte
   * order mark, which no JSON text does.
   */
  static void require(byte[] body, int length) throws BadJson {
    if (length > 2 && body[0] == (byte) 0xEF && body[1] == (byte) 0xBB && body[2] == (byte) 0xBF) {
      throw new BadJson(
          "malformed-json",
          "",
          "not JSON: the body begins with a byte order mark (bytes EF BB BF); send it without");
    }
    for (int i = 0; i < Math.min(length, 4); i++) {
      if (body[i] == 0) {
        throw refused(body, i);
      }
    }
    requireCharacters(body, length);
  }

  private static void requireCharacters(byte[] body, int length) throws BadJson {
    int i = 0;
    while (i < length) {
      int more = body[i] >= 0 ? 0 : following(body, i, length);
      if (more < 0) {
        throw refused(body, i);
      }
      i += more + 1;
    }
  }

  /** The number of bytes that belong to the character after its first one; -1 if there is none. */
  private static int following(byte[] body, int at, int length) {
    int first = body[at] & 0xFF;
    int more = first < 0xC2 ? -1 : first < 0xE0 ? 1 : first < 0xF0 ? 2 : first < 0xF5 ? 3 : -1;
    if (more < 0 || at + more >= length) {
      return -1;
    }
    int second = body[at + 1] & 0xFF;
    // No overlong form, no surrogate, and nothing above U+10FFFF.
    int least = first == 0xE0 ? 0xA0 : first == 0xF0 ? 0x90 : 0x80;
    int greatest = first == 0xED ? 0x9F : first == 0xF4 ? 0x8F : 0xBF;
    if (second < least || second > greatest) {
      return -1;
    }
    for (int i = 2; i <= more; i++) {
      if ((body[at + i] & 0xC0) != 0x80) {
        return -1;
      }
    }
    return more;
  }

  private static BadJson refused(byte[] body, int at) {
    String hex = Integer.toHexString(body[at] & 0xFF);
    return new BadJson(
        "malformed-json",
        "",
        "not JSON: the body is not UTF-8 (byte %s, 0x%s, begins no character)"
            .formatted(at + 1, hex.length() == 1 ? "0" + hex : hex));
  }
}
