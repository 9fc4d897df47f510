package tutti.model.form;

/** Input that is not a value of the expected type, with the place inside it. */
public final class BadValue extends Exception {
  private static final long serialVersionUID = 1L;

  private final String path;
  private final String expected;
  private final String found;

  /**
   * @param path the place, as a JSON pointer (RFC 6901) from the value that was read; empty for the
   *     value itself
   * @param expected the expected value, a noun phrase
   * @param found the value at the place
   */
  public BadValue(String path, String expected, String found) {
    super(
        (path.isEmpty() ? "" : "at " + path + ": ") + "expected " + expected + ", found " + found,
        null,
        false,
        false);
    this.path = path;
    this.expected = expected;
    this.found = found;
  }

  public String path() {
    return path;
  }

  public String expected() {
    return expected;
  }

  public String found() {
    return found;
  }

  /**
   * Returns this failure with its place counted from a value that has this one at {@code parent}.
   */
  public BadValue under(String parent) {
    return new BadValue("/" + parent.replace("~", "~0").replace("/", "~1") + path, expected, found);
  }
}
