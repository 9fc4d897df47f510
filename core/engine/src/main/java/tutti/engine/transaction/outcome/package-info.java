/**
 * The memory of how transactions ended: by their ids and by the idempotency keys of their requests.
 *
 * <p>Begin with {@link tutti.engine.transaction.outcome.Completion}, through which every
 * transaction ends; it fills the {@link tutti.engine.transaction.outcome.OutcomeTable} and the
 * {@link tutti.engine.transaction.outcome.IdempotencyTable}.
 */
@NullMarked
package tutti.engine.transaction.outcome;

import org.jspecify.annotations.NullMarked;
