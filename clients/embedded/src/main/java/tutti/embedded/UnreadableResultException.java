package tutti.embedded;

import org.jspecify.annotations.Nullable;

/**
 * A request has committed, and the result of one of its parts cannot be read: an older version of
 * the application gave it, and the procedure is gone by now or returns something else. So it is
 * thrown by what returns the result, such as {@link ActorHandle#call} and {@link Committed#of}, and
 * it is no {@link TransactionException}: the same request must not be made again under another key.
 */
public final class UnreadableResultException extends IllegalStateException {
  private static final long serialVersionUID = 1L;

  private final String transaction;

  /**
   * Made by programs that provide clients.
   *
   * @param transaction the name of the transaction; empty if no answer named it
   * @param procedure the name of the procedure
   * @param why the reason, for a person: what the result is or is not, as in "is of another type"
   * @param cause null if nothing was thrown
   */
  public UnreadableResultException(
      String transaction, String procedure, String why, @Nullable Throwable cause) {
    super(
        (transaction.isEmpty() ? "the transaction" : "transaction " + transaction)
            + " has committed, but the result of "
            + procedure
            + " "
            + why,
        cause);
    this.transaction = transaction;
  }

  /** The name of the transaction, which has committed; empty if no answer named it. */
  public String transaction() {
    return transaction;
  }
}
