package tutti.protocol.termination;

/** The answer of a participant to a Prepare. */
public enum Vote {
  /**
   * The participant ends as the others do: all that it needs for a commit or an abort is forced.
   */
  YES,
  /** The participant has not executed the request, or has undone it. */
  NO,
  /** The participant has only looked, and is out: the outcome does not matter to it. */
  READ_ONLY
}
