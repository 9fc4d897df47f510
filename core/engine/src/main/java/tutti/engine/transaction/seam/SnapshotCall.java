package tutti.engine.transaction.seam;

import java.time.Instant;
import tutti.engine.concurrency.TransactionId;

/**
 * A call that a query makes of an actor of another node, which runs there on a snapshot.
 *
 * @param query the transaction that makes it
 * @param snapshot the last epoch that is in it
 * @param now the transaction's time
 * @param remainingNanos until its deadline
 * @param timeoutNanos how long it had in all
 */
public record SnapshotCall(
    TransactionId query,
    long snapshot,
    RemoteCall call,
    Instant now,
    long remainingNanos,
    long timeoutNanos) {}
