package tutti.embedded;

/**
 * A transaction of which it is not known yet whether it committed: the disk failed, or an answer
 * was lost, while the transaction was decided. {@link Client#ask} returns the outcome once it is
 * known, also after a restart. A request {@linkplain Client#once with an idempotency key} can
 * simply be made again, and takes effect once.
 */
public final class InDoubtException extends TransactionException {
  private static final long serialVersionUID = 1L;

  InDoubtException(String transaction, String message) {
    super(transaction, "in-doubt", message);
  }

  /** Returns false: without an idempotency key, a repeated request might take effect twice. */
  @Override
  public boolean retryable() {
    return false;
  }
}
