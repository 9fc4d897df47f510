package tutti.model;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Why the application's own rules refuse an action: a value, not an exception. Made often while
 * possible outcomes are explored and read seldom, so implementations compute text on demand.
 */
public interface Refusal {

  /** Stable and machine-readable, in kebab case: {@code precondition}, {@code state}, … */
  String code();

  /** One sentence for a person, with the values that mattered. */
  String message();

  /** The documentation that the application's author wrote at the rule, or null. */
  default @Nullable String documentation() {
    return null;
  }

  /** The rule as the author wrote it, or null where no text stands behind it. */
  default @Nullable String rule() {
    return null;
  }

  /** The values that the rule looked at, by the expression that names them. */
  default Map<String, String> values() {
    return Map.of();
  }

  /**
   * Which event asked for the action that is refused, from the client's own event on, as in {@code
   * Loan[5].start → Member[9].borrow}; null if the client asked for it.
   */
  default @Nullable String path() {
    return null;
  }

  /** A refusal whose text is known at once. */
  static Refusal of(String code, String message) {
    record Plain(String code, String message) implements Refusal {}
    return new Plain(code, message);
  }
}
