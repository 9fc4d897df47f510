package tutti.model.cost;

import java.util.Arrays;
import java.util.Locale;

/**
 * A duration by {@link CostTerm}s, in nanoseconds; its total is their sum. Immutable.
 *
 * <p>For example, {@code Times.of(CostTerm.C_S, 400).plus(Times.of(CostTerm.P_SEQ, 1_000))} has a
 * total of 1,400 ns.
 */
public final class Times {
  private static final CostTerm[] TERMS = CostTerm.values();

  /** No time at all. */
  public static final Times NONE = new Times(new double[TERMS.length]);

  private final double[] nanos;

  private Times(double[] nanos) {
    this.nanos = nanos;
  }

  /**
   * Returns a duration of one term.
   *
   * @param nanos at least 0, and finite
   * @throws IllegalArgumentException if it is below 0 or no number
   */
  public static Times of(CostTerm term, double nanos) {
    double[] all = new double[TERMS.length];
    all[term.ordinal()] = checked(term.label(), nanos);
    return new Times(all);
  }

  /** Returns a duration that the equation can use, or refuses it with its name. */
  static double checked(String name, double nanos) {
    if (!(nanos >= 0) || Double.isInfinite(nanos)) {
      throw new IllegalArgumentException(
          name + " is a duration of at least 0 ns, not " + nanos + " ns");
    }
    return nanos;
  }

  /** Returns the sum of both, term by term. */
  public Times plus(Times other) {
    double[] all = nanos.clone();
    for (int i = 0; i < all.length; i++) {
      all[i] += other.nanos[i];
    }
    return new Times(all);
  }

  /** Returns the longer one of both, with its terms; this one if they are equal. */
  public Times longer(Times other) {
    return other.total() > total() ? other : this;
  }

  /** Returns the nanoseconds of one term. */
  public double nanos(CostTerm term) {
    return nanos[term.ordinal()];
  }

  /** Returns the nanoseconds of all terms together. */
  public double total() {
    return Arrays.stream(nanos).sum();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Times times && Arrays.equals(nanos, times.nanos);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(nanos);
  }

  /** Returns the terms that are not zero, in nanoseconds: for messages of tests. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    for (CostTerm term : TERMS) {
      if (nanos(term) > 0) {
        text.append(text.isEmpty() ? "" : " + ")
            .append(String.format(Locale.ROOT, "%s %.0f", term.label(), nanos(term)));
      }
    }
    return text.isEmpty() ? "0" : text.toString();
  }
}
