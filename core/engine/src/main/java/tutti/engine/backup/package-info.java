/**
 * Backups while nodes run: a copy of every node's data folder, all at one consistent cut. The
 * reasons for the method: {@code docs/decisions/0009-backup.md}.
 *
 * <h2>What is copied</h2>
 *
 * <p>A backup takes from each node the newest checkpoint, the log from there to a position, its
 * <em>cut</em>, and the folder's small files. A checkpoint is fuzzy: it may have seen records
 * behind its position. But a checkpoint is completed only when all records that it can have seen
 * are durable, and it is chosen before the cut is made. So it has seen no record behind the cut.
 * The checkpoint and the log up to the cut are the files that recovery would find after a power cut
 * that left exactly so much of the log. The files that the copy needs are neither truncated nor
 * replaced by later checkpoints ({@link tutti.engine.journal.CheckpointStore#keep}).
 *
 * <h2>The cut</h2>
 *
 * <table>
 *   <caption>Two rounds; any node asks all, itself included</caption>
 *   <tr><th>message</th><th>meaning</th></tr>
 *   <tr><td>{@code BackupHold}</td><td>end a frame of the log: that is the cut. Tell of no record
 *       after it that it is durable</td></tr>
 *   <tr><td>{@code BackupLetGo}</td><td>all hold: tell again. The answer is the list of files to
 *       copy, if this node held until now</td></tr>
 *   <tr><td>{@code BackupPiece}</td><td>read</td></tr>
 *   <tr><td>{@code BackupEnd}</td><td>let go of everything, at any time</td></tr>
 * </table>
 *
 * <p>Between the rounds nodes execute, append and flush as always. Only messages that wait until a
 * record behind the cut is durable stand still: acknowledgements, votes, decisions, acks, answers
 * to reads. They wait for a round trip, about as long as one flush.
 *
 * <p>Let <em>T</em> be the moment when the last node held. No node has let go by then. Each message
 * that leaves a node, to another one or to a client, waits until the records that it rests on are
 * durable (docs/rulings.md#runtime): so at <em>T</em> no node and no client relies on a record
 * behind any node's cut. The cuts are therefore what the disks would hold if all disks had been
 * slow since their own cut and the power had gone at <em>T</em> everywhere: a state that recovery
 * is made for, and that the simulator tries at every step.
 *
 * <p>Where shards have replicas, the leader of a shard does all this in the place of a node. One
 * thing more is needed there: that no other leader had told anything of the shard by <em>T</em>. So
 * the copy is given only once a majority has confirmed, after the leader was told to let go, that
 * it still leads; or its lease does, which the leader looks at by the clock after that. The records
 * of the log come from its memory, and are given in the form of a node's log; a term that ends
 * takes its backups with it.
 *
 * <p>Invariants:
 *
 * <ul>
 *   <li>I1: every transaction that was acknowledged before the backup began is in it ({@code sync}
 *       and {@code async} alike: the cut takes in all appended records).
 *   <li>I2: a decision is in it with all the votes that it counted; a branch's end with the
 *       decision that it rests on; a decision's end with the ends of all its branches. Every other
 *       branch in doubt is decided after the restart: by the decision that is there, or as aborted.
 *   <li>I3: a client or node that acknowledged or read a record of the backup finds in it all
 *       records that came before ({@code sync}; under {@code async} records that a node had not yet
 *       flushed may be missing there while another node's cut has later ones, as after a power
 *       cut).
 *   <li>I4: a copy is used only if every node held from its cut until it was let go. A node that
 *       waits longer than two seconds lets go by itself, and the backup fails. Where commit takes
 *       silence for a crash (EasyCommit, three-phase commit), half of {@code assume.delay-bound} is
 *       the longest hold, if that is shorter: the late messages of a held node still come within
 *       the bound.
 *   <li>I5: no file of a backup outlives it: a copy that is not read for a minute is given up.
 * </ul>
 */
@NullMarked
package tutti.engine.backup;

import org.jspecify.annotations.NullMarked;
