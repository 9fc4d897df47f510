/**
 * The requests of transactions to the actors of a node: asking, waiting, deadlocks, and the end of
 * claims.
 *
 * <p>Begin with {@link tutti.engine.transaction.request.ActorRequests}: it puts a question to an
 * actor's concurrency control, which the {@link tutti.engine.transaction.request.Directory} finds.
 * An {@link tutti.engine.transaction.request.PendingRequest} that must wait is one of the {@link
 * tutti.engine.transaction.request.Waiters}; cycles of them are broken by the {@link
 * tutti.engine.transaction.request.DeadlockDetector} on one node and by {@link
 * tutti.engine.transaction.request.Probes} over several (Chandy, Misra and Haas, 1983). Both go
 * along the queue of an actor once and not once for each request in it ({@link
 * tutti.engine.concurrency.InUse.QueueViewer}). {@link tutti.engine.transaction.request.ClaimEnds}
 * locks and validates what was granted, {@link tutti.engine.transaction.request.Holdings} applies
 * or releases it.
 */
@NullMarked
package tutti.engine.transaction.request;

import org.jspecify.annotations.NullMarked;
