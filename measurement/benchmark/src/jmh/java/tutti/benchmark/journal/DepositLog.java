package tutti.benchmark.journal;

import java.io.IOException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.LongAdder;
import tutti.engine.node.Node;
import tutti.engine.transaction.submission.Outcome;
import tutti.lab.bank.Bank;

/**
 * A node as a log: a commit is a whole durable deposit of one cent on some account, whatever the
 * bytes. So the same committers drive it as the bare file.
 */
final class DepositLog implements CommitLog {
  static final int ACCOUNTS = 10_000;

  private final Node node;
  private final Deposits deposits;
  private final LongAdder committed = new LongAdder();

  /** Opens the accounts. */
  DepositLog(Node node, Bank bank) throws InterruptedException {
    this.node = node;
    deposits = new Deposits(node, bank, ACCOUNTS);
  }

  @Override
  public void commit(byte[] bytes) throws IOException {
    Waiter waiter = new Waiter();
    node.submit(
        deposits.next(ThreadLocalRandom.current()),
        outcome -> waiter.done(outcome instanceof Outcome.Committed));
    if (!waiter.await()) {
      throw new IOException("a deposit did not commit");
    }
    committed.increment();
  }

  @Override
  public long forces() {
    return node.statistics().log().flushes();
  }

  /** Returns whether the accounts hold the deposits, no more and no less. */
  boolean conserved() throws InterruptedException {
    return deposits.amountTo(committed.sum());
  }

  @Override
  public void close() {}
}
