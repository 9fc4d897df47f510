package tutti.lab.smallbank;

import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import tutti.lab.smallbank.BankCustomer.Account;
import tutti.lab.smallbank.BankCustomer.Holdings;

/**
 * The rules that hold of stored accounts whenever nothing runs, judged one customer after the
 * other:
 *
 * <ul>
 *   <li>{@code smallbank-balances}: a balance is what the account began with and all that came and
 *       went;
 *   <li>{@code smallbank-conserved}: all transfers together have neither made nor lost money;
 *   <li>{@code smallbank-savings}: no savings account is below zero;
 *   <li>{@code smallbank-complete}: a customer has both accounts, or none.
 * </ul>
 *
 * <p>Not thread-safe.
 */
final class SmallbankRules {
  static final String BALANCES = "smallbank-balances";
  static final String CONSERVED = "smallbank-conserved";
  static final String SAVINGS = "smallbank-savings";
  static final String COMPLETE = "smallbank-complete";

  /** The violations of one rule that are told. */
  private static final int MOST_TOLD = 3;

  private final SortedMap<String, List<String>> violations = new TreeMap<>();
  private long transfers;
  private long outside;
  private long changes;

  SmallbankRules() {
    for (String rule : List.of(BALANCES, CONSERVED, SAVINGS, COMPLETE)) {
      violations.put(rule, new ArrayList<>());
    }
  }

  /** Judges a customer's accounts, and adds them to the sums. */
  void add(String customer, Holdings holdings) {
    if (holdings.savings().isPresent() != holdings.checking().isPresent()) {
      violated(COMPLETE, customer + " has one account alone");
    }
    holdings.savings().ifPresent(account -> add(customer + "'s savings", account));
    holdings.checking().ifPresent(account -> add(customer + "'s checking account", account));
    if (holdings.savings().filter(account -> account.balance() < 0).isPresent()) {
      violated(SAVINGS, customer + "'s savings are " + holdings.savings().get().balance());
    }
  }

  private void add(String name, Account account) {
    long expected = account.opening() + account.outside() + account.transfers();
    if (account.balance() != expected) {
      violated(BALANCES, name + " has " + account.balance() + " cents, not " + expected);
    }
    transfers += account.transfers();
    outside += account.outside();
    changes += account.changes();
  }

  private void violated(String rule, String what) {
    List<String> told = violations.getOrDefault(rule, new ArrayList<>());
    if (told.size() < MOST_TOLD) {
      told.add(what);
    }
  }

  /** Returns some violations of each rule, for people; of all rules, even if there are none. */
  SortedMap<String, List<String>> violations() {
    if (transfers != 0) {
      violated(CONSERVED, "transfers have made " + transfers + " cents");
    }
    return violations;
  }

  /** Returns the sum of what deposits have brought and checks have taken, in cents. */
  long outside() {
    return outside;
  }

  /** Returns how often accounts have changed. */
  long changes() {
    return changes;
  }
}
