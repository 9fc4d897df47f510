package tutti.simulator.exhaustive;

/** Sees all that an {@link Explorer} comes by. */
@FunctionalInterface
public interface Witness {
  /** Reports the number of schedules so far. */
  void progress(long schedules);

  /**
   * A state that was not on the path before.
   *
   * @param state the same number for all orders of the same dependent choices
   */
  default void reached(long state, World world) {}

  /** A schedule was made to its end, which was looked at. */
  default void ended(long state, World world) {}
}
