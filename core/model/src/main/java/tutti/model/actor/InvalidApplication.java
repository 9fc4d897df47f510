package tutti.model.actor;

import java.util.List;

/** An application that cannot be run as it is written. */
public final class InvalidApplication extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  private final transient List<String> mistakes;

  InvalidApplication(String name, List<String> mistakes) {
    super("the application " + name + " cannot run:\n- " + String.join("\n- ", mistakes));
    this.mistakes = List.copyOf(mistakes);
  }

  /** The mistakes, each with its place and a remedy. */
  public List<String> mistakes() {
    return mistakes;
  }
}
