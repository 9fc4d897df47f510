package tutti.model;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The reason why the application's own rules refuse an action: a value, not an exception. Refusals
 * are made often while possible outcomes are explored, and are read seldom, so implementations
 * compute text on demand.
 */
public interface Refusal {

  /**
   * The reason's code, stable and machine-readable, in kebab case: {@code precondition}, {@code
   * state}, …
   */
  String code();

  /** The reason in one sentence for a person, with the values that the rule looked at. */
  String message();

  /** The documentation that the application's author wrote at the rule, or null. */
  default @Nullable String documentation() {
    return null;
  }

  /** The rule as the author wrote it, or null if the refusal has no rule as text. */
  default @Nullable String rule() {
    return null;
  }

  /** The values that the rule looked at, by the expression that names them. */
  default Map<String, String> values() {
    return Map.of();
  }

  /**
   * The path of events and calls from the client's own to the one that asked for the refused
   * action, as in {@code Loan[5].start → Member[9].borrow}; null if the client asked for it.
   */
  default @Nullable String path() {
    return null;
  }

  /** Makes a refusal whose text is known already. */
  static Refusal of(String code, String message) {
    return new Told(code, message, null, null, null, Map.of());
  }

  /** A refusal all of whose facts are known already, such as one that another node has told. */
  record Told(
      String code,
      String message,
      @Nullable String documentation,
      @Nullable String rule,
      @Nullable String path,
      Map<String, String> values)
      implements Refusal {}
}
