package tutti.model.actor;

import org.jspecify.annotations.Nullable;

/**
 * A {@link Procedure} that only reads, and calls nothing but queries: it never makes another
 * transaction wait for what it wrote, and may run on a snapshot. Writing is refused.
 */
@FunctionalInterface
public interface Query<A extends Actor, R extends @Nullable Object> extends Procedure<A, R> {}
