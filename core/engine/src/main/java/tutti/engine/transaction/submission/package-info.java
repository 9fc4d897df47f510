/**
 * Submissions: a client's request, the transaction that it becomes, and how that ends.
 *
 * <p>Begin with {@link tutti.engine.transaction.submission.Submission}: it has a {@link
 * tutti.engine.transaction.submission.TransactionRequest} and gets an {@link
 * tutti.engine.transaction.submission.Outcome}, which is an abort for a {@link
 * tutti.engine.transaction.submission.Reason} if it is no commit.
 *
 * <p><b>Blocks.</b> A client transaction (Atomic RMI §2) is a block of a client's own code, whose
 * calls arrive one at a time. {@link tutti.engine.transaction.submission.ClientBlock} hands {@link
 * tutti.engine.transaction.submission.BlockStep}s over from the client's thread to the attempt's
 * task, and {@link tutti.engine.transaction.submission.StepAnswer}s back.
 *
 * <ul>
 *   <li>A block is no procedure: it may do anything, so it does not run a second time without the
 *       client's word. An attempt that cannot go on is replaced by one that takes the block's steps
 *       so far again, without the block. If each has the result of before, the block has seen
 *       nothing that the new attempt does not see, and goes on with it. Otherwise the transaction
 *       aborts, and the client decides.
 *   <li>A handled refusal leaves nothing, by these means: the refused attempt is released with all
 *       that the refused step has touched, and the next one takes the steps before it again.
 *   <li>A silent block holds what its transaction holds until the deadline. Then the transaction is
 *       rolled back, and the block hears so at its next step.
 * </ul>
 */
@NullMarked
package tutti.engine.transaction.submission;

import org.jspecify.annotations.NullMarked;
