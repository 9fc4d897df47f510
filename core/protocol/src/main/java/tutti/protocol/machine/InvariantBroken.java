package tutti.protocol.machine;

/** A member of a protocol has seen that a step of its own breaks an invariant. */
public final class InvariantBroken extends IllegalStateException {
  private static final long serialVersionUID = 1;

  private final String invariant;

  /**
   * @param invariant its short name, such as {@code forced}, which explorations and the log have
   * @param text what has happened, for people
   */
  public InvariantBroken(String invariant, String text) {
    super(invariant + ": " + text);
    this.invariant = invariant;
  }

  /** The short name of the invariant. */
  public String invariant() {
    return invariant;
  }
}
