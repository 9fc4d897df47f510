package tutti.lab.torture;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import tutti.lab.smallbank.ServedSmallbank;
import tutti.lab.tpcc.Actors;
import tutti.lab.tpcc.ServedTpcc;

/** The applications that are tortured, with their clients and their judges. */
public enum TortureWorkload {
  /** The simulated bank, whose history is judged. */
  BANK("bank"),
  /** Payments that charge cards in a world outside, which no trouble touches. */
  CHARGES("charges"),
  /** Payments in Java that are rows of several purses, and have nothing outside. */
  PURSES("purses"),
  /** TPC-C, a warehouse being an actor. */
  TPCC("tpcc"),
  /** TPC-C, whose rows are actors. */
  TPCC_ROWS("tpcc-rows"),
  /** Smallbank. */
  SMALLBANK("smallbank");

  private final String label;

  TortureWorkload(String label) {
    this.label = label;
  }

  /** Returns the name in flags and reports. */
  public String label() {
    return label;
  }

  /** Returns whether other nodes must not decide while a coordinator works. */
  boolean acts() {
    return this == CHARGES;
  }

  /** Returns whether an actor is small enough for a protocol of which an actor is one item. */
  boolean hasSmallActors() {
    return this != TPCC;
  }

  /** Writes the application into the folder of a round. */
  RoundWorkload in(Path folder) throws IOException {
    return switch (this) {
      case BANK -> new BankRound(folder);
      case CHARGES -> new ChargesRound(folder, true);
      case PURSES -> new ChargesRound(folder, false);
      case TPCC -> new BenchmarkRound(label, new ServedTpcc(Actors.WAREHOUSES), folder);
      case TPCC_ROWS -> new BenchmarkRound(label, new ServedTpcc(Actors.ROWS), folder);
      case SMALLBANK -> new BenchmarkRound(label, new ServedSmallbank(), folder);
    };
  }

  /**
   * Returns the workload of that label.
   *
   * @throws IllegalArgumentException if there is none; the message names those that there are
   */
  public static TortureWorkload of(String label) {
    return Arrays.stream(values())
        .filter(workload -> workload.label.equals(label))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "--workload: there is no '"
                        + label
                        + "'; there are "
                        + Arrays.stream(values()).map(TortureWorkload::label).toList()));
  }
}
