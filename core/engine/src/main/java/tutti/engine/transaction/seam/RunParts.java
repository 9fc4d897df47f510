package tutti.engine.transaction.seam;

import tutti.engine.runtime.Scheduler;
import tutti.engine.transaction.request.Directory;

/**
 * The parts of a node that run procedures apart from concurrency control: on a snapshot, or dry.
 *
 * @param source the snapshots of all nodes, and dry runs on other nodes
 * @param dryRuns whether transactions run dry where that tells more than their footprint
 */
public record RunParts(
    Directory directory,
    Scheduler scheduler,
    Procedures procedures,
    SnapshotSource source,
    boolean dryRuns) {}
