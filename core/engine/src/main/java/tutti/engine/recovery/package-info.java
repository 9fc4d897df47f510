/**
 * The recovery of a node with all that it acknowledged, and checkpoints that keep its log short:
 * replay of the newest checkpoint and the log after it, and checkpoints that stop no transaction
 * (docs/rulings.md#runtime). Transactions over several nodes are put back as they were: branches
 * that have voted hold their claims again, and decisions are remembered until all their voters have
 * heard them.
 *
 * <p>Begin with {@link tutti.engine.recovery.DataFolder}, which opens a folder; {@link
 * tutti.engine.recovery.Replay} reads the log over the newest checkpoint, straight into the actors'
 * cells, {@link tutti.engine.recovery.ReinstatedClaims} puts back what is in doubt, and {@link
 * tutti.engine.recovery.Checkpointer} writes the next checkpoint.
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
 *       after every transaction that had appended by then has applied ({@link
 *       tutti.engine.transaction.record.CheckpointGate}).
 *   <li>I6: a record after it may be in the checkpoint in part; positions tell which effects are.
 *   <li>I7: recovery runs under the application that wrote the data, rows being read directly as
 *       those of today; a refusal to go on is told before any of the data is read. A changed
 *       application takes over only after all is replayed, by a checkpoint that is complete or not
 *       there. A transaction in doubt is decided first: it cannot be put back under another
 *       application or concurrency control.
 *   <li>I8: a branch that has voted Yes is there after any crash, with all that its newest vote
 *       says, until its end is in the log.
 *   <li>I9: no effect is applied that arrived after one in doubt; it waits behind it, decided.
 *   <li>I10: a decision that others voted for is there until {@code FINISHED} is in the log; and
 *       how far records rely on other nodes' logs is never forgotten.
 *   <li>I11: the rows of an actor are, after replay, as in the last record that names them.
 * </ul>
 *
 * <p><b>Threads.</b> One reads the checkpoint and the log and keeps the books of actors, branches,
 * outcomes and keys. Others decode for it, and write rows: each key's in the order of the log, by
 * one thread ({@link ReplayWorkers}). A driver that tells of no cores, as the simulator's, has none
 * of these.
 *
 * <p><b>Rows are copied while they change.</b> An actor's entry says how far it was when the walk
 * came to it: its version, its next position, and <i>low</i>, below which every effect is in its
 * rows. Its rows follow in pieces, read one by one, each at another moment, while others write: the
 * copy is fuzzy. Replay makes it whole, because a record of rows is an after-image, which can be
 * made twice and over what came later:
 *
 * <ul>
 *   <li>An effect below <i>low</i> was in the rows before the first of them was read. So its row in
 *       the copy is that one or a later one. Replay leaves it out.
 *   <li>Any other effect is in the log behind the checkpoint's position, or among the actor's
 *       unapplied ones, or of a branch in doubt. Replay makes them all, in the order of their
 *       positions. A row that the copy has newer goes back first, and then forward again: the last
 *       effect of a row decides, and that is one of these, for the copy cannot have an effect whose
 *       record is not durable (I4).
 *   <li>A row that was deleted during the walk may be in the copy: the deletion's record is
 *       replayed on it. One that was inserted, or deleted and inserted again at another place, may
 *       be missing: its record brings it.
 *   <li>The copy may break a rule that holds at every moment: it may have two rows of one key in a
 *       unique index, when a key has moved from a row that was read early to one that was read
 *       late. The indexes here bear that: their entries end with the primary key.
 *   <li>With control at the grain of records, several writers of one actor may be between lock and
 *       commit at once. Each has a position since it locked, and two that write the same row lock
 *       it one after the other, so positions order the writers of each row. Such a control must see
 *       to it that <i>low</i> passes a writer's position only after its rows are written, and that
 *       this happens within the gate, as all does that a record brings with it.
 * </ul>
 */
@NullMarked
package tutti.engine.recovery;

import org.jspecify.annotations.NullMarked;
