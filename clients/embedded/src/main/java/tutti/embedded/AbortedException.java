package tutti.embedded;

/**
 * A transaction that Tutti could not complete within its deadline: it conflicted with other
 * transactions again and again, too many transactions were running, or the node stops. The
 * transaction has no effect.
 */
public final class AbortedException extends TransactionException {
  private static final long serialVersionUID = 1L;

  private final boolean retryable;

  AbortedException(String transaction, String code, String message, boolean retryable) {
    super(transaction, code, message);
    this.retryable = retryable;
  }

  @Override
  public boolean retryable() {
    return retryable;
  }
}
