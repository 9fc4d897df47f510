package tutti.lab.bank;

import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** The requests of the bank's clients. */
public enum Scenario {
  /** Each request opens an account: an event without sync (PSAC §5.4, hypothesis 1). */
  NOSYNC(0, 100_00, 100_00),

  /** Each request books a transfer between two accounts picked uniformly (hypothesis 2). */
  SYNC(100_000, 1_000_00, 1_000_00),

  /** Each request is such a transfer, over so few accounts that transfers meet (hypothesis 3). */
  SYNC1000(1_000, 1_000_00, 1_000_00),

  /**
   * Every transfer has account 0 on one side, in either direction at random; the other is picked
   * uniformly. The others start with so little that some withdrawals are refused.
   */
  HOT(1_000, 100_00, 100_000_00);

  /** The largest amount of a transfer; the smallest is one cent. */
  public static final int HIGHEST_AMOUNT_CENTS = 100_00;

  private final int usualAccounts;
  private final long openingCents;
  private final long firstOpeningCents;

  Scenario(int usualAccounts, long openingCents, long firstOpeningCents) {
    this.usualAccounts = usualAccounts;
    this.openingCents = openingCents;
    this.firstOpeningCents = firstOpeningCents;
  }

  /** Returns the name on the command line. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Returns the number of accounts opened before the run, unless told otherwise. */
  public int usualAccounts() {
    return usualAccounts;
  }

  /** Returns the first deposit of an account, in cents. */
  public long openingCents(long account) {
    return account == 0 ? firstOpeningCents : openingCents;
  }

  /**
   * Returns a number of accounts with which this scenario makes sense.
   *
   * @throws IllegalArgumentException if it makes none
   */
  public int checked(int accounts) {
    int fewest = this == NOSYNC ? 0 : 2;
    if (accounts < fewest) {
      throw new IllegalArgumentException(
          "--accounts must be at least " + fewest + " for " + label() + ", is " + accounts);
    }
    return accounts;
  }

  /** Adds the parameters of this scenario in results. */
  public void describe(int accounts, Map<String, Object> parameters) {
    parameters.put("scenario", label());
    parameters.put("accounts", accounts);
    parameters.put("opening-balance", "EUR " + openingCents / 100);
    if (this == HOT) {
      parameters.put("hot-opening-balance", "EUR " + firstOpeningCents / 100);
    }
    if (this != NOSYNC) {
      parameters.put("amounts", "EUR 0.01 to " + HIGHEST_AMOUNT_CENTS / 100 + ".00");
    }
  }

  /**
   * Returns the scenario of that name.
   *
   * @throws IllegalArgumentException if there is none; the message names those that there are
   */
  public static Scenario of(String label) {
    for (Scenario scenario : values()) {
      if (scenario.label().equals(label)) {
        return scenario;
      }
    }
    throw new IllegalArgumentException(
        "--scenario: '"
            + label
            + "' is none of "
            + Arrays.stream(values()).map(Scenario::label).collect(Collectors.joining(", ")));
  }
}
