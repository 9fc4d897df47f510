package tutti.rebel.typed;

import tutti.rebel.syntax.Span;

/**
 * A Boolean expression that must hold.
 *
 * @param documentation its {@code @doc} text, or empty
 * @param span of the expression; its text is the rule as the author wrote it
 */
public record CheckedCondition(Typed expression, String documentation, Span span) {}
