package tutti.embedded;

/**
 * A program has failed: a procedure threw what is no {@link tutti.model.Abort}, or Tutti itself
 * made a mistake. Nothing of the transaction happened, on any node. The message names the path of
 * calls and what was thrown; the stack trace is in the log of the node where it was.
 */
public final class FailedException extends TransactionException {
  private static final long serialVersionUID = 1L;

  FailedException(String transaction, String code, String message) {
    super(transaction, code, message);
  }

  /** Never: it would fail again. */
  @Override
  public boolean retryable() {
    return false;
  }
}
