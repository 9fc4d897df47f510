package tutti.simulator.explorer.world;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The choices that are left, with a bound for each. Immutable.
 *
 * <p>For example, {@code Budget.of(CRASH, 1).and(RETRY, 2)} permits one crash and two repetitions,
 * and so all that {@code Budget.of(RETRY, 1)} permits.
 *
 * @param left how often each choice may still be made, if at all
 */
public record Budget(Map<ChoiceKind, Integer> left) {
  /** The budget of a world in which no choices are left. */
  public static final Budget NONE = new Budget(Map.of());

  public static Budget of(ChoiceKind kind, int many) {
    return NONE.and(kind, many);
  }

  /**
   * Returns the budget with {@code many} choices of a kind, in place of its present number of them.
   */
  public Budget and(ChoiceKind kind, int many) {
    Map<ChoiceKind, Integer> all = new LinkedHashMap<>(left);
    if (many > 0) {
      all.put(kind, many);
    } else {
      all.remove(kind);
    }
    return new Budget(Collections.unmodifiableMap(all));
  }

  public int left(ChoiceKind kind) {
    return left.getOrDefault(kind, 0);
  }

  public boolean has(ChoiceKind kind) {
    return left.containsKey(kind);
  }

  /** The budget after one choice of a kind that was left. */
  public Budget less(ChoiceKind kind) {
    return and(kind, left(kind) - 1);
  }

  /** Whether members may lose something: their records that are not durable, or a disk. */
  public boolean mayCrash() {
    return has(ChoiceKind.CRASH) || has(ChoiceKind.DISK);
  }

  /** Whether each choice is left at least as often as in another one. */
  public boolean offers(Budget other) {
    return other.left.entrySet().stream().allMatch(each -> left(each.getKey()) >= each.getValue());
  }

  @Override
  public String toString() {
    return left.isEmpty()
        ? "no faults"
        : left.entrySet().stream()
            .map(each -> each.getValue() + " " + each.getKey().words())
            .collect(Collectors.joining(", ", "at most ", ""));
  }
}
