package tutti.server.api;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tutti.engine.transaction.submission.TransactionRequest;

/**
 * A request's target, parsed.
 *
 * @param segments of the path, percent-decoded; one empty segment for {@code /}
 * @param query percent-decoded, in the order of the text
 */
record RequestTarget(List<String> segments, Map<String, String> query) {
  private static final String STALENESS = "staleness";

  static RequestTarget parse(String target) throws BadRequest {
    String rest = withoutAuthority(target);
    int fragment = rest.indexOf('#');
    if (fragment >= 0) {
      throw bad("the path contains '#'; write it as %23");
    }
    int question = rest.indexOf('?');
    String path = question < 0 ? rest : rest.substring(0, question);
    if (path.isEmpty() || path.charAt(0) != '/') {
      throw bad("a path begins with '/'");
    }
    List<String> segments = new ArrayList<>(4);
    int from = 1;
    while (true) {
      int slash = path.indexOf('/', from);
      segments.add(decode(path.substring(from, slash < 0 ? path.length() : slash), false));
      if (slash < 0) {
        break;
      }
      from = slash + 1;
    }
    return new RequestTarget(
        segments, question < 0 ? Map.of() : parseQuery(rest.substring(question + 1)));
  }

  /**
   * Returns the target without scheme and authority, since a server must take the absolute form too
   * (RFC 9112 §3.2.2).
   */
  private static String withoutAuthority(String target) {
    if (target.startsWith("/")) {
      return target;
    }
    int scheme = target.indexOf("://");
    if (scheme < 0) {
      return target;
    }
    int path = target.indexOf('/', scheme + 3);
    return path < 0 ? "/" : target.substring(path);
  }

  private static Map<String, String> parseQuery(String text) throws BadRequest {
    Map<String, String> query = new LinkedHashMap<>();
    if (text.isEmpty()) {
      return query;
    }
    for (String pair : text.split("&", -1)) {
      if (pair.isEmpty()) {
        continue;
      }
      int equals = pair.indexOf('=');
      String name;
      String value;
      try {
        name = decode(equals < 0 ? pair : pair.substring(0, equals), true);
        value = equals < 0 ? "" : decode(pair.substring(equals + 1), true);
      } catch (BadRequest bad) {
        throw BadRequest.query(
            "the query parameter '" + Lookup.shorten(pair) + "': " + bad.problem().detail());
      }
      if (query.put(name, value) != null) {
        throw new BadRequest(
            400, "bad-query", Titles.BAD_INPUT, "the query parameter '" + name + "' stands twice");
      }
    }
    return query;
  }

  private static String decode(String text, boolean plusIsSpace) throws BadRequest {
    boolean plain = true;
    for (int i = 0; i < text.length() && plain; i++) {
      char c = text.charAt(i);
      plain = c != '%' && c < 0x80 && !(plusIsSpace && c == '+');
    }
    return plain ? text : decodeOdd(text, plusIsSpace);
  }

  private static String decodeOdd(String text, boolean plusIsSpace) throws BadRequest {
    // Bytes that are not percent-encoded come from Netty as one character each.
    byte[] bytes = new byte[text.length()];
    int size = 0;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '%') {
        boolean whole = i + 2 < text.length();
        int high = whole ? hex(text.charAt(i + 1)) : -1;
        int low = whole ? hex(text.charAt(i + 2)) : -1;
        if (high < 0 || low < 0) {
          throw bad("'%' is not followed by two hexadecimal digits; write a percent sign as %25");
        }
        bytes[size++] = (byte) (high << 4 | low);
        i += 2;
      } else if (c > 0xFF) {
        throw bad("the path has a character that is not percent-encoded");
      } else {
        bytes[size++] = (byte) (plusIsSpace && c == '+' ? ' ' : c);
      }
    }
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes, 0, size)).toString();
    } catch (CharacterCodingException e) {
      throw bad("the percent-encoded bytes are not UTF-8");
    }
  }

  private static int hex(char c) {
    return c < 0x80 ? Character.digit(c, 16) : -1;
  }

  private static BadRequest bad(String detail) {
    return new BadRequest(400, "bad-path", Titles.BAD_INPUT, detail);
  }

  /**
   * Reads the greatest age of the snapshot for a query, in nanoseconds: {@code ?staleness=1s}. No
   * other parameter is allowed.
   *
   * @return {@link TransactionRequest#NOW} if there is no such parameter
   */
  long staleness() throws BadRequest {
    for (String name : query.keySet()) {
      if (!name.equals(STALENESS)) {
        throw new BadRequest(
            400,
            "bad-query",
            Titles.BAD_INPUT,
            "unknown query parameter '" + name + "'; expected " + STALENESS + "=1s or none");
      }
    }
    String text = query.get(STALENESS);
    long nanos = text == null ? TransactionRequest.NOW : Headers.nanos(text);
    if (text != null && nanos < 0) {
      throw new BadRequest(
          400,
          "bad-query",
          Titles.BAD_INPUT,
          STALENESS
              + " must be a whole number and ms, s, m or h, one hour at most, such as 0s, 500ms or"
              + " 2s; it is '"
              + Lookup.shorten(text)
              + "'");
    }
    return nanos;
  }

  /** Reads a whole number that may be left out, and is 0 then. No other parameter is allowed. */
  long number(String parameter) throws BadRequest {
    for (Map.Entry<String, String> each : query.entrySet()) {
      if (!each.getKey().equals(parameter)) {
        throw BadRequest.query(
            "unknown query parameter '"
                + Lookup.shorten(each.getKey())
                + "'; expected "
                + parameter
                + "=1 or none");
      }
      if (!each.getValue().matches("[0-9]{1,18}")) {
        throw BadRequest.query(
            parameter
                + " must be a whole number of at most 18 digits; it is '"
                + Lookup.shorten(each.getValue())
                + "'");
      }
    }
    return Long.parseLong(query.getOrDefault(parameter, "0"));
  }

  /** Refuses query parameters on a path that has none. */
  void requireNoQuery() throws BadRequest {
    if (!query.isEmpty()) {
      throw BadRequest.query(
          "this path takes no query parameters, such as '"
              + Lookup.shorten(query.keySet().iterator().next())
              + "'");
    }
  }
}
