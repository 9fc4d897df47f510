package tutti.engine.concurrency;

/**
 * A listener that is told of every effect when it is applied to its actor, in the order of the
 * actor's versions. Handed to a concurrency control when it is made.
 */
@FunctionalInterface
public interface Effects {
  /** Calls no listener. */
  Effects UNHEARD = (claim, version) -> {};

  /**
   * @param claim whose action took effect
   * @param version the version of the actor that it made; 1 is the first
   */
  void applied(Claim claim, long version);
}
