package tutti.model;

/**
 * A field of an actor type.
 *
 * @param name as the application writes it
 * @param type as the application writes it, for people
 */
public record Field(String name, String type) {}
