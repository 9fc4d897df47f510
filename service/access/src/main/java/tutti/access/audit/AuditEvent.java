package tutti.access.audit;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One request, as the audit log names it.
 *
 * @param caller the subject of whoever made it; null for a stranger
 * @param tenant the caller's tenant; null for a stranger
 * @param from the address of the connection
 * @param method the method of HTTP
 * @param path without its query, and without keys of actors where these are redacted
 * @param status the status of the answer; 0 if there is none yet
 * @param code the code of a refusal, or the operators' work
 */
public record AuditEvent(
    @Nullable String caller,
    @Nullable String tenant,
    String from,
    String method,
    String path,
    int status,
    String code) {
  /** A longer text is cut: a line is bounded, whatever a client sends. */
  private static final int MOST_TEXT = 512;

  Map<String, @Nullable Object> tree() {
    Map<String, @Nullable Object> tree = new LinkedHashMap<>();
    tree.put("caller", caller);
    tree.put("tenant", tenant);
    tree.put("from", from);
    tree.put("method", cut(method));
    tree.put("path", cut(path));
    if (status != 0) {
      tree.put("status", status);
    }
    tree.put("code", code);
    return tree;
  }

  private static String cut(String text) {
    if (text.length() <= MOST_TEXT) {
      return text;
    }
    int end = Character.isHighSurrogate(text.charAt(MOST_TEXT - 1)) ? MOST_TEXT - 1 : MOST_TEXT;
    return text.substring(0, end) + "…";
  }
}
