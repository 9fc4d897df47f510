package tutti.engine.transaction.seam;

import java.time.Instant;
import tutti.engine.concurrency.TransactionId;

/**
 * A call that a query makes of an actor of another node, which runs there on a snapshot.
 *
 * @param query the transaction of the query
 * @param snapshot the last epoch that the snapshot contains
 * @param now the transaction's time
 * @param remainingNanos the time until the transaction's deadline
 * @param timeoutNanos the transaction's whole time
 */
public record SnapshotCall(
    TransactionId query,
    long snapshot,
    RemoteCall call,
    Instant now,
    long remainingNanos,
    long timeoutNanos) {}
