package tutti.engine.container;

import java.util.List;
import java.util.Map;

/** The rule that gives an actor its node, and its container on that node. */
public sealed interface Placement {
  /** Placement by a hash of type and key. */
  record Hash() implements Placement {}

  /**
   * Placement by ranges of keys, per type: range i takes the keys from {@code splits[i-1]} on and
   * before {@code splits[i]}, in the order of their text. The first ranges are the containers of
   * the first node, the next ones those of the second. Types that are not named go by hash.
   */
  record Range(Map<String, List<String>> splits) implements Placement {}
}
