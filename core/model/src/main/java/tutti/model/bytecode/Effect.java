package tutti.model.bytecode;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.BinaryOperator;
import org.jspecify.annotations.Nullable;
import tutti.model.footprint.Bound;

/**
 * The effect of a piece of code.
 *
 * @param sites the actors that it touches, and how often
 * @param impure why its result may follow from more than its arguments and the actors; null if not
 * @param unbounded why it may touch any actor; null if it does not
 */
record Effect(Map<Site, Bound> sites, @Nullable String impure, @Nullable String unbounded) {
  static final Effect NONE = new Effect(Map.of(), null, null);

  static Effect of(Site site, Bound bound) {
    return new Effect(Map.of(site, bound), null, null);
  }

  static Effect impure(String reason) {
    return new Effect(Map.of(), reason, null);
  }

  static Effect unbounded(String reason) {
    return new Effect(Map.of(), reason, reason);
  }

  /** Code that may go on without end, but does nothing that is not seen. */
  static Effect endless(String reason) {
    return new Effect(Map.of(), null, reason);
  }

  /** Returns the effect of both, if both happen. */
  Effect plus(Effect other) {
    if (this == NONE || other == NONE) {
      return this == NONE ? other : this;
    }
    return combine(other, Bound::plus);
  }

  /** Returns the effect of a choice between both. */
  Effect or(Effect other) {
    return this == other ? this : combine(other, Bound::or);
  }

  /** Returns this effect of code whose author says that it is pure. */
  Effect declaredPure() {
    return new Effect(sites, null, unbounded);
  }

  /** Returns the effect of code that runs any number of times. */
  Effect repeated() {
    return times(Bound.UNKNOWN);
  }

  /** Returns the effect of code of which a part may be left out, if it throws. */
  Effect perhaps() {
    return times(Bound.atMost(1));
  }

  /** Returns the effect of code that ends as this, or else does not get farther than the other. */
  Effect upTo(Effect other) {
    Map<Site, Bound> ends = new LinkedHashMap<>();
    other.sites.forEach(
        (site, bound) -> {
          long least = sites.getOrDefault(site, Bound.NEVER).least();
          ends.put(site, new Bound(least, bound.most()));
        });
    return new Effect(ends, other.impure, other.unbounded);
  }

  private Effect times(Bound repetitions) {
    if (sites.isEmpty()) {
      return this;
    }
    Map<Site, Bound> repeated = new LinkedHashMap<>();
    sites.forEach((site, bound) -> repeated.put(site, bound.times(repetitions)));
    return new Effect(repeated, impure, unbounded);
  }

  private Effect combine(Effect other, BinaryOperator<Bound> bounds) {
    Set<Site> all = new LinkedHashSet<>(sites.keySet());
    all.addAll(other.sites.keySet());
    Map<Site, Bound> both = HashMap.newHashMap(all.size());
    for (Site site : all) {
      both.put(
          site,
          bounds.apply(
              sites.getOrDefault(site, Bound.NEVER), other.sites.getOrDefault(site, Bound.NEVER)));
    }
    return new Effect(
        both,
        impure == null ? other.impure : impure,
        unbounded == null ? other.unbounded : unbounded);
  }
}
