package tutti.server.json;

import java.util.List;
import java.util.stream.Stream;

/** A body that cannot be read, with all faults that were found before reading stopped. */
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

  /** Whether the text could be read to its end, so that reading it again may find more. */
  public boolean readable() {
    return faults.stream().noneMatch(fault -> fault.code().equals("malformed-json"));
  }

  /** Returns these faults and the others, each once. */
  public BadJson and(BadJson others) {
    return new BadJson(Stream.concat(faults.stream(), others.faults.stream()).distinct().toList());
  }

  public List<JsonFault> faults() {
    return faults;
  }
}
