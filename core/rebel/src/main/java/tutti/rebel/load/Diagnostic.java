package tutti.rebel.load;

import java.util.Optional;
import tutti.rebel.syntax.Fix;
import tutti.rebel.syntax.Span;

/**
 * A message to an author about a text.
 *
 * @param code stable, in kebab case
 * @param message the mistake, in one sentence
 * @param help the expected or accepted text; empty if the message needs no help
 * @param fix the change that the help describes, if a program can make it
 */
public record Diagnostic(
    Severity severity, String code, String message, String help, Span span, Optional<Fix> fix) {

  /** The severity: errors keep an application from running, warnings do not. */
  public enum Severity {
    ERROR,
    WARNING
  }

  /**
   * Returns the place, the message, the line with a caret under the place, and the help, without
   * colours.
   */
  public String render() {
    return render(false);
  }

  /**
   * Returns the text of {@link #render()} with a line end.
   *
   * @param colours whether to use ANSI colours
   */
  public String render(boolean colours) {
    return Rendering.of(this, colours);
  }
}
