package tutti.embedded;

/**
 * A transaction did not commit, or is not known to have. A subclass for each thing that a caller
 * can do about it: {@link RefusedException} ask for something else, {@link FailedException} mend
 * the program, {@link AbortedException} ask again later, {@link InDoubtException} ask what became
 * of it.
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

  /** The transaction's name, as {@link Client#ask} and logs have it. */
  public final String transaction() {
    return transaction;
  }

  /** Stable, in kebab case, for a program: {@code over-limit}, {@code deadline}, … */
  public final String code() {
    return code;
  }

  /** Whether the same request may succeed later without anything else changing. */
  public abstract boolean retryable();
}
