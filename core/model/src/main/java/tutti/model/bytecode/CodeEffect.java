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
 * @param sites the actors that the code touches, and how often
 * @param impure why its result may depend on more than its arguments and the actors; null if it
 *     does not
 * @param unbounded why it may touch any actor; null if it may not
 */
record CodeEffect(Map<Site, Bound> sites, @Nullable String impure, @Nullable String unbounded) {
  static final CodeEffect NONE = new CodeEffect(Map.of(), null, null);

  static CodeEffect of(Site site, Bound bound) {
    return new CodeEffect(Map.of(site, bound), null, null);
  }

  static CodeEffect impure(String reason) {
    return new CodeEffect(Map.of(), reason, null);
  }

  static CodeEffect unbounded(String reason) {
    return new CodeEffect(Map.of(), reason, reason);
  }

  /** Code that may go on without end, but does nothing that is not seen. */
  static CodeEffect endless(String reason) {
    return new CodeEffect(Map.of(), null, reason);
  }

  /** Returns the effect of both, if both happen. */
  CodeEffect plus(CodeEffect other) {
    if (this == NONE || other == NONE) {
      return this == NONE ? other : this;
    }
    return combine(other, Bound::plus);
  }

  /** Returns the effect of a choice between both. */
  CodeEffect or(CodeEffect other) {
    return this == other ? this : combine(other, Bound::or);
  }

  /** Returns this effect of code whose author says that it is pure. */
  CodeEffect declaredPure() {
    return new CodeEffect(sites, null, unbounded);
  }

  /** Returns the effect of code that runs any number of times. */
  CodeEffect repeated() {
    return times(Bound.UNKNOWN);
  }

  /** Returns the effect of code of which a part may be left out, if it throws. */
  CodeEffect perhaps() {
    return times(Bound.atMost(1));
  }

  /** Returns the effect of code that ends as this, or else does not get farther than the other. */
  CodeEffect upTo(CodeEffect other) {
    Map<Site, Bound> ends = new LinkedHashMap<>();
    other.sites.forEach(
        (site, bound) -> {
          long least = sites.getOrDefault(site, Bound.NEVER).least();
          ends.put(site, new Bound(least, bound.most()));
        });
    return new CodeEffect(ends, other.impure, other.unbounded);
  }

  private CodeEffect times(Bound repetitions) {
    if (sites.isEmpty()) {
      return this;
    }
    Map<Site, Bound> repeated = new LinkedHashMap<>();
    sites.forEach((site, bound) -> repeated.put(site, bound.times(repetitions)));
    return new CodeEffect(repeated, impure, unbounded);
  }

  private CodeEffect combine(CodeEffect other, BinaryOperator<Bound> bounds) {
    Set<Site> all = new LinkedHashSet<>(sites.keySet());
    all.addAll(other.sites.keySet());
    Map<Site, Bound> both = HashMap.newHashMap(all.size());
    for (Site site : all) {
      both.put(
          site,
          bounds.apply(
              sites.getOrDefault(site, Bound.NEVER), other.sites.getOrDefault(site, Bound.NEVER)));
    }
    return new CodeEffect(
        both,
        impure == null ? other.impure : impure,
        unbounded == null ? other.unbounded : unbounded);
  }
}
