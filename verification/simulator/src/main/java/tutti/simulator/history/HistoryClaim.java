package tutti.simulator.history;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * A system's claim about its histories, from the least to the most.
 *
 * <p>{@link #SERIALIZABLE} says nothing of time, not for single actors either: there {@link
 * #OBJECT} says more.
 */
public enum HistoryClaim {
  /** Transactions are atomic, and each actor's history alone is strictly serializable. */
  OBJECT,
  /** Transactions have one order that explains the observations of each. */
  SERIALIZABLE,
  /** Transactions have one such order, with each between its request and its answer. */
  STRICT_SERIALIZABLE;

  /** A second label of {@link #STRICT_SERIALIZABLE}. */
  private static final String STRICTLY = "strictly-serializable";

  /** The claim's name in flags, such as {@code strict-serializable}. */
  public String label() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** The labels of all claims, the least claim first, with commas between them. */
  public static String labels() {
    return Arrays.stream(values()).map(HistoryClaim::label).collect(Collectors.joining(", "));
  }

  /**
   * The claim of a label. {@code strictly-serializable} is another word for {@code
   * strict-serializable}.
   *
   * @throws IllegalArgumentException if there is none; the message has the labels that there are
   */
  public static HistoryClaim parse(String label) {
    for (HistoryClaim claim : values()) {
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
