package tutti.simulator.explorer.search;

import java.util.List;
import java.util.function.Function;

/**
 * The scopes of an explorer, by name. Immutable.
 *
 * @param all scopes, in the order in which they are told
 * @param name returns the name of a scope
 * @param <S> the scopes
 */
public record Scopes<S>(List<S> all, Function<S, String> name) {

  /** The name of the scope that is too large but for walks. */
  public static final String EVERYTHING = "everything";

  public Scopes {
    all = List.copyOf(all);
  }

  /**
   * Returns the scope with this name.
   *
   * @throws IllegalArgumentException if there is none: the message lists the names
   */
  public S named(String wanted) {
    return all.stream()
        .filter(each -> name.apply(each).equals(wanted))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "there is no scope '%s'; there are %s"
                        .formatted(wanted, String.join(", ", names()))));
  }

  /** The names of the scopes that are explored as a whole; the others only by walks. */
  public List<String> exhaustive() {
    return names().stream().filter(each -> !each.equals(EVERYTHING)).toList();
  }

  private List<String> names() {
    return all.stream().map(name).toList();
  }
}
