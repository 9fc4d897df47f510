/**
 * Applications of relational actors (Reactors §2.2) in the engine's form of all applications:
 * types, actions, values as bytes; and their rows as one transaction sees them. Procedures are run
 * elsewhere.
 *
 * <p>Begin with {@link tutti.engine.relational.RelationalApplication}, the form; {@link
 * tutti.engine.relational.TransactionRows} is the seam between a procedure and a concurrency
 * control's rows, with {@link tutti.engine.relational.LockedRows} and {@link
 * tutti.engine.relational.OwnRows} as its two kinds; {@link tutti.engine.relational.OverlaidRows}
 * are those behind transactions that are not decided, and {@link
 * tutti.engine.relational.DecidedRows} those for a dry run, which waits for nobody.
 */
@NullMarked
package tutti.engine.relational;

import org.jspecify.annotations.NullMarked;
