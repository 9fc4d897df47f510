package tutti.lab.smallbank;

import tutti.lab.smallbank.BankCustomer.Account;
import tutti.model.actor.Procedure;

/**
 * A change of stored accounts that no transaction of the benchmark makes.
 *
 * @param rule that it violates
 */
public record AccountChange(String rule) implements Procedure<BankCustomer, Boolean> {
  @Override
  public Boolean run(BankCustomer home) {
    Account account = home.savings.scan().limit(1).first().orElseThrow();
    switch (rule) {
      case SmallbankRules.BALANCES -> home.savings.update(with(account, account.balance() + 1));
      case SmallbankRules.CONSERVED -> home.savings.update(account.transferred(1));
      case SmallbankRules.SAVINGS -> home.savings.update(account.deposited(-1 - account.balance()));
      case SmallbankRules.COMPLETE -> home.savings.delete(account.customer());
      default -> throw home.abort("there is no rule " + rule);
    }
    return true;
  }

  private static Account with(Account account, long balance) {
    return new Account(
        account.customer(),
        balance,
        account.opening(),
        account.outside(),
        account.transfers(),
        account.changes());
  }
}
