package tutti.model;

import java.util.LinkedHashMap;
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
   * Returns the path of events and calls from the client's own to the one that asked for the
   * refused action, as in {@code Loan[5].start → Member[9].borrow}; null if the client asked for
   * it.
   */
  default @Nullable String path() {
    return null;
  }

  /**
   * Approximately how many bytes the refusal keeps in memory that would be free without it; {@link
   * Long#MAX_VALUE} if that is not known. For example, a rule that looks at an argument of a
   * megabyte keeps that argument.
   */
  default long weight() {
    return Long.MAX_VALUE;
  }

  /** Returns a refusal with the same texts that keeps nothing else; long ones are cut. */
  static Refusal shortened(Refusal refusal) {
    Map<String, String> values = new LinkedHashMap<>();
    int left = Told.MOST_UNITS;
    for (Map.Entry<String, String> value : refusal.values().entrySet()) {
      String text = Told.cut(value.getValue());
      left -= value.getKey().length() + text.length();
      if (left < 0) {
        break;
      }
      values.put(value.getKey(), text);
    }
    return new Told(
        refusal.code(),
        Told.cut(refusal.message()),
        Told.cutIfAny(refusal.documentation()),
        Told.cutIfAny(refusal.rule()),
        Told.cutIfAny(refusal.path()),
        values);
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
      implements Refusal {
    /** The greatest length of a text that is cut, in UTF-16 units. */
    private static final int MOST_UNITS = 2000;

    private static String cut(String text) {
      return text.length() <= MOST_UNITS ? text : text.substring(0, MOST_UNITS) + "…";
    }

    private static @Nullable String cutIfAny(@Nullable String text) {
      return text == null ? null : cut(text);
    }

    private static long length(@Nullable String text) {
      return text == null ? 0 : text.length();
    }

    @Override
    public long weight() {
      long sum = length(message) + length(documentation) + length(rule) + length(path);
      for (Map.Entry<String, String> value : values.entrySet()) {
        sum += value.getKey().length() + value.getValue().length();
      }
      return sum;
    }
  }
}
