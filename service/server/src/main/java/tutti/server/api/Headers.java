package tutti.server.api;

import io.netty.util.AsciiString;
import java.net.URI;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tutti.engine.transaction.submission.TransactionRequest;
import tutti.server.http.WholeRequest;

/** Reads the headers that the service uses. */
final class Headers {
  private static final AsciiString IDEMPOTENCY_KEY = AsciiString.cached("idempotency-key");
  private static final AsciiString TIMEOUT = AsciiString.cached("tutti-timeout");
  private static final AsciiString CONTENT_TYPE = AsciiString.cached("content-type");
  private static final AsciiString CONTENT_ENCODING = AsciiString.cached("content-encoding");
  private static final AsciiString ACCEPT = AsciiString.cached("accept");
  private static final AsciiString HOST = AsciiString.cached("host");
  private static final AsciiString ORIGIN = AsciiString.cached("origin");

  /** A wait that is too short to count. */
  private static final long SHORT_NANOS = 5_000_000;

  private static final int LONGEST_KEY = 255;
  private static final long LONGEST_TIMEOUT_MILLIS = TransactionRequest.LONGEST.toMillis();

  /** The media type of a text whose lines are JSON documents. */
  static final String LINES = "application/x-ndjson";

  /** The weight of what a client does not take. */
  private static final Pattern REFUSED = Pattern.compile("q\\s*=\\s*0(\\.0{0,3})?");

  private Headers() {}

  /** The client's Idempotency-Key, or null. */
  static @Nullable String idempotencyKey(WholeRequest request) throws BadRequest {
    String key = request.header(IDEMPOTENCY_KEY);
    if (key == null) {
      return null;
    }
    boolean visible = key.chars().allMatch(c -> c > ' ' && c <= '~');
    if (key.isEmpty() || key.length() > LONGEST_KEY || !visible) {
      throw bad("Idempotency-Key must be 1 to " + LONGEST_KEY + " visible ASCII characters");
    }
    if (request.headers(IDEMPOTENCY_KEY).size() > 1) {
      throw bad("Idempotency-Key stands twice");
    }
    return key;
  }

  /** The hash of the client's Idempotency-Key, whether it is valid or not; 0 if there is none. */
  static long keyHash(WholeRequest request) {
    String key = request.header(IDEMPOTENCY_KEY);
    if (key == null) {
      return 0;
    }
    long hash = 1;
    for (int i = 0; i < key.length(); i++) {
      hash = 31 * hash + key.charAt(i);
    }
    return hash;
  }

  /** Whether the client has given its request an Idempotency-Key. */
  static boolean hasKey(WholeRequest request) {
    return request.header(IDEMPOTENCY_KEY) != null;
  }

  /**
   * The timeout that the client gives its request, in nanoseconds; the usual one if it is wrong.
   */
  static long timeoutOrUsual(WholeRequest request, long usual) {
    String text = request.header(TIMEOUT);
    long nanos = text == null ? usual : nanos(text);
    return nanos >= 1 ? nanos : usual;
  }

  /**
   * Returns the time that a request has left, in nanoseconds: the time that the client has set,
   * less the time for which the request has waited unread or behind other requests of its
   * connection.
   *
   * @param otherwise the timeout of requests that set none
   */
  static long timeout(WholeRequest request, long otherwise) throws BadRequest {
    String text = request.header(TIMEOUT);
    if (text == null) {
      return left(request, otherwise);
    }
    if (request.headers(TIMEOUT).size() > 1) {
      throw bad("Tutti-Timeout stands twice");
    }
    long nanos = nanos(text);
    if (nanos >= 1) {
      return left(request, nanos);
    }
    throw bad(
        "Tutti-Timeout must be a whole number and ms, s, m or h, from 1ms to 1h, such as 500ms or"
            + " 2s; it is '"
            + Lookup.shorten(text)
            + "'");
  }

  /**
   * Returns the time that each transaction of a batch has, in nanoseconds, whenever it is begun.
   *
   * @param otherwise the timeout of requests that set none
   */
  static long wholeTimeout(WholeRequest request, long otherwise) throws BadRequest {
    timeout(request, otherwise);
    return timeoutOrUsual(request, otherwise);
  }

  private static long left(WholeRequest request, long timeout) {
    long age = System.nanoTime() - request.arrived();
    return age < SHORT_NANOS ? timeout : Math.max(1, timeout - age);
  }

  /**
   * Reads a time such as 500ms, 2s, 5m or 1h, one hour at most.
   *
   * @return nanoseconds, or -1 if the text is no such time
   */
  static long nanos(String text) {
    int digits = 0;
    while (digits < text.length() && text.charAt(digits) >= '0' && text.charAt(digits) <= '9') {
      digits++;
    }
    long unit =
        switch (text.substring(digits)) {
          case "ms" -> 1;
          case "s" -> 1_000;
          case "m" -> 60_000;
          case "h" -> 3_600_000;
          default -> 0;
        };
    if (unit == 0 || digits == 0 || digits > 7) {
      return -1;
    }
    long millis = Long.parseLong(text.substring(0, digits)) * unit;
    return millis <= LONGEST_TIMEOUT_MILLIS ? millis * 1_000_000 : -1;
  }

  /** Refuses a body whose type is given and is not JSON. */
  static void requireJson(WholeRequest request) throws BadRequest {
    String type = request.header(CONTENT_TYPE);
    if (type != null && !type.equals("application/json") && !isJson(type)) {
      throw new BadRequest(
          415,
          "unsupported-media-type",
          Titles.BAD_INPUT,
          "the body is "
              + type
              + "; send JSON with the header Content-Type: application/json (curl: --json)");
    }
    requireNoEncoding(request);
  }

  private static void requireNoEncoding(WholeRequest request) throws BadRequest {
    String encoding = request.header(CONTENT_ENCODING);
    if (encoding != null && !encoding.equalsIgnoreCase("identity")) {
      throw new BadRequest(
          415,
          "unsupported-content-encoding",
          Titles.BAD_INPUT,
          "the body is encoded with " + encoding + "; send it as it is");
    }
  }

  /**
   * Refuses a body whose type is given and is neither JSON nor lines of JSON.
   *
   * @return whether it is lines
   */
  static boolean requireJsonOrLines(WholeRequest request) throws BadRequest {
    String type = request.header(CONTENT_TYPE);
    if (type != null && isOfType(type, LINES)) {
      requireNoEncoding(request);
      return true;
    }
    requireJson(request);
    return false;
  }

  /** Returns whether the client takes lines of JSON as an answer. */
  static boolean takesLines(WholeRequest request) {
    return request.headers(ACCEPT).stream()
        .flatMap(each -> Stream.of(each.split(",", -1)))
        .anyMatch(Headers::isLinesWanted);
  }

  /**
   * Returns whether an element of Accept is of lines, and does not refuse them (RFC 9110 §12.4.2).
   */
  private static boolean isLinesWanted(String element) {
    String[] parts = element.split(";", -1);
    if (!parts[0].strip().equalsIgnoreCase(LINES)) {
      return false;
    }
    for (int i = 1; i < parts.length; i++) {
      String parameter = parts[i].strip().toLowerCase(Locale.ROOT);
      if (REFUSED.matcher(parameter).matches()) {
        return false;
      }
    }
    return true;
  }

  private static boolean isJson(String type) {
    return isOfType(type, "application/json");
  }

  private static boolean isOfType(String type, String wanted) {
    String[] parts = type.toLowerCase(Locale.ROOT).split(";", -1);
    for (int i = 1; i < parts.length; i++) {
      String parameter = parts[i].strip();
      boolean utf8 = parameter.equals("charset=utf-8") || parameter.equals("charset=\"utf-8\"");
      if (parameter.startsWith("charset=") && !utf8) {
        return false;
      }
    }
    return parts[0].strip().equals(wanted);
  }

  /**
   * Returns the host that a target in absolute form names, which counts instead of the host in the
   * header Host (RFC 9112 §3.2.2); null if the target has another form.
   */
  private static @Nullable String authority(String target) {
    int scheme = target.indexOf("://");
    if (scheme < 0 || target.startsWith("/")) {
      return null;
    }
    int begin = scheme + "://".length();
    int end = begin;
    while (end < target.length() && "/?#".indexOf(target.charAt(end)) < 0) {
      end++;
    }
    return target.substring(begin, end);
  }

  /**
   * Refuses web pages of other origins: a browser on this machine reaches a loopback address, and a
   * page can give that address a name of its own (DNS rebinding).
   *
   * @param access the other pages that are allowed
   */
  static void requireOwnOrigin(WholeRequest request, AllowedOrigins access) throws BadRequest {
    boolean loopback = access.loopback();
    List<String> hosts = request.headers(HOST);
    String host = hosts.isEmpty() ? null : hosts.getFirst();
    if (hosts.size() > 1 || host == null) {
      if (hosts.size() > 1 || !request.oldProtocol()) {
        throw bad("a request needs the header Host, once");
      }
      return;
    }
    String named = authority(request.target());
    host = named == null ? host : named;
    if (loopback && !isLoopback(host)) {
      throw new BadRequest(
          421,
          "foreign-host",
          Titles.BAD_INPUT,
          "this server listens on this machine alone and answers to localhost, not to '"
              + host
              + "'");
    }
    String origin = request.header(ORIGIN);
    if (origin != null && !sameHost(origin, host) && access.allowed(request) == null) {
      throw new BadRequest(
          403,
          "foreign-origin",
          Titles.BAD_INPUT,
          "pages of '"
              + origin
              + "' may not use this server: name the origin in server.allow-origins if they are"
              + " to");
    }
  }

  private static boolean isLoopback(String host) {
    String name = host;
    if (host.startsWith("[")) {
      name = host.substring(0, host.indexOf(']') + 1);
    } else if (host.lastIndexOf(':') >= 0) {
      name = host.substring(0, host.lastIndexOf(':'));
    }
    return name.equalsIgnoreCase("localhost")
        || name.equals("[::1]")
        || name.startsWith("127.") && name.chars().allMatch(c -> c == '.' || c >= '0' && c <= '9');
  }

  private static boolean sameHost(String origin, String host) {
    try {
      String authority = URI.create(origin).getAuthority();
      return authority != null && authority.equalsIgnoreCase(host);
    } catch (IllegalArgumentException notAUri) {
      return false;
    }
  }

  private static BadRequest bad(String detail) {
    return new BadRequest(400, "bad-header", Titles.BAD_INPUT, detail);
  }
}
