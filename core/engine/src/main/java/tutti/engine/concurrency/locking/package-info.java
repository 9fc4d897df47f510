/**
 * Parts that locks share at either grain: the {@link tutti.engine.concurrency.locking.WaitRule
 * rule} for a request that another transaction is before, and {@link
 * tutti.engine.concurrency.locking.Precedence}, which carries it out. {@link
 * tutti.engine.concurrency.locking.actor} locks whole actors, {@link
 * tutti.engine.concurrency.locking.row} the rows of relational ones; begin with the card of either.
 */
@NullMarked
package tutti.engine.concurrency.locking;

import org.jspecify.annotations.NullMarked;
