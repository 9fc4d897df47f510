package tutti.engine.concurrency;

import java.util.Random;
import tutti.engine.storage.Cell;
import tutti.model.Observation;

/** The requests of random transactions to accounts. */
final class RandomWork {
  private final Random random;
  private final boolean looks;

  /**
   * @param looks whether transactions observe and forbid, too
   */
  RandomWork(Random random, boolean looks) {
    this.random = random;
    this.looks = looks;
  }

  /**
   * @param acted whether the asking transaction has acted there already: it may only look then
   */
  Work at(Cell cell, boolean acted) {
    int kind = acted ? 1 + random.nextInt(3) : random.nextInt(15);
    if (!looks && kind > 0 && kind < 4) {
      kind += 8;
    }
    long amount = 1 + random.nextInt(30);
    return switch (kind) {
      case 0 -> new Work.Read();
      case 1 -> new Work.Observe(new Observation.OfField(random.nextInt(2)));
      case 2 -> new Work.Observe(new Observation.InStages(1L << Account.OPENED));
      case 3 -> new Work.Forbid(Account.call(cell.id(), "withdraw", 2 * amount));
      case 4 -> act(cell, "interest", amount % 3);
      case 5 -> act(cell, "set", amount);
      case 6 -> act(cell, "close");
      case 7 -> act(cell, "open", amount);
      case 8 -> act(cell, "peek");
      case 9, 10 -> act(cell, "deposit", amount);
      case 14 -> act(cell, "replace", amount);
      case 11 -> act(cell, "shift", amount - 15, amount % 2, 0L, 50L, 0L, 3L);
      default -> act(cell, "withdraw", amount);
    };
  }

  private static Work act(Cell cell, String action, Object... arguments) {
    return new Work.Act(Account.call(cell.id(), action, arguments));
  }
}
