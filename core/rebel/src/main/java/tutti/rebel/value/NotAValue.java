package tutti.rebel.value;

/** Text that is not a value of the expected type. The message names the expected values. */
public final class NotAValue extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  private final String expected;

  /**
   * @param expected the form of a value, as a noun phrase with an example
   * @param found the found text
   */
  public NotAValue(String expected, String found) {
    super("expected " + expected + ", found " + abbreviate(found));
    this.expected = expected;
  }

  public String expected() {
    return expected;
  }

  /** Returns at most sixty characters of a text, which may be huge, in quotes. */
  public static String abbreviate(String found) {
    int end = Math.min(found.length(), 60);
    if (end < found.length() && end > 0 && Character.isHighSurrogate(found.charAt(end - 1))) {
      end--;
    }
    return '"' + found.substring(0, end) + (end < found.length() ? "…" : "") + '"';
  }
}
