/**
 * Backups while nodes run: a copy of every node's data folder, all at one consistent cut. Why it is
 * done so: {@code docs/decisions/0009-backup.md}.
 *
 * <h2>What is copied</h2>
 *
 * <p>Of each node the newest checkpoint, the log from there to a position, its <em>cut</em>, and
 * the folder's small files. A checkpoint is fuzzy: it may have seen records behind its position.
 * But it was completed only when all that it can have seen was durable, and it is chosen before the
 * cut is made: so it has seen nothing behind the cut, and it and the log up to there are what
 * recovery would find after a power cut that left exactly so much of the log. What the copy needs
 * is neither truncated nor replaced by later checkpoints ({@link
 * tutti.engine.journal.CheckpointStore#keep}).
 *
 * <h2>The cut</h2>
 *
 * <table>
 *   <caption>Two rounds; any node asks all, itself included</caption>
 *   <tr><th>message</th><th>meaning</th></tr>
 *   <tr><td>{@code BackupHold}</td><td>end a frame of the log: that is the cut. Tell of nothing after
 *       it that it is durable</td></tr>
 *   <tr><td>{@code BackupLetGo}</td><td>all hold: tell again. Answered with what there is to copy, if
 *       this node held until now</td></tr>
 *   <tr><td>{@code BackupPiece}</td><td>read</td></tr>
 *   <tr><td>{@code BackupEnd}</td><td>let go of everything, at any time</td></tr>
 * </table>
 *
 * <p>Between the rounds nodes execute, append and flush as always; what stands still is only what
 * waits to be told that a record behind the cut is durable: acknowledgements, votes, decisions,
 * acks, answers to reads. That is a round trip, about as long as one flush.
 *
 * <p>Let <em>T</em> be the moment when the last node held. Nobody has let go by then. Everything
 * that leaves a node, to another one or to a client, waits until the records that it rests on are
 * durable (docs/rulings.md#runtime): so at <em>T</em> nothing in the world rests on a record behind
 * any node's cut. The cuts are therefore what the disks would hold if all disks had been slow since
 * their own cut and the power had gone at <em>T</em> everywhere: a state that recovery is made for,
 * and that the simulator tries at every step.
 *
 * <p>Invariants:
 *
 * <ul>
 *   <li>I1: everything that was acknowledged before the backup began is in it ({@code sync} and
 *       {@code async} alike: the cut takes in all that was appended).
 *   <li>I2: a decision is in it with all the votes that it counted; a branch's end with the
 *       decision that it rests on; a decision's end with the ends of all its branches. What else is
 *       in doubt is decided after the restart: by the decision that is there, or as aborted.
 *   <li>I3: whoever acknowledged or read something that is in it finds everything in it that came
 *       before ({@code sync}; under {@code async} what a node had not yet flushed may be missing on
 *       it while another node's cut has what came later, as after a power cut).
 *   <li>I4: a copy is used only if every node held from its cut until it was let go. A node that
 *       waits longer than two seconds lets go by itself, and the backup fails. Where commit takes
 *       silence for a crash (EasyCommit, three-phase commit), half of {@code assume.delay-bound} is
 *       the longest hold, if that is shorter: what a held node says late is still said within the
 *       bound.
 *   <li>I5: nothing of a backup outlives it: a copy that nobody reads for a minute is given up.
 * </ul>
 */
@NullMarked
package tutti.engine.backup;

import org.jspecify.annotations.NullMarked;
