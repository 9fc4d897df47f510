package tutti.rebel.syntax;

/**
 * A place where a text is not Rebel.
 *
 * @param code stable, in kebab case
 * @param message the mistake, in one sentence
 * @param help the accepted text; empty if the message needs no help
 */
public record Problem(String code, String message, String help, Span span) {}
