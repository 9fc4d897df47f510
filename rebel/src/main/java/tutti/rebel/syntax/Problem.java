package tutti.rebel.syntax;

/**
 * A place where a text is not Rebel.
 *
 * @param code stable, in kebab case
 * @param message what is wrong, in one sentence
 * @param help what would do; empty if the message says it all
 */
public record Problem(String code, String message, String help, Span span) {}
