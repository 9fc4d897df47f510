package tutti.benchmark.journal;

import java.util.concurrent.atomic.LongAdder;
import java.util.random.RandomGenerator;
import tutti.engine.node.Node;
import tutti.engine.transaction.submission.TransactionRequest;
import tutti.lab.bank.Bank;
import tutti.lab.node.Bulk;
import tutti.rebel.value.Iban;

/**
 * Accounts that get only deposits of one cent, so that they tell the number of deposits.
 * Thread-safe.
 */
public final class Deposits {
  private final Node node;
  private final Bank bank;
  private final Iban[] ibans;

  /** Opens the accounts. */
  public Deposits(Node node, Bank bank, int accounts) throws InterruptedException {
    this.node = node;
    this.bank = bank;
    ibans = new Iban[accounts];
    for (int i = 0; i < accounts; i++) {
      ibans[i] = Bank.iban(i);
    }
    Bulk.commit(node, accounts, i -> bank.open(ibans[(int) i], 0));
  }

  /** Returns a deposit on some account. */
  public TransactionRequest next(RandomGenerator random) {
    return bank.deposit(ibans[random.nextInt(ibans.length)], 1);
  }

  /** Returns whether the accounts hold that many deposits, no more and no less. */
  public boolean amountTo(long deposits) throws InterruptedException {
    LongAdder sum = new LongAdder();
    Bulk.read(
        node,
        ibans.length,
        i -> bank.account(ibans[(int) i]),
        result -> {
          if (result instanceof Node.ReadResult.Found found) {
            sum.add(bank.thousandths(found.instance().state()));
          }
        });
    return sum.sum() == Bank.thousandthsOf(deposits);
  }
}
