package tutti.simulator;

/**
 * A slice of work that a lane may do next.
 *
 * @param name equal for equal slices, whatever other nodes did meanwhile
 */
record Slice(Lane lane, String name, Runnable body) {
  @Override
  public String toString() {
    return lane + " " + name;
  }
}
