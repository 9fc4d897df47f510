package tutti.rebel.typed;

import tutti.rebel.syntax.Span;

/**
 * A name in a text and the declaration that it means. A name in an event that several
 * specifications bind may mean a declaration of each.
 *
 * @param use the name, with any qualifier
 * @param declaration the name where it is declared
 */
public record ResolvedName(Span use, Span declaration) {}
