package tutti.rebel.typed;

import tutti.rebel.syntax.Span;
import tutti.rebel.value.Type;

/**
 * A field of a specification.
 *
 * @param index its place in {@link CheckedSpecification#fields()}
 * @param documentation its {@code @doc} text, or empty
 * @param key whether the field names the instance
 * @param reference the index of the specification that {@code @ref} names, or -1
 * @param optional whether an instance may exist without a value; reading it then refuses the action
 *     with the code {@code unset-field}
 */
public record CheckedField(
    int index,
    String name,
    Type type,
    boolean key,
    String documentation,
    int reference,
    boolean optional,
    Span span) {}
