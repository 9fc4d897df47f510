package tutti.simulator.history;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * A system's claim about its histories, from the least to the most.
 *
 * <p>{@link #SERIALIZABLE} says nothing of time, and so nothing of it for single actors either:
 * there {@link #OBJECT} says more.
 */
public enum Claim {
  /** Transactions are atomic, and each actor's history alone is strictly serializable. */
  OBJECT,
  /** All transactions have one order that explains what each saw. */
  SERIALIZABLE,
  /** That order has every transaction between its request and its answer. */
  STRICT_SERIALIZABLE;

  /** Another word for {@link #STRICT_SERIALIZABLE}. */
  private static final String STRICTLY = "strictly-serializable";

  /** As flags have it, such as {@code strict-serializable}. */
  public String label() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** All labels, the least claim first, with commas between them. */
  public static String labels() {
    return Arrays.stream(values()).map(Claim::label).collect(Collectors.joining(", "));
  }

  /**
   * The claim of a label. {@code strictly-serializable} is another word for {@code
   * strict-serializable}.
   *
   * @throws IllegalArgumentException if there is none, with those there are
   */
  public static Claim parse(String label) {
    for (Claim claim : values()) {
      if (claim.label().equals(label)) {
        return claim;
      }
    }
    if (label.equals(STRICTLY)) {
      return STRICT_SERIALIZABLE;
    }
    throw new IllegalArgumentException("'" + label + "' is not one of " + labels());
  }
}
