package tutti.server.json;

import java.util.List;

/** A body that cannot be understood, with all that was found wrong before reading stopped. */
public final class BadJson extends Exception {
  private static final long serialVersionUID = 1L;

  private final transient List<JsonFault> faults;

  /**
   * @param faults at least one, in the order of the text
   */
  public BadJson(List<JsonFault> faults) {
    super(faults.getFirst().detail(), null, false, false);
    this.faults = List.copyOf(faults);
  }

  public BadJson(String code, String pointer, String detail) {
    this(List.of(new JsonFault(code, pointer, detail)));
  }

  public List<JsonFault> faults() {
    return faults;
  }
}
