package tutti.server.api;

import java.util.Collection;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import tutti.model.ActorId;

/** Takes keys of actors out of what people and monitoring see: they may be personal data. */
public final class Redaction {
  /** Stands for a key. */
  static final String HIDDEN = "…";

  private Redaction() {}

  /** An actor without its key: {@code Account[…]}. */
  static String without(ActorId actor) {
    return actor.type() + "[" + HIDDEN + "]";
  }

  /**
   * Takes the keys out of a text that names actors as {@code Account[NL91]}. A key that has a
   * bracket followed by a blank or a sign in it is not recognized as a whole.
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
                + ")\\[.*?\\](?=$|[^\\w\\]])",
            Pattern.MULTILINE);
    return text ->
        actor
            .matcher(text)
            .replaceAll(it -> Matcher.quoteReplacement(it.group(1) + "[" + HIDDEN + "]"));
  }
}
