/**
 * The nodes of a run: production code behind simulated ports, through crashes and restarts.
 *
 * <p>Begin with {@link tutti.simulator.cluster.Cluster}, which has the nodes and their network, and
 * {@link tutti.simulator.cluster.NodeUnderTest}, one node through its lives; each life is an {@link
 * tutti.simulator.cluster.Incarnation}. Clients come through the {@link
 * tutti.simulator.cluster.ClientDoor}, checkers and operators ask by {@link
 * tutti.simulator.cluster.NodeQueries}. A {@link tutti.simulator.cluster.NodeDisk} and a {@link
 * tutti.simulator.cluster.NodeMachine} outlive the lives. A {@link
 * tutti.simulator.cluster.RunContext} has what everything in a run shares.
 *
 * <p>The judges here: {@link tutti.simulator.cluster.AnswerWatch} (answers come in time), {@link
 * tutti.simulator.cluster.RestCheck} (a node at rest keeps nothing of ended requests), and {@link
 * tutti.simulator.cluster.WrongDisk} (a node with a disk that is not its own is refused). {@link
 * tutti.simulator.cluster.TracedHistory} keeps events for a reader.
 */
@NullMarked
package tutti.simulator.cluster;

import org.jspecify.annotations.NullMarked;
