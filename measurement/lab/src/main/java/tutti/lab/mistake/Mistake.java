package tutti.lab.mistake;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The mistakes of procedures in simulated applications: each throws, or returns what cannot be
 * written, and does not commit.
 */
public final class Mistake {
  /** The mistakes that need no call of another actor. */
  public static final List<String> ALONE =
      List.of(
          "null",
          "element",
          "value",
          "empty",
          "inside",
          "accessor",
          "throw",
          "message",
          "description",
          "recursion");

  /**
   * The mistakes with a call of another actor: of the caller before the call is made or taken, or
   * after it; or of the actor that is called, and the caller may catch what it throws.
   */
  public static final List<String> WITH_CALL =
      List.of("before", "untaken", "after", "called", "caught");

  private Mistake() {}

  /** A result with parts that may be null by mistake, and one whose accessor may throw. */
  public record Label(
      String text, List<String> list, Map<String, Long> map, Optional<Inside> inside, int number) {
    @Override
    public int number() {
      if (number < 0) {
        throw new UnsupportedOperationException("a negative number");
      }
      return number;
    }
  }

  /** A part of a result. */
  public record Inside(List<Optional<String>> texts) {}

  /** An exception that cannot be described. */
  private static final class Indescribable extends RuntimeException {
    private static final long serialVersionUID = 1;

    @Override
    public String getMessage() {
      throw new IllegalStateException("a mistake in the description");
    }
  }

  /**
   * Makes a mistake with a call.
   *
   * @param how one of {@link #WITH_CALL}
   * @param good calls another actor whose procedure makes no mistake
   * @param bad calls an actor whose procedure makes a mistake
   */
  @SuppressWarnings("ReturnValueIgnored") // what a call gives is not what this is about
  public static Label calling(String how, Supplier<?> good, Supplier<?> bad) {
    switch (how) {
      case "before" -> throw new IllegalStateException("before a call");
      case "untaken", "after" -> good.get();
      case "caught" -> {
        try {
          bad.get();
        } catch (RuntimeException ignored) {
          return label("");
        }
      }
      default -> bad.get();
    }
    throw new IllegalStateException("after a call");
  }

  /** Calls itself until the stack overflows. */
  @SuppressWarnings("InfiniteRecursion") // this is the mistake
  private static long endless(long depth) {
    return endless(depth + 1) + depth;
  }

  /** Makes a mistake of {@link #ALONE}, or none if it is not known. */
  @SuppressWarnings("NullAway") // these are the mistakes
  public static Label label(String how) {
    @Nullable String nothing = null;
    Map<String, Long> map = new HashMap<>();
    map.put("a", how.equals("value") ? null : Long.valueOf(1));
    switch (how) {
      case "throw" -> throw new IllegalStateException("a mistake");
      case "message" -> throw new IllegalStateException("half of a pair: \uD800");
      case "description" -> throw new Indescribable();
      case "recursion" -> throw new IllegalStateException("an end of " + endless(1));
      default -> {}
    }
    return new Label(
        how.equals("null") ? nothing : "text",
        how.equals("element") ? Arrays.asList("a", nothing) : List.of(),
        map,
        how.equals("empty")
            ? null
            : Optional.of(
                new Inside(
                    how.equals("inside")
                        ? Arrays.asList(Optional.of("a"), null)
                        : List.of(Optional.empty()))),
        how.equals("accessor") ? -1 : 1);
  }
}
