package tutti.rebel.syntax;

/**
 * A change of a text that most likely mends a mistake.
 *
 * @param place the characters that go, none for an insertion
 * @param text the characters that come
 */
public record Fix(Span place, String text) {}
