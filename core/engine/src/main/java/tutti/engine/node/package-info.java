/**
 * A node: containers, ports and a data folder, put together; nothing static
 * (docs/rulings.md#runtime).
 *
 * <p>Begin with {@link tutti.engine.node.Node}, the face that a service sees, and {@link
 * tutti.engine.node.HostNode}, which is every node: its {@link tutti.engine.node.HostHealth} and
 * its {@link tutti.engine.node.Shards}, of which there are three kinds
 * (docs/decisions/0027-one-host.md). {@link tutti.engine.node.LocalShards} is that of a node
 * without replicas: a {@link tutti.engine.node.ShardTerm} over a {@link
 * tutti.engine.node.ShardState}. The state is made of {@link tutti.engine.node.NodeContainers} and
 * a folder; the term's parts are {@link tutti.engine.node.NodeStart} (the states until requests are
 * taken), {@link tutti.engine.node.InstanceReads} and {@link tutti.engine.node.NodeMeter}. {@link
 * tutti.engine.node.Forwarder} sends requests to the node that is the home of their first actor;
 * {@link tutti.engine.node.NodeQuestions} asks nodes for backups, snapshots and lists.
 */
@NullMarked
package tutti.engine.node;

import org.jspecify.annotations.NullMarked;
