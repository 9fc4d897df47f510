package tutti.lab.overload;

import java.util.Locale;

/** The states in which a service meets its overload. */
public enum OverloadCase {
  /** The service has been loaded for a while. */
  WARM,

  /** All its processes stand still for three seconds, while the requests go on coming. */
  STOPPED,

  /** The processes have just been started. */
  COLD;

  /**
   * Returns the case of a name.
   *
   * @throws IllegalArgumentException if there is none
   */
  public static OverloadCase of(String label) {
    for (OverloadCase each : values()) {
      if (each.label().equals(label)) {
        return each;
      }
    }
    throw new IllegalArgumentException(
        "--case is one of warm, stopped and cold, not '" + label + "'");
  }

  /** Returns the name on the command line and in results. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Returns the seconds of a standstill before the overload. */
  int standstill() {
    return this == STOPPED ? 3 : 0;
  }
}
