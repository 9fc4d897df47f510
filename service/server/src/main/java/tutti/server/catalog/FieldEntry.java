package tutti.server.catalog;

import tutti.rebel.value.Type;

/**
 * A field of a specification.
 *
 * @param documentation the author's documentation, or empty
 * @param key whether the field is part of the key
 */
public record FieldEntry(String name, Type type, String documentation, boolean key) {}
