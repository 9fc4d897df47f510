package tutti.rebel.syntax;

/** An annotation, which begins with {@code @}. */
public sealed interface Annotation {

  Span span();

  /** {@code @key}: the field whose value names the instance. */
  record Key(Span span) implements Annotation {}

  /** {@code @ref = Account}: the field's value is the key of an instance of that specification. */
  record Ref(Name specification, Span span) implements Annotation {}

  /**
   * {@code @doc { … }}, or any other name with a text.
   *
   * @param text with escapes resolved and outer white space removed
   */
  record Text(String name, String text, Span span) implements Annotation {}
}
