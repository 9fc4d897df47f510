package tutti.model;

import org.jspecify.annotations.Nullable;
import tutti.model.text.NameText;

/**
 * An exception that ends the transaction in which it is thrown: the transaction has no effect, on
 * any actor (Reactors §2.2.3). An abort is control flow with a reason for the caller, not an error
 * of the program, so it has no stack trace. The transaction is over even if the program catches the
 * abort.
 */
public final class Abort extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** The greatest length of a reason, in UTF-16 units: each answer, on each node, has it whole. */
  private static final int MOST_CHARS = 2000;

  private static final int MOST_CODE_CHARS = 100;

  private final transient Refusal refusal;

  public Abort(Refusal refusal) {
    super(null, null, false, false);
    this.refusal = refusal;
  }

  /**
   * @param code stable and machine-readable, in kebab case, as in {@code over-limit}, for problem
   *     documents and their URNs; 100 characters at most
   * @param reason one sentence for a person; what is longer than 2000 UTF-16 units is cut, with an
   *     ellipsis, for a reason goes through messages of a bounded length; half of a surrogate pair
   *     becomes U+FFFD, so that all nodes have the same. Without one, the code is the reason
   * @throws IllegalArgumentException if the code is not in kebab case, or longer
   */
  public Abort(String code, @Nullable String reason) {
    this(Refusal.of(checked(code), reason == null ? code : shortened(reason)));
  }

  private static String shortened(String reason) {
    // What lies behind the bound is not even looked at.
    int end = Math.min(reason.length(), MOST_CHARS);
    if (end < reason.length() && Character.isHighSurrogate(reason.charAt(end - 1))) {
      end--;
    }
    String whole = NameText.readable(reason.substring(0, end));
    return end < reason.length() ? whole + "…" : whole;
  }

  private static String checked(String code) {
    if (code.length() > MOST_CODE_CHARS) {
      throw new IllegalArgumentException(
          "a code of an abort has at most %s characters, not %s; what is for a person belongs into"
                  .formatted(MOST_CODE_CHARS, code.length())
              + " the reason");
    }
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

  /** The reason, which is the value that the caller gets. */
  public Refusal refusal() {
    return refusal;
  }

  /** The reason's code, stable and machine-readable: {@code abort}, {@code no-such-row}, … */
  public String code() {
    return refusal.code();
  }

  @Override
  public String getMessage() {
    return refusal.message();
  }
}
