package tutti.model.actor;

import org.jspecify.annotations.Nullable;

/**
 * A {@link Procedure} that only reads, and calls nothing but queries: other transactions never wait
 * for its writes, and it may run on a snapshot. A write is refused.
 */
@FunctionalInterface
public interface Query<A extends Actor, R extends @Nullable Object> extends Procedure<A, R> {}
