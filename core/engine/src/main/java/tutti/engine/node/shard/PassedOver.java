package tutti.engine.node.shard;

import org.jspecify.annotations.Nullable;

/**
 * The answer to an order to pass over an entry.
 *
 * @param code of the refusal; null if the order is durable
 * @param detail in words for a person
 */
public record PassedOver(@Nullable String code, String detail) {}
