package tutti.embedded;

/** What became of a transaction, as far as is known. */
public sealed interface Status {

  /** It happened. */
  record Committed() implements Status {}

  /**
   * Nothing of it happened.
   *
   * @param code stable, for a program
   * @param message why, for a person
   */
  record Aborted(String code, String message) implements Status {}

  /**
   * Not ended, or not known yet: ask again.
   *
   * @param why for what it waits, for a person
   */
  record Open(String why) implements Status {}

  /** It was too long ago: what became of it is not kept any more. */
  record Expired() implements Status {}

  /** There never was a transaction of that name. */
  record Unknown() implements Status {}
}
