package tutti.model;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The form of an action whose effect is additive and whose checks are linear in the numeric fields
 * of its own actor, so that the outcomes of many actions in progress are an interval per field
 * instead of a tree (PSAC §8).
 *
 * <p>Fields are scaled to {@code long} by the implementation (Money in thousandths, say). All
 * actions of one type share one scale per field.
 */
public interface LinearForm {

  /**
   * The largest magnitude of a scaled number, so that sums of thousands of numbers never overflow.
   */
  long LIMIT = 1L << 50;

  /**
   * Returns this call as bounds and deltas, given the parts of {@code state} that no linear action
   * changes; null if the call is not linear in this case (another currency, a number beyond {@link
   * #LIMIT}, a refusal that does not depend on the numeric fields): then the tree decides.
   *
   * @throws Unobserved as {@link Action#evaluate} does
   */
  @Nullable Bound bind(ActorState state, List<Object> arguments, Surroundings around);

  /** The scaled value of a field, or null if it is missing or beyond {@link #LIMIT}. */
  @Nullable Long value(ActorState state, int field);

  /**
   * One call as bounds and deltas. The call is accepted in a state exactly if each field {@code
   * fields[i]} lies in {@code [lower[i], upper[i]]} before it (its invariants after it included);
   * it then adds {@code delta[i]}, leaves the life-cycle state and the other fields unchanged, and
   * has these partners and no result. {@code Long.MIN_VALUE} and {@code Long.MAX_VALUE} stand for
   * "no bound".
   */
  record Bound(int[] fields, long[] delta, long[] lower, long[] upper, List<Call> partners) {}
}
