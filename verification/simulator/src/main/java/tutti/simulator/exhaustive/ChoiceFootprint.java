package tutti.simulator.exhaustive;

import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The parts of the world that a choice touched, each in a mode. Two choices that touch the same
 * part are dependent, unless both do it in the same mode and that mode is not {@link #ALONE}: two
 * that only read, say.
 */
final class ChoiceFootprint {
  /** The mode in which no other choice may touch a part. */
  static final String ALONE = "alone";

  private final Map<String, String> modes;

  private ChoiceFootprint(Map<String, String> modes) {
    this.modes = modes;
  }

  /** Returns the footprint of a choice that touches each of these parts alone. */
  static ChoiceFootprint of(Collection<String> parts) {
    Map<String, String> modes = new TreeMap<>();
    parts.forEach(part -> modes.put(part, ALONE));
    return new ChoiceFootprint(modes);
  }

  /** Returns the footprint of these parts. */
  static ChoiceFootprint of(String... parts) {
    return of(List.of(parts));
  }

  /**
   * Returns this footprint with one part more; a choice that touches a part in two modes touches it
   * alone.
   */
  ChoiceFootprint and(String part, String mode) {
    Map<String, String> more = new TreeMap<>(modes);
    more.merge(part, mode, (one, other) -> one.equals(other) ? one : ALONE);
    return new ChoiceFootprint(more);
  }

  /** Returns the union of this footprint and another. */
  ChoiceFootprint and(ChoiceFootprint other) {
    ChoiceFootprint both = this;
    for (var each : other.modes.entrySet()) {
      both = both.and(each.getKey(), each.getValue());
    }
    return both;
  }

  /** Returns the mode of each part. */
  Map<String, String> modes() {
    return Collections.unmodifiableMap(modes);
  }

  boolean independentOf(ChoiceFootprint other) {
    for (var each : modes.entrySet()) {
      String mode = other.modes.get(each.getKey());
      if (mode != null && (mode.equals(ALONE) || !mode.equals(each.getValue()))) {
        return false;
      }
    }
    return true;
  }

  @Override
  public String toString() {
    return modes.toString();
  }
}
