package tutti.model.codec;

import java.nio.charset.StandardCharsets;
import tutti.model.Decoder;
import tutti.model.Encoder;
import tutti.model.MalformedData;
import tutti.model.text.NameText;

/**
 * The encoding of strings as bytes, without loss: a Java String may contain half of a surrogate
 * pair, which UTF-8 cannot encode.
 */
final class Texts {
  private Texts() {}

  /**
   * Appends the length and the text in UTF-8; the lowest bit of the length says that the text is in
   * UTF-16 instead.
   */
  static void put(String value, Encoder out) {
    if (NameText.isWellFormed(value)) {
      byte[] bytes = value.getBytes(StandardCharsets.UTF_8);
      out.putVarLong((long) bytes.length << 1).putRaw(bytes, 0, bytes.length);
    } else {
      out.putVarLong((long) value.length() << 2 | 1);
      for (int i = 0; i < value.length(); i++) {
        out.putByte(value.charAt(i) >> 8).putByte(value.charAt(i));
      }
    }
  }

  static String get(Decoder in) {
    long header = in.getVarLong();
    long length = header >>> 1;
    if (length > in.remaining() || ((header & 1) != 0 && (length & 1) != 0)) {
      throw new MalformedData("a text of " + length + " bytes at offset " + in.position());
    }
    byte[] bytes = in.getRaw((int) length);
    if ((header & 1) == 0) {
      return new String(bytes, StandardCharsets.UTF_8);
    }
    char[] units = new char[bytes.length / 2];
    for (int i = 0; i < units.length; i++) {
      units[i] = (char) (bytes[2 * i] << 8 | bytes[2 * i + 1] & 0xFF);
    }
    return new String(units);
  }

  /**
   * Appends each UTF-16 unit as UTF-8 would write it, so that the bytes sort as {@link
   * String#compareTo} does, and 00 00 at the end. The unit zero is 00 01.
   */
  static void putKey(String value, Encoder out) {
    for (int i = 0; i < value.length(); i++) {
      char unit = value.charAt(i);
      if (unit == 0) {
        out.putByte(0).putByte(1);
      } else if (unit < 0x80) {
        out.putByte(unit);
      } else if (unit < 0x800) {
        out.putByte(0xC0 | unit >> 6).putByte(0x80 | unit & 0x3F);
      } else {
        out.putByte(0xE0 | unit >> 12).putByte(0x80 | unit >> 6 & 0x3F).putByte(0x80 | unit & 0x3F);
      }
    }
    out.putByte(0).putByte(0);
  }

  static String getKey(Decoder in) {
    StringBuilder text = new StringBuilder();
    while (true) {
      int first = in.getByte();
      if (first == 0) {
        int second = in.getByte();
        if (second == 0) {
          return text.toString();
        }
        text.append('\0');
      } else if (first < 0x80) {
        text.append((char) first);
      } else if (first < 0xE0) {
        text.append((char) ((first & 0x1F) << 6 | in.getByte() & 0x3F));
      } else {
        text.append(
            (char) ((first & 0xF) << 12 | (in.getByte() & 0x3F) << 6 | in.getByte() & 0x3F));
      }
    }
  }
}
