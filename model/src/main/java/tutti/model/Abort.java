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
   * @param code stable and machine-readable, in kebab case, as in {@code over-limit}: it stands in
   *     problem documents and their URNs
   * @param reason one sentence for a person
   * @throws IllegalArgumentException if the code is none
   */
  public Abort(String code, String reason) {
    this(Refusal.of(checked(code), reason));
  }

  private static String checked(String code) {
    char before = '-';
    for (int i = 0; i < code.length(); i++) {
      char c = code.charAt(i);
      boolean letterOrDigit = c >= 'a' && c <= 'z' || c >= '0' && c <= '9' && i > 0;
      if (!letterOrDigit && (c != '-' || before == '-')) {
        throw notACode(code);
      }
      before = c;
    }
    if (before == '-') {
      throw notACode(code);
    }
    return code;
  }

  private static IllegalArgumentException notACode(String code) {
    return new IllegalArgumentException(
        "'"
            + code
            + "' is no code of an abort: it takes lower-case letters, digits and single '-' between"
            + " them, as in over-limit; what is for a person belongs into the reason");
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
