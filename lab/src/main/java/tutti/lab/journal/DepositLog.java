package tutti.lab.journal;

import java.io.IOException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.LongAdder;
import tutti.engine.node.Node;
import tutti.engine.transaction.Outcome;
import tutti.lab.bank.Bank;
import tutti.lab.node.Bulk;
import tutti.rebel.value.Iban;

/**
 * A node as a log: a commit is a whole durable deposit of one cent on some account, whatever the
 * bytes. So it is driven by the same committers as the bare file.
 */
final class DepositLog implements CommitLog {
  static final int ACCOUNTS = 10_000;

  private final Node node;
  private final Bank bank;
  private final Iban[] ibans = new Iban[ACCOUNTS];
  private final LongAdder committed = new LongAdder();

  /** Opens the accounts. */
  DepositLog(Node node, Bank bank) throws InterruptedException {
    this.node = node;
    this.bank = bank;
    for (int i = 0; i < ACCOUNTS; i++) {
      ibans[i] = Bank.iban(i);
    }
    Bulk.commit(node, ACCOUNTS, i -> bank.open(ibans[(int) i], 0));
  }

  @Override
  public void commit(byte[] bytes) throws IOException {
    Waiter waiter = new Waiter();
    Iban account = ibans[ThreadLocalRandom.current().nextInt(ACCOUNTS)];
    node.submit(
        bank.deposit(account, 1), outcome -> waiter.done(outcome instanceof Outcome.Committed));
    if (!waiter.await()) {
      throw new IOException("a deposit did not commit");
    }
    committed.increment();
  }

  @Override
  public long forces() {
    return node.statistics().journalFlushes();
  }

  /** Whether the accounts hold what was deposited, no more and no less. */
  boolean conserved() throws InterruptedException {
    LongAdder sum = new LongAdder();
    Bulk.read(
        node,
        ACCOUNTS,
        i -> bank.account(ibans[(int) i]),
        result -> {
          if (result instanceof Node.ReadResult.Found found) {
            sum.add(bank.thousandths(found.instance().state()));
          }
        });
    return sum.sum() == Bank.thousandthsOf(committed.sum());
  }

  @Override
  public void close() {}
}
