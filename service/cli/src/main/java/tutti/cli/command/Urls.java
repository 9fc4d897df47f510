package tutti.cli.command;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;

/** The paths of requests. */
public final class Urls {
  private Urls() {}

  /**
   * Returns the path of an actor that is named by its type and key.
   *
   * @param example of such a name
   * @throws Failure if the text is none
   */
  public static String ofActor(String actor, String example) {
    int slash = actor.indexOf('/');
    if (slash <= 0 || slash == actor.length() - 1) {
      throw new Failure(
          ExitStatus.USAGE, "'" + actor + "' names no actor; write its type and key: " + example);
    }
    return "/" + part(actor.substring(0, slash)) + "/" + part(actor.substring(slash + 1));
  }

  /** A text as one segment of a path, or as one value of a query. */
  public static String part(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
  }
}
