package tutti.embedded;

/**
 * A transaction that did not commit, or is not known to have committed. Each subclass stands for
 * one thing that the caller can do: after a {@link RefusedException} make a different request,
 * after a {@link FailedException} correct the program, after an {@link AbortedException} ask again
 * later, after an {@link InDoubtException} ask for the transaction's status.
 */
public abstract sealed class TransactionException extends RuntimeException
    permits RefusedException, FailedException, AbortedException, InDoubtException {
  private static final long serialVersionUID = 1L;

  private final String transaction;
  private final String code;

  TransactionException(String transaction, String code, String message) {
    super(message);
    this.transaction = transaction;
    this.code = code;
  }

  /**
   * The transaction's name, as {@link Client#ask} and logs have it; empty if no answer named one.
   */
  public final String transaction() {
    return transaction;
  }

  /**
   * The reason's code, stable and in kebab case, for a program: {@code over-limit}, {@code
   * deadline}, …
   */
  public final String code() {
    return code;
  }

  /** Returns whether the same request may succeed later without any other change. */
  public abstract boolean retryable();
}
