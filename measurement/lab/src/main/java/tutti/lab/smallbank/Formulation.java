package tutti.lab.smallbank;

import java.util.Arrays;
import java.util.List;
import java.util.function.BiFunction;
import tutti.model.actor.Procedure;

/** The programs of a multi-transfer, which differ in what overlaps (Reactors §4.1). */
public enum Formulation {
  FULLY_SYNC("fully-sync", BankCustomer.FullySync::new),
  PARTIALLY_ASYNC("partially-async", BankCustomer.PartiallyAsync::new),
  FULLY_ASYNC("fully-async", BankCustomer.FullyAsync::new),
  OPT("opt", BankCustomer.Opt::new);

  private final String label;
  private final BiFunction<List<String>, Long, Procedure<BankCustomer, ?>> procedure;

  Formulation(String label, BiFunction<List<String>, Long, Procedure<BankCustomer, ?>> procedure) {
    this.label = label;
    this.procedure = procedure;
  }

  String label() {
    return label;
  }

  Procedure<BankCustomer, ?> procedure(List<String> to, long cents) {
    return procedure.apply(to, cents);
  }

  /** Returns how often the account changes that pays {@code destinations} others. */
  int debits(int destinations) {
    return this == OPT ? 1 : destinations;
  }

  /**
   * Returns the one of that name.
   *
   * @throws IllegalArgumentException if there is none; the message names those that there are
   */
  public static Formulation of(String label) {
    return Arrays.stream(values())
        .filter(each -> each.label.equals(label))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "--multi-transfer is one of "
                        + String.join(
                            ", ", Arrays.stream(values()).map(Formulation::label).toList())
                        + ", not '"
                        + label
                        + "'"));
  }
}
