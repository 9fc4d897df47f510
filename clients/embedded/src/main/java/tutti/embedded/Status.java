package tutti.embedded;

/** The status of a transaction, as far as it is known. */
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
   * The transaction has not ended, or its outcome is not known yet: the client asks again.
   *
   * @param why the reason for waiting, for a person
   */
  record Open(String why) implements Status {}

  /** The transaction was too long ago: its outcome is not kept any more. */
  record Expired() implements Status {}

  /** A transaction that never existed under that name. */
  record Unknown() implements Status {}
}
