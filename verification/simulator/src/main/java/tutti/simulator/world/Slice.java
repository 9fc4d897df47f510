package tutti.simulator.world;

/**
 * A slice of work that a lane may do next.
 *
 * @param name equal for equal slices, whatever other nodes did meanwhile
 */
public record Slice(WorkQueue lane, String name, Runnable body) {
  @Override
  public String toString() {
    return lane + " " + name;
  }
}
