/**
 * The nodes of a run: production code behind simulated ports, through crashes and restarts.
 *
 * <p>Begin with {@link tutti.simulator.cluster.Cluster}, which has the nodes and their network, and
 * {@link tutti.simulator.cluster.NodeUnderTest}, one node through its lives. The others are its
 * parts: {@link tutti.simulator.cluster.AnswerWatch} checks that answers come in time, {@link
 * tutti.simulator.cluster.Leftovers} that a node at rest keeps nothing of ended requests, {@link
 * tutti.simulator.cluster.WrongDisk} starts a node with a disk that is not its own, and {@link
 * tutti.simulator.cluster.TracedHistory} and {@link tutti.simulator.cluster.ReplyText} keep events
 * and answers for a reader.
 */
@NullMarked
package tutti.simulator.cluster;

import org.jspecify.annotations.NullMarked;
