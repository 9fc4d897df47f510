package tutti.engine.transaction.seam;

import java.time.Instant;
import tutti.engine.concurrency.TransactionId;
import tutti.model.Caller;

/**
 * A call that a query makes of an actor of another node, which runs there on a snapshot.
 *
 * @param query the transaction of the query
 * @param snapshot the last epoch that the snapshot contains
 * @param now the transaction's time
 * @param caller the caller of its request
 * @param remainingNanos the time until the transaction's deadline
 * @param timeoutNanos the transaction's whole time
 */
public record SnapshotCall(
    TransactionId query,
    long snapshot,
    RemoteCall call,
    Instant now,
    Caller caller,
    long remainingNanos,
    long timeoutNanos) {}
