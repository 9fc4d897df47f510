package tutti.lab.tpcc;

import java.util.Arrays;
import tutti.lab.load.Shares;

/** The share of each kind of transaction, in ten thousands. */
public enum Mix {
  /** The specification's least shares, new orders being the rest (clause 5.2.3). */
  STANDARD("standard", 4_500, 4_300, 400, 400, 400),
  /** The shares of Janus' Table 3. */
  JANUS("janus", 4_365, 4_405, 413, 399, 418),
  /** Payments alone (Easy Commit, Figures 14a and 15; DBx1000). */
  PAYMENT("payment", 0, 10_000, 0, 0, 0),
  /** New orders alone (Easy Commit, Figures 14b and 16; DBx1000; Reactors, Figures 10 and 11). */
  NEW_ORDER("new-order", 10_000, 0, 0, 0, 0);

  private final String label;
  private final Shares shares;

  Mix(String label, int... shares) {
    this.label = label;
    this.shares = new Shares(shares);
  }

  String label() {
    return label;
  }

  /** Draws the kind of the next transaction. */
  Kind next(TpccRandom draw) {
    return Kind.values()[shares.kind(draw.between(0, shares.sum() - 1))];
  }

  /**
   * Returns the mix of that name.
   *
   * @throws IllegalArgumentException if there is none; the message names those that there are
   */
  public static Mix of(String label) {
    return Arrays.stream(values())
        .filter(mix -> mix.label.equals(label))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "--mix is one of "
                        + String.join(", ", Arrays.stream(values()).map(Mix::label).toList())
                        + ", not '"
                        + label
                        + "'"));
  }
}
