package tutti.rebel.compile;

import java.util.Optional;
import tutti.rebel.value.Type;

/**
 * A field of a specification.
 *
 * @param documentation the author's documentation, or empty
 * @param key whether the field names the instance
 * @param optional whether an instance may exist without a value
 * @param refersTo the specification that {@code @ref} names
 */
public record FieldInfo(
    String name,
    Type type,
    String documentation,
    boolean key,
    boolean optional,
    Optional<String> refersTo) {}
