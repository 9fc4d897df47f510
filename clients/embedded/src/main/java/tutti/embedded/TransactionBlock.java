package tutti.embedded;

import org.jspecify.annotations.Nullable;

/**
 * A program's own code as one transaction: see {@link TransactionStart#run}. It returns to commit,
 * and throws to roll back.
 */
@FunctionalInterface
public interface TransactionBlock<R extends @Nullable Object, X extends Exception> {

  /**
   * Runs the block.
   *
   * @param transaction for this thread, until the block has returned
   */
  R run(ClientTransaction transaction) throws X;
}
