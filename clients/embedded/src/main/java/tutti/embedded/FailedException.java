package tutti.embedded;

/**
 * A transaction whose program failed: a procedure threw an exception that is no {@link
 * tutti.model.Abort}, or Tutti itself has a mistake, or a service does not know the request, since
 * its application differs from the client's. The transaction has no effect, on any node. The
 * message names the path of calls and the exception; the stack trace is in the log of the node that
 * ran the procedure.
 */
public final class FailedException extends TransactionException {
  private static final long serialVersionUID = 1L;

  FailedException(String transaction, String code, String message) {
    super(transaction, code, message);
  }

  /** Returns false: the same request would fail again. */
  @Override
  public boolean retryable() {
    return false;
  }
}
