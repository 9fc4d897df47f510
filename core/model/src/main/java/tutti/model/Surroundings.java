package tutti.model;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The data that an action may use in addition to its own state and arguments. Values are those
 * before the transaction (docs/rulings.md#ruling-5), and do not change during it.
 */
public interface Surroundings {

  /** The transaction's time, drawn once when it began. */
  Instant now();

  /** The caller of the transaction's request. */
  Caller caller();

  /**
   * Returns the value of the observation {@code what} of the actor {@code other}.
   *
   * @throws Unobserved if this transaction has not observed it yet; the engine then observes it,
   *     and evaluates again
   */
  @Nullable Object observe(ActorId other, Observation what) throws Unobserved;
}
