package tutti.simulator.exhaustive;

import java.util.HashMap;
import java.util.Map;

/**
 * The past of a schedule as a number: equal for two schedules that differ only in the order of
 * neighbouring independent choices (a Mazurkiewicz trace), and, but for chance, another one
 * otherwise.
 */
final class Past {
  /**
   * The choices that touched a part last: a choice alone, or several in the same mode, which have
   * no order.
   */
  private static final class Part {
    private String mode = Footprint.ALONE;
    private long before;
    private long last;

    /** Returns the past that a choice comes after if it touches this part in that mode. */
    long seenBy(String by) {
      return joins(by) ? before : last;
    }

    private boolean joins(String by) {
      return by.equals(mode) && !by.equals(Footprint.ALONE);
    }

    void touched(String by, long who) {
      if (!joins(by)) {
        before = last;
        mode = by;
        last = mix(before ^ by.hashCode());
      }
      last += mix(who);
    }
  }

  private final Map<String, Part> parts = new HashMap<>();

  void happened(Choice choice, Footprint footprint) {
    long hash = 0;
    for (int i = 0; i < choice.name().length(); i++) {
      hash = mix(hash ^ choice.name().charAt(i));
    }
    for (var each : footprint.modes().entrySet()) {
      long seen = part(each.getKey()).seenBy(each.getValue());
      hash = mix(hash ^ mix(seen ^ each.getKey().hashCode()));
    }
    for (var each : footprint.modes().entrySet()) {
      part(each.getKey()).touched(each.getValue(), hash);
    }
  }

  private Part part(String name) {
    return parts.computeIfAbsent(name, some -> new Part());
  }

  long number() {
    long sum = 0;
    for (var each : parts.entrySet()) {
      sum += mix(each.getKey().hashCode() ^ mix(each.getValue().last));
    }
    return sum;
  }

  /** The finalizer of MurmurHash3 (Appleby). */
  private static long mix(long value) {
    long mixed = value + 0x9E3779B97F4A7C15L;
    mixed = (mixed ^ mixed >>> 33) * 0xFF51AFD7ED558CCDL;
    mixed = (mixed ^ mixed >>> 33) * 0xC4CEB9FE1A85EC53L;
    return mixed ^ mixed >>> 33;
  }
}
