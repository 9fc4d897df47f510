package tutti.engine.transaction;

import tutti.engine.snapshot.Snapshots;
import tutti.engine.transaction.execution.Remote;
import tutti.engine.transaction.record.NodeLog;
import tutti.engine.transaction.request.Directory;
import tutti.engine.transaction.seam.NodeRuntime;
import tutti.engine.transaction.seam.Procedures;
import tutti.engine.transaction.seam.SnapshotSource;

/**
 * The parts of a node that its transactions run on.
 *
 * @param incarnation how often the node has started
 * @param snapshots the node's epoch
 * @param remote the other nodes
 * @param procedures runs relational actors
 * @param source gives snapshots to queries
 */
public record TransactionContext(
    Directory directory,
    long incarnation,
    NodeRuntime runtime,
    NodeLog log,
    Snapshots snapshots,
    Remote remote,
    Procedures procedures,
    SnapshotSource source) {}
