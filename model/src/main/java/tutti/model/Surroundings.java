package tutti.model;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * All that an action may know beside its own state and arguments. Values are those before the
 * transaction (docs/rulings.md#ruling-5), and stay the same for all of it.
 */
public interface Surroundings {

  /** The transaction's time, drawn once when it began. */
  Instant now();

  /**
   * What {@code what} is of {@code other}.
   *
   * @throws Unobserved if this transaction has not observed it yet; the engine then does, and
   *     evaluates again
   */
  @Nullable Object observe(ActorId other, Observation what) throws Unobserved;
}
