/**
 * Submissions: a client's request, the transaction that it becomes, and how that ends.
 *
 * <p>Begin with {@link tutti.engine.transaction.submission.Submission}: it has a {@link
 * tutti.engine.transaction.submission.TransactionRequest} and gets an {@link
 * tutti.engine.transaction.submission.Outcome}, which is an abort for a {@link
 * tutti.engine.transaction.submission.Reason} if it is no commit.
 */
@NullMarked
package tutti.engine.transaction.submission;

import org.jspecify.annotations.NullMarked;
