package tutti.rebel.typed;

import tutti.rebel.value.Type;

/**
 * A configuration parameter and its value in this specification.
 *
 * @param value reads neither state nor parameters
 */
public record CheckedConfig(String name, Type type, Typed value) {}
