package tutti.embedded;

/**
 * Tutti could not carry the transaction out in its time: it met others again and again, too many
 * were running, or the node stops. Nothing happened.
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
