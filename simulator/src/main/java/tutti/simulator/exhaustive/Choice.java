package tutti.simulator.exhaustive;

/**
 * Something that may happen next.
 *
 * @param name the same in every schedule in which it is the same
 */
public record Choice(String name) {
  @Override
  public String toString() {
    return name;
  }
}
