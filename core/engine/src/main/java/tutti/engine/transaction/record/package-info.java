/**
 * The records of transactions in the journal, and what a checkpoint keeps of transactions in
 * progress.
 *
 * <p>Begin with {@link tutti.engine.transaction.record.LogRecord}, the kinds of records; {@link
 * tutti.engine.transaction.record.RecordFormat} writes and reads them. A member of a commitment is
 * a {@link tutti.engine.transaction.record.PreparedBranch} while it is in doubt, and {@link
 * tutti.engine.transaction.record.Unfinished} while it holds nothing and others must still hear or
 * ask it. Code that appends a record is inside the {@link
 * tutti.engine.transaction.record.CheckpointGate}.
 */
@NullMarked
package tutti.engine.transaction.record;

import org.jspecify.annotations.NullMarked;
