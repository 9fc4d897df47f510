package tutti.model.text;

import org.jspecify.annotations.Nullable;

/**
 * The rule for texts that name something: keys of actors, idempotency keys, keys of irrevocable
 * operations, names and reasons of operators. Such a text is written in UTF-8 and must be read back
 * as it was, on this host and on others. Java lets a String hold half of a surrogate pair, for
 * example {@code "k\ud800"}, which UTF-8 cannot write; such a text names nothing.
 */
public final class NameText {
  private NameText() {}

  /** Whether every surrogate of the text has its pair, so that UTF-8 keeps the text unchanged. */
  public static boolean isWellFormed(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (Character.isSurrogate(text.charAt(i))) {
        if (i + 1 == text.length()
            || !Character.isSurrogatePair(text.charAt(i), text.charAt(i + 1))) {
          return false;
        }
        i++;
      }
    }
    return true;
  }

  /**
   * The reason why a text is no name, in words that follow "a key", for example {@code "has at
   * least one character"}; null if it is one.
   *
   * @param mostBytes the greatest length in UTF-8, in bytes
   */
  public static @Nullable String fault(String text, int mostBytes) {
    if (text.isEmpty()) {
      return "has at least one character";
    }
    if (!isWellFormed(text)) {
      return "is well-formed Unicode, and this one has half of a surrogate pair";
    }
    // No UTF-16 unit takes more than three bytes.
    if (text.length() > mostBytes / 3) {
      int bytes = bytes(text);
      if (bytes > mostBytes) {
        return "has at most " + mostBytes + " bytes in UTF-8, and this one has " + bytes;
      }
    }
    return null;
  }

  /** The length of a well-formed text in UTF-8, in bytes. */
  private static int bytes(String text) {
    long bytes = 0;
    for (int i = 0; i < text.length(); i++) {
      char unit = text.charAt(i);
      // Each half of a pair takes two of its four bytes.
      bytes += unit < 0x80 ? 1 : unit < 0x800 || Character.isSurrogate(unit) ? 2 : 3;
    }
    return (int) Math.min(bytes, Integer.MAX_VALUE);
  }

  /**
   * Returns a text for people in a form that UTF-8 keeps: half of a surrogate pair becomes U+FFFD,
   * the replacement character. Any other text is returned itself. Never for a text that names
   * something.
   */
  public static String readable(String text) {
    if (isWellFormed(text)) {
      return text;
    }
    StringBuilder readable = new StringBuilder(text.length());
    for (int i = 0; i < text.length(); i++) {
      char unit = text.charAt(i);
      if (!Character.isSurrogate(unit)) {
        readable.append(unit);
      } else if (i + 1 < text.length() && Character.isSurrogatePair(unit, text.charAt(i + 1))) {
        readable.append(unit).append(text.charAt(++i));
      } else {
        readable.append('\uFFFD');
      }
    }
    return readable.toString();
  }
}
