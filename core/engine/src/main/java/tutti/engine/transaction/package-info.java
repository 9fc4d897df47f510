/**
 * Transactions: what clients request, how requests run on actors and containers, and how they end
 * (docs/rulings.md#runtime, docs/rulings.md#ruling-1).
 *
 * <p>Begin with {@link tutti.engine.transaction.Transactions}, where requests come in, and {@link
 * tutti.engine.transaction.TransactionProtocol}, by which they are run. Go on with {@link
 * tutti.engine.transaction.LayeredProtocol}, which runs an attempt, decides it and applies it;
 * {@link tutti.engine.transaction.CoordinatorPart} is its part in an attempt that touches other
 * nodes. {@link tutti.engine.transaction.ActorReads} answers reads, {@link
 * tutti.engine.transaction.SnapshotQueries} queries of snapshots. The rooms below, in the order in
 * which they use each other:
 *
 * <ul>
 *   <li>{@code submission}: a request or a block of a client, its outcome, and the reasons for
 *       which it does not commit
 *   <li>{@code record}: what the log has of transactions, and what a checkpoint keeps of them
 *   <li>{@code outcome}: the outcomes and idempotency keys that a node remembers
 *   <li>{@code request}: the requests of transactions to actors, waiting, deadlocks, and the end of
 *       claims
 *   <li>{@code seam}: what transactions need of other nodes, of procedures and of snapshots
 *   <li>{@code execution}: one attempt
 * </ul>
 */
@NullMarked
package tutti.engine.transaction;

import org.jspecify.annotations.NullMarked;
