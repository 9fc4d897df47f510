/**
 * The end of keys of requests under integrated protocols: a key that was used longer ago than
 * {@code idempotency.keep} is forgotten by all replicas of its shard, by a transaction that gives
 * its item no bytes (docs/decisions/0022-integrated-protocols.md). So no replica decides by its own
 * clock what another one still knows.
 *
 * <p>Begin with {@link tutti.engine.integrated.expiry.KeySweeper}, which looks through the keys of
 * a replica now and then. Janus orders a {@link tutti.engine.integrated.expiry.KeySweep}; under
 * TAPIR the transaction is one like any other.
 */
@NullMarked
package tutti.engine.integrated.expiry;

import org.jspecify.annotations.NullMarked;
