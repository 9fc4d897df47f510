package tutti.server.catalog;

import tutti.rebel.value.Type;

/**
 * A field of a specification.
 *
 * @param documentation what its author wrote, or empty
 * @param key whether it is part of the key
 */
public record FieldEntry(String name, Type type, String documentation, boolean key) {}
