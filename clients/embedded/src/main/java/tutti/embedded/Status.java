package tutti.embedded;

/** The status of a transaction, as far as it is known: the answer of {@link Client#ask}. */
public sealed interface Status {

  /** The transaction has committed. */
  record Committed() implements Status {}

  /**
   * The transaction has aborted, without any effect.
   *
   * @param code stable, for a program
   * @param message the reason, for a person
   */
  record Aborted(String code, String message) implements Status {}

  /**
   * The transaction has not ended, or its outcome is not known yet. The program must ask again
   * later.
   *
   * @param why the reason for waiting, for a person
   */
  record Open(String why) implements Status {}

  /** The transaction ended too long ago: its outcome is not kept any more. */
  record Expired() implements Status {}

  /** No transaction ever had this id. */
  record Unknown() implements Status {}
}
