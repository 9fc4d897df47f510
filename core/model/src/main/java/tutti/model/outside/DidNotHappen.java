package tutti.model.outside;

/**
 * The exception by which an {@link OutsideAction} reports that its irrevocable operation has not
 * happened, and never will: the card is refused, or the address does not exist. The transaction
 * aborts.
 */
public final class DidNotHappen extends Exception {
  private static final long serialVersionUID = 1L;

  /**
   * @param reason for the transaction's client, in a sentence
   */
  public DidNotHappen(String reason) {
    super(reason);
  }

  /** Returns the reason for the transaction's client. */
  public String reason() {
    return String.valueOf(getMessage());
  }
}
