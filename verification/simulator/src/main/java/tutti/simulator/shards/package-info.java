/**
 * The shards with replicas of a run, as a judge sees them: the logs that their replicas tell, the
 * terms over them, and the hosts at rest.
 *
 * <p>To the oracle ({@code tutti.simulator.check}) a shard is a node, and each term over it a life
 * of that node: the end of one term takes of its log what is not in the next term's, as a crash
 * does. The order of decisions is not judged: a leader that only looks may be answered when another
 * one has begun. All clients' observations together are.
 *
 * <p>Rules:
 *
 * <ul>
 *   <li><b>replicas-agree</b>: at a position of a shard's log all replicas, in all their lives,
 *       know the same chosen entry; at rest they all know the same end, and all have the same
 *       actors in the same states, those of former leaders too; effects count that a follower holds
 *       back until it knows that nothing comes before them;
 *   <li><b>one-term</b>: no two terms of a shard share a number or a ballot, and a term begins
 *       once, on the host that its first entry names, when that entry is chosen;
 *   <li><b>rejoined</b>: a host that has lost its disk has no vote before its replicas know all
 *       that was chosen when it lost it; at rest all replicas vote;
 *   <li><b>log-let-go</b>: at rest no replica holds more of its host's log than a few checkpoints'
 *       worth, though it may be idle and others busy;
 *   <li><b>served</b>: three seconds after the last fault, and the last message that was late
 *       because of one, every host answers for all shards, though as many are away as may be.
 * </ul>
 *
 * <p>Begin with {@link tutti.simulator.shards.ShardWatch}, to which hosts tell; {@link
 * tutti.simulator.shards.ReplicaCheck} looks at hosts at rest, {@link
 * tutti.simulator.shards.LostDisks} says when a host may lose its disk.
 */
@NullMarked
package tutti.simulator.shards;

import org.jspecify.annotations.NullMarked;
