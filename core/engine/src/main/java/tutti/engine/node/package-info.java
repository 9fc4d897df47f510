/**
 * A node: containers, ports and a data folder, put together; nothing static
 * (docs/rulings.md#runtime).
 *
 * <p>Begin with {@link tutti.engine.node.Node}, the face that a service sees, and {@link
 * tutti.engine.node.ShardTerm}, one term over a {@link tutti.engine.node.ShardState}. The state is
 * made of {@link tutti.engine.node.NodeContainers} and a folder; the term's parts are {@link
 * tutti.engine.node.NodeStart} (the states until requests are taken), {@link
 * tutti.engine.node.InstanceReads}, {@link tutti.engine.node.HostHealth} and {@link
 * tutti.engine.node.NodeMeter}. {@link tutti.engine.node.Forwarder} sends requests to the node that
 * is the home of their first actor; {@link tutti.engine.node.NodeQuestions} asks nodes for backups,
 * snapshots and lists.
 */
@NullMarked
package tutti.engine.node;

import org.jspecify.annotations.NullMarked;
