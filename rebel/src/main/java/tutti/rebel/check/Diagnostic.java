package tutti.rebel.check;

import tutti.rebel.syntax.Span;

/**
 * Something to tell an author about a text.
 *
 * @param code stable, in kebab case
 * @param message what is wrong, in one sentence
 * @param help what was expected or what would do; empty if the message says it all
 */
public record Diagnostic(Severity severity, String code, String message, String help, Span span) {

  /** Errors keep an application from running, warnings do not. */
  public enum Severity {
    ERROR,
    WARNING
  }

  /** The place, the message, the line with a caret under the place, and the help; no colours. */
  public String render() {
    return render(false);
  }

  /**
   * As {@link #render()}, ending in a line end.
   *
   * @param colours whether to use ANSI colours
   */
  public String render(boolean colours) {
    return Rendering.of(this, colours);
  }
}
