package tutti.server.api;

import java.util.Collection;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import tutti.model.ActorId;

/** Removes keys of actors, which may be personal data, from texts for people and monitoring. */
public final class Redaction {
  /** The text in the place of a key. */
  static final String HIDDEN = "…";

  private Redaction() {}

  /** Returns an actor's name without its key: {@code Account[…]}. */
  static String without(ActorId actor) {
    return actor.type() + "[" + HIDDEN + "]";
  }

  /**
   * Returns a function that removes the keys from a text that names actors as {@code
   * Account[NL91]}. A key reaches as far as the last closing bracket before another opening one. So
   * of a key with an opening bracket behind a closing one, the rest behind that closing bracket
   * stays.
   *
   * @param types the names of all types of actors
   */
  public static UnaryOperator<String> of(Collection<String> types) {
    if (types.isEmpty()) {
      return UnaryOperator.identity();
    }
    Pattern actor =
        Pattern.compile(
            "\\b("
                + types.stream().map(Pattern::quote).collect(Collectors.joining("|"))
                + ")\\[[^\\]]*\\](?:[^\\[]*\\])?");
    return text ->
        actor
            .matcher(text)
            .replaceAll(it -> Matcher.quoteReplacement(it.group(1) + "[" + HIDDEN + "]"));
  }
}
