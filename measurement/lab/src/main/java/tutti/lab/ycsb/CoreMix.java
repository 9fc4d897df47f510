package tutti.lab.ycsb;

import java.util.Arrays;
import tutti.lab.load.Shares;

/**
 * The core workloads of YCSB (B. F. Cooper et al., SoCC 2010, Table 2): the share of each
 * operation, in hundredths, in the order of {@link CoreOperation}.
 */
public enum CoreMix {
  /** A session store: as many updates as reads. */
  A(50, 50, 0, 0, 0),
  /** Tags of photos. */
  B(95, 5, 0, 0, 0),
  /** A cache of profiles: reads alone. */
  C(100, 0, 0, 0, 0),
  /** Status updates, of which the latest are read most. */
  D(95, 0, 5, 0, 0),
  /** Conversations: scans of some rows in their order. */
  E(0, 0, 5, 95, 0),
  /** Records of users that are read, changed and written back. */
  F(50, 0, 0, 0, 50);

  private final Shares shares;

  CoreMix(int... shares) {
    this.shares = new Shares(shares);
  }

  CoreOperation operation(int drawn) {
    return CoreOperation.values()[shares.kind(drawn)];
  }

  int sum() {
    return shares.sum();
  }

  /** Returns whether new rows are read most, and not the first ones. */
  boolean isLatest() {
    return this == D;
  }

  /**
   * Returns the mix of that letter.
   *
   * @throws IllegalArgumentException if there is none
   */
  public static CoreMix of(String letter) {
    return Arrays.stream(values())
        .filter(mix -> mix.name().equals(letter))
        .findFirst()
        .orElseThrow(
            () -> new IllegalArgumentException("--mix is one of A to F, not '" + letter + "'"));
  }
}
