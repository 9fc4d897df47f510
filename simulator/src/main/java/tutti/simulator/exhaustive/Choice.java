package tutti.simulator.exhaustive;

/**
 * A choice that may happen next.
 *
 * @param name the name, equal in every schedule that has this choice
 */
public record Choice(String name) {
  @Override
  public String toString() {
    return name;
  }
}
