/**
 * How a node comes back with everything that it acknowledged, and how its log stays short: replay
 * of the newest checkpoint and the log after it, and checkpoints that stop nobody (DESIGN §2). What
 * was begun with other nodes is put back as it was: branches that have voted hold again what they
 * held, and decisions are remembered until all who voted for them have heard.
 *
 * <p>Invariants that the simulator holds this package to:
 *
 * <ul>
 *   <li>I1: every acknowledged transaction is there after any crash, with all its effects.
 *   <li>I2: a transaction is there whole or not at all: its effects are one record.
 *   <li>I3: effects are applied per actor in the order of their arrival positions, as they were
 *       before the crash.
 *   <li>I4: a checkpoint never contains an effect whose record is not durable: it is completed only
 *       after the log is durable up to the end of the walk.
 *   <li>I5: a record before the checkpoint's position has all its effects in it: the walk begins
 *       after everyone who had appended by then has applied ({@link
 *       tutti.engine.transaction.CheckpointGate}).
 *   <li>I6: a record after it may be in the checkpoint in part; positions tell which effects are.
 *   <li>I7: recovery runs under the application that wrote the data; a changed one takes over only
 *       after all is replayed, by a checkpoint that is complete or not there. What is in doubt then
 *       is decided first: it cannot be put back under another application or concurrency control.
 *   <li>I8: a branch that has voted Yes is there after any crash, with all that its newest vote
 *       says, until its end is in the log.
 *   <li>I9: no effect is applied that arrived after one in doubt; it waits behind it, decided.
 *   <li>I10: a decision that others voted for is there until {@code FINISHED} is in the log; and
 *       how far records rely on other nodes' logs is never forgotten.
 * </ul>
 */
@NullMarked
package tutti.engine.recovery;

import org.jspecify.annotations.NullMarked;
