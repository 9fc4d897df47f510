package tutti.lab.load;

import java.util.Arrays;

/** The shares of several kinds of requests in a mix, in parts of their sum. Immutable. */
public final class Shares {
  private final int[] parts;
  private final int sum;

  /**
   * @param parts of each kind, at least 0
   */
  public Shares(int... parts) {
    this.parts = parts.clone();
    this.sum = Arrays.stream(parts).sum();
  }

  /** Returns the number of different values that a draw may have. */
  public int sum() {
    return sum;
  }

  /**
   * Returns the number of the kind that is drawn.
   *
   * @param drawn evenly, from 0 to the sum, which it is not
   */
  public int kind(int drawn) {
    int left = drawn;
    int kind = 0;
    while (left >= parts[kind]) {
      left -= parts[kind++];
    }
    return kind;
  }
}
