package tutti.simulator.explorer.world;

import java.util.Optional;

/**
 * A past with the choices that it leaves.
 *
 * @param <P> the past itself
 */
public interface Bounded<P> {

  Budget budget();

  /** The past with other choices that are left. */
  P with(Budget left);

  /** The past after one choice of a kind; empty if none is left. */
  default Optional<P> less(ChoiceKind kind) {
    return budget().has(kind) ? Optional.of(with(budget().less(kind))) : Optional.empty();
  }
}
