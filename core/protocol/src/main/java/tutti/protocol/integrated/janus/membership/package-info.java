/**
 * The values by which the configuration of a shard's replicas is changed (docs/rulings.md#janus).
 * Begin with {@code ConfigurationCommand}, a command of the shard's configuration log, and {@code
 * Configuration}; a {@code HandedOver} transaction is what goes from one configuration into the
 * next.
 */
@NullMarked
package tutti.protocol.integrated.janus.membership;

import org.jspecify.annotations.NullMarked;
