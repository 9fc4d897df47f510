package tutti.simulator.exhaustive;

import java.util.HashMap;
import java.util.Map;
import tutti.simulator.world.Seeds;

/**
 * The past of a schedule as a number: equal for two schedules that differ only in the order of
 * neighbouring independent choices (a Mazurkiewicz trace), and, but for chance, another one
 * otherwise.
 */
final class SchedulePast {
  /**
   * The choices that touched a part last: a choice alone, or several in the same mode, which have
   * no order.
   */
  private static final class Part {
    private String mode = ChoiceFootprint.ALONE;
    private long before;
    private long last;

    /** Returns the past that a choice comes after if it touches this part in that mode. */
    long seenBy(String by) {
      return joins(by) ? before : last;
    }

    private boolean joins(String by) {
      return by.equals(mode) && !by.equals(ChoiceFootprint.ALONE);
    }

    void touched(String by, long who) {
      if (!joins(by)) {
        before = last;
        mode = by;
        last = Seeds.mix(before ^ by.hashCode());
      }
      last += Seeds.mix(who);
    }
  }

  private final Map<String, Part> parts = new HashMap<>();

  void happened(String choice, ChoiceFootprint footprint) {
    long hash = 0;
    for (int i = 0; i < choice.length(); i++) {
      hash = Seeds.mix(hash ^ choice.charAt(i));
    }
    for (var each : footprint.modes().entrySet()) {
      long seen = part(each.getKey()).seenBy(each.getValue());
      hash = Seeds.mix(hash ^ Seeds.mix(seen ^ each.getKey().hashCode()));
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
      sum += Seeds.mix(each.getKey().hashCode() ^ Seeds.mix(each.getValue().last));
    }
    return sum;
  }
}
