/**
 * Transactional Locking II at the grain of whole actors, in its distributed form: an attempt gets a
 * read version when it begins, and sees only actors that are unlocked and at most as new; at its
 * end it locks the actors that it changes, gets a write version, and validates all that it saw.
 *
 * <p><b>Source.</b> D. Dice, O. Shalev, N. Shavit: <i>Transactional Locking II</i>, DISC 2006, §2:
 * versioned write-locks, the global version clock, the six steps of a writing transaction and the
 * two of one that only reads. Over several nodes: M. M. Saad, B. Ravindran: <i>HyFlow: A High
 * Performance Distributed Software Transactional Memory Framework</i>, HPDC 2011: each node has a
 * version clock of its own, messages carry it, and a node that hears of a greater number moves its
 * clock up to that.
 *
 * <table>
 * <caption>Requests, by the actor's versioned lock and the attempt's read version rv</caption>
 * <tr><th>asks</th><th>unlocked, version at most rv</th><th>unlocked, version above rv</th>
 * <th>locked by another transaction</th></tr>
 * <tr><td>Act, Observe, Forbid, Run</td><td>granted; a refusal is told</td><td>Conflict, not before
 * that version</td><td>Conflict</td></tr>
 * <tr><td>a row of a Run</td><td>read, if the version is that of the Run's grant, else
 * Conflict</td><td>Conflict</td><td>Conflict</td></tr>
 * <tr><td>Read</td><td colspan="2">Seen</td><td>Seen while the holder is ACTIVE, else Delay</td></tr>
 * <tr><td>lock</td><td colspan="2">locked</td><td>Conflict</td></tr>
 * <tr><td>validate</td><td colspan="2">Conflict if the actor has changed since the
 * grant</td><td>Conflict</td></tr>
 * </table>
 *
 * <p>Begin with {@link tutti.engine.concurrency.optimistic.tl2.TransactionalLocking}; its frame is
 * {@link tutti.engine.concurrency.optimistic.OptimisticControl}.
 *
 * <p><b>The clock</b> is the node's {@link tutti.engine.concurrency.Timestamps}. The read version
 * is {@link tutti.engine.concurrency.Participant#age}, which goes with every request to another
 * node. The write version is {@link tutti.engine.concurrency.Participant#epoch}: it is drawn when
 * all locks are taken and nothing is validated, is greater than what the clocks of all nodes of the
 * transaction showed when they had locked, and goes with the messages of the commit protocol. So
 * messages have no field that they have not under other controls.
 *
 * <p><b>Over several nodes</b> the coordinator's node asks the nodes on which something is to
 * change to lock it, all at once, when all has executed ({@link
 * tutti.engine.concurrency.ConcurrencyControl#locksLast}); then it locks its own part, draws the
 * write version, and asks all to validate and vote.
 *
 * <p><b>Invariants.</b>
 *
 * <ul>
 *   <li>I1: an actor is locked by at most one transaction, and only a claim that acts locks.
 *   <li>I2: an actor's version changes only by the commit of the transaction that has it locked.
 *   <li>I3: every validation of a transaction comes after its last lock, on whichever node.
 *   <li>I4: only reads of clients wait, for a transaction that may be committed.
 *   <li>I5: a read is answered only while no holder is, or may soon turn out to have been,
 *       committed.
 *   <li>I6: what is granted to an attempt is at most as new as its read version.
 *   <li>I7: a write version is greater than the read version of every attempt that saw, on any of
 *       the writer's nodes, an actor as it was before the writer locked it.
 *   <li>I8: a claim on an actor that was forgotten meanwhile is not valid.
 *   <li>I9: the versioned lock of an idle actor is free.
 *   <li>I10: a node grants no read version up to one that it has granted before its restart.
 * </ul>
 *
 * <p><b>Guarantees</b> strict serializability, and that an attempt sees the state of one moment
 * while it executes, also if it is aborted later (opacity; by I6 and I7). So an attempt that
 * changes nothing, and has touched one node alone, commits without a validation (TL2 §2.2): its
 * moment is that of its read version. A transaction that changes something, or has touched several
 * nodes, validates: clocks of two nodes differ, and a moment of the read version need not be one of
 * real time. <b>Needs</b> a caller that begins an attempt anew after a conflict, with a read
 * version that is not before the one that the conflict names. A transaction may meet conflicts
 * until its time is over: none is preferred.
 *
 * <p><b>Departures from the papers.</b>
 *
 * <ul>
 *   <li>An attempt that meets a newer version begins anew. HyFlow forwards it: it validates what
 *       the attempt has read, and raises the read version if all is unchanged. There objects move
 *       to the transaction, so it has its read set; here procedures run where the actors are, so
 *       the read set is spread over nodes, and procedures may be reading on others meanwhile. The
 *       next attempt's read version is not behind the version that was met.
 *   <li>A read version is drawn from the clock, and not just read there, since the seam's
 *       timestamps are each given once; the clock follows the time of day, so that clocks of nodes
 *       that exchange no messages are level as far as their times are.
 *   <li>A lock may be held for a round trip between nodes, so {@code lock} does not spin: it is a
 *       conflict.
 *   <li>The validation compares the actor's count of effects with that of the grant, and not its
 *       version with the read version: the two say the same (I6, I7).
 *   <li>After a restart an actor has version 0, for versions are not on disk. Requests with a read
 *       version up to the ceiling that the former start has kept are refused, so no attempt that
 *       began before the restart sees a newer state as an old one. A transaction that was in doubt
 *       at the restart gets its write version from the node's own clock.
 *   <li>Procedures read rows in their place: each row that is read is followed by a look at the
 *       actor's versioned lock (§2.1, post-validation), and is discarded if that has changed.
 * </ul>
 */
@NullMarked
package tutti.engine.concurrency.optimistic.tl2;

import org.jspecify.annotations.NullMarked;
