package tutti.cli.command;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;

/** The paths of requests. */
public final class Urls {
  private Urls() {}

  /** A text as one segment of a path, or as one value of a query. */
  public static String part(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
  }
}
