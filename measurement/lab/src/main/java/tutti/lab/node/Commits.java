package tutti.lab.node;

import java.util.function.Consumer;
import java.util.function.LongFunction;
import tutti.engine.transaction.submission.Outcome;
import tutti.engine.transaction.submission.TransactionRequest;

/** The nodes that commit what a benchmark stores, and answer what it reads back. */
@FunctionalInterface
public interface Commits {

  /**
   * Runs transactions, each on the node of its first actor; all of them must commit.
   *
   * @param sink takes what committed, on any thread
   * @throws IllegalStateException if one does not commit; the message says why
   */
  void commit(
      long count, LongFunction<TransactionRequest> request, Consumer<Outcome.Committed> sink)
      throws InterruptedException;
}
