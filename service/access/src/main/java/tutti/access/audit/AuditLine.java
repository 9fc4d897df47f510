package tutti.access.audit;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tutti.model.text.JsonText;

/**
 * A line of the audit log, as far as the chain of lines is about it.
 *
 * @param number counts the lines, from 1
 * @param before the hash of the line before; {@link #FIRST} if there was none
 */
record AuditLine(long number, String before) {
  /** The hash before the first line. */
  static final String FIRST = "none";

  private static final Pattern FORM =
      Pattern.compile(
          "\\{\"number\":([1-9][0-9]{0,17}),.*,\"before\":\"([A-Za-z0-9_-]{4,43})\"\\}");

  /** Returns the text of a line, without its end. */
  static byte[] text(
      long number, Instant at, String what, Map<String, @Nullable Object> more, String before) {
    Map<String, @Nullable Object> tree = new LinkedHashMap<>();
    tree.put("number", number);
    tree.put("at", at.toString());
    tree.put("what", what);
    tree.putAll(more);
    tree.put("before", before);
    return JsonText.bytes(tree);
  }

  /** Reads a line; null if it is none. */
  static @Nullable AuditLine read(byte[] text) {
    Matcher form = FORM.matcher(new String(text, StandardCharsets.UTF_8));
    return form.matches() ? new AuditLine(Long.parseLong(form.group(1)), form.group(2)) : null;
  }

  /** Returns the hash of a line's text, SHA-256 in Base64 for URLs. */
  static String hash(byte[] text) {
    try {
      return Base64.getUrlEncoder()
          .withoutPadding()
          .encodeToString(MessageDigest.getInstance("SHA-256").digest(text));
    } catch (NoSuchAlgorithmException missing) {
      throw new IllegalStateException(missing);
    }
  }
}
