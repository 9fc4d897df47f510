package tutti.embedded;

/**
 * It is not known yet whether the transaction happened: the disk failed, or an answer was lost, as
 * it was decided. {@link Client#ask} tells once it is known, also after a restart; and a request
 * {@linkplain Client#once with an idempotency key} can simply be made again, and happens once.
 */
public final class InDoubtException extends TransactionException {
  private static final long serialVersionUID = 1L;

  InDoubtException(String transaction, String message) {
    super(transaction, "in-doubt", message);
  }

  /** With an idempotency key only: else it might happen twice. */
  @Override
  public boolean retryable() {
    return false;
  }
}
