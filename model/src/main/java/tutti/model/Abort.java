package tutti.model;

/**
 * Ends the transaction in which it is thrown: nothing of it happens, on any actor (Reactors
 * §2.2.3). Control flow with a reason for the caller, not an error of the program: it has no stack
 * trace. Catching it changes nothing, the transaction is over.
 */
public final class Abort extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final transient Refusal refusal;

  public Abort(Refusal refusal) {
    super(null, null, false, false);
    this.refusal = refusal;
  }

  /**
   * @param code stable and machine-readable, in kebab case
   * @param reason one sentence for a person
   */
  public Abort(String code, String reason) {
    this(Refusal.of(code, reason));
  }

  /** Why: the value that the caller gets. */
  public Refusal refusal() {
    return refusal;
  }

  /** Stable and machine-readable: {@code abort}, {@code no-such-row}, … */
  public String code() {
    return refusal.code();
  }

  @Override
  public String getMessage() {
    return refusal.message();
  }
}
