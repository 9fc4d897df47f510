package tutti.engine.transaction.outcome;

import org.jspecify.annotations.Nullable;

/**
 * The outcomes that a node remembers for clients that ask again.
 *
 * @param keys the idempotency keys of requests that have had an effect, or may have
 * @param answered keys of requests that ended without an effect; null if there are no other nodes
 */
public record OutcomeStore(
    OutcomeTable outcomes, IdempotencyTable keys, @Nullable AnsweredKeys answered) {}
