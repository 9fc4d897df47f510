package tutti.simulator.exhaustive;

/**
 * Something that may happen next.
 *
 * @param name the same in every schedule in which it is the same
 * @param touches the parts of the world, one bit each, that it looks at or changes
 */
public record Choice(String name, long touches) {
  /** All parts there are: it is independent of nothing. */
  public static final long ALL = -1;

  boolean independentOf(Choice other) {
    return (touches & other.touches) == 0;
  }

  @Override
  public String toString() {
    return name;
  }
}
