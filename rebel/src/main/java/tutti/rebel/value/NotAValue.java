package tutti.rebel.value;

/** Text that is not a value of the type asked for. The message says what was expected. */
public final class NotAValue extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  private final String expected;

  /**
   * @param expected what a value looks like, as a noun phrase with an example
   * @param found what stood there instead
   */
  public NotAValue(String expected, String found) {
    super("expected " + expected + ", found " + abbreviate(found));
    this.expected = expected;
  }

  public String expected() {
    return expected;
  }

  /** At most sixty characters of what may be a huge text, in quotes. */
  static String abbreviate(String found) {
    int end = Math.min(found.length(), 60);
    if (end < found.length() && end > 0 && Character.isHighSurrogate(found.charAt(end - 1))) {
      end--;
    }
    return '"' + found.substring(0, end) + (end < found.length() ? "…" : "") + '"';
  }
}
