package tutti.engine.concurrency;

import java.util.Random;
import org.junit.jupiter.api.Test;

/** The contract of concurrency controls that promise serializability, beside the common one. */
public abstract class SerializableControlContract extends ConcurrencyControlContract {

  /** Strict serializability in commit order: stronger than some serial order being equivalent. */
  @Test
  void everythingSeenIsAsIfTransactionsRanOneByOneInTheOrderOfTheirCommits() {
    for (int seed = 0; seed < 1000; seed++) {
      RandomSchedule schedule = new RandomSchedule(control, new Random(seed), 2 + seed % 2, true);
      schedule.run(12);
      new SerialCheck(schedule).inCommitOrder("seed " + seed);
    }
  }
}
