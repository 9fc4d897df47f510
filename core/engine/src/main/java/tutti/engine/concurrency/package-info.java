/**
 * The seam for concurrency control (docs/rulings.md#seams): the requests of a transaction, the
 * verdicts, and the claims that it holds until it ends. The algorithms are in packages below this
 * one and never import each other; docs/adding-a-protocol.md says how to write another.
 *
 * <p><b>The twelve files that the author of a control reads</b>, in this order; begin with the
 * first:
 *
 * <ol>
 *   <li>{@link tutti.engine.concurrency.ConcurrencyControl}: which method is called when;
 *   <li>{@link tutti.engine.concurrency.Work} and {@link tutti.engine.concurrency.ActorRequest}:
 *       the question of a transaction to one actor;
 *   <li>{@link tutti.engine.concurrency.Verdict}: the answer;
 *   <li>{@link tutti.engine.concurrency.Claim}: the hold on the actor until the end;
 *   <li>{@link tutti.engine.concurrency.Participant}: the transaction, with its age and its status;
 *   <li>{@link tutti.engine.concurrency.DecidedState}: evaluates a request, which is most of the
 *       work;
 *   <li>{@link tutti.engine.concurrency.PendingVerdicts} and {@link
 *       tutti.engine.concurrency.Effects}: the recipients of each answer and effect, and its time;
 *   <li>{@link tutti.engine.concurrency.LatchedControl}: the frame of a control that works under
 *       the latches of cells;
 *   <li>{@link tutti.engine.concurrency.InUse}: what stands at a cell in use, for the deadlock
 *       detector and for people;
 *   <li>{@link tutti.engine.node.OwnControl}: the factory, and the parts of a node that it gets.
 * </ol>
 *
 * <p><b>When they are needed:</b> {@link tutti.engine.concurrency.Timestamps} for a control by
 * timestamps; {@link tutti.engine.concurrency.Granted} and {@link
 * tutti.engine.concurrency.Evaluations} to put claims back after a crash; {@link
 * tutti.engine.concurrency.Use} to list the users of an actor; {@link
 * tutti.engine.concurrency.LockWait} and {@link tutti.engine.concurrency.Conflicted} to work row by
 * row, with {@link tutti.engine.concurrency.CommitOrder} and {@link
 * tutti.engine.concurrency.WriterClaim} where rows are written as their transactions commit, and
 * {@link tutti.engine.concurrency.ShownEpochs} where snapshots are kept of them. {@link
 * tutti.engine.concurrency.ForwardingControl} and {@link tutti.engine.concurrency.ByKind} wrap
 * controls. {@link tutti.engine.concurrency.TransactionId} and {@link
 * tutti.engine.concurrency.BranchKey} name transactions and their attempts.
 *
 * <p><b>The algorithms:</b> {@link tutti.engine.concurrency.pathsensitive}; {@link
 * tutti.engine.concurrency.locking.actor} and {@link tutti.engine.concurrency.locking.row}, with
 * their rules of waiting in {@link tutti.engine.concurrency.locking}; {@link
 * tutti.engine.concurrency.optimistic.actor} and {@link tutti.engine.concurrency.optimistic.row},
 * Silo's validation; {@link tutti.engine.concurrency.optimistic.tl2}; what controls that validate
 * whole actors share is in {@link tutti.engine.concurrency.optimistic}; {@link
 * tutti.engine.concurrency.versioning}, supremum versioning and locks that are taken at the start.
 */
@NullMarked
package tutti.engine.concurrency;

import org.jspecify.annotations.NullMarked;
