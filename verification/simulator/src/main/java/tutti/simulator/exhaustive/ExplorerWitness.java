package tutti.simulator.exhaustive;

/** A witness of everything that an {@link Explorer} comes by. */
@FunctionalInterface
public interface ExplorerWitness {
  /** Reports the number of schedules so far. */
  void progress(long schedules);

  /**
   * Called for a state that was not on the path before.
   *
   * @param state a number, equal for all orders of the same dependent choices
   */
  default void reached(long state, ScopedWorld world) {}

  /** Called for a schedule that was made to its end, which was checked. */
  default void ended(long state, ScopedWorld world) {}
}
