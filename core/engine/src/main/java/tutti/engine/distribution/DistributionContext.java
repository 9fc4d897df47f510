package tutti.engine.distribution;

import tutti.engine.distribution.member.Recovered;
import tutti.engine.snapshot.Snapshots;
import tutti.engine.transaction.record.NodeLog;
import tutti.engine.transaction.request.Directory;
import tutti.engine.transaction.seam.NodeRuntime;
import tutti.engine.transport.Transport;

/**
 * The parts of a node that talk to other nodes.
 *
 * @param snapshots the node's epoch
 */
public record DistributionContext(
    NodeIdentity identity,
    DistributionSettings settings,
    Directory directory,
    Transport transport,
    NodeRuntime runtime,
    NodeLog log,
    Recovered recovered,
    Snapshots snapshots) {}
