/**
 * How a node comes back with everything that it acknowledged, and how its log stays short: replay
 * of the newest checkpoint and the log after it, and checkpoints that stop nobody (DESIGN §2).
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
 *       after all is replayed, by a checkpoint that is complete or not there.
 * </ul>
 */
@NullMarked
package tutti.engine.recovery;

import org.jspecify.annotations.NullMarked;
