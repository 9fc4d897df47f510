package tutti.embedded;

/**
 * The application itself said no, by an {@link tutti.model.Abort} or by a rule of a specification.
 * Nothing happened, and the same request is refused again as long as nothing else changes.
 */
public final class RefusedException extends TransactionException {
  private static final long serialVersionUID = 1L;

  private final String actor;
  private final String action;

  RefusedException(String transaction, String code, String message, String actor, String action) {
    super(transaction, code, message);
    this.actor = actor;
    this.action = action;
  }

  /** Which actor refused, as in {@code Account[alice]}. */
  public String actor() {
    return actor;
  }

  /** Which of its procedures or events did. */
  public String action() {
    return action;
  }

  @Override
  public boolean retryable() {
    return false;
  }
}
