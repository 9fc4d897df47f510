/**
 * The execution of one attempt at a transaction.
 *
 * <p>Begin with {@link tutti.engine.transaction.execution.Attempt}: it asks actors for events as an
 * {@link tutti.engine.transaction.execution.EventExecution}, runs procedures by an {@link
 * tutti.engine.transaction.execution.AttemptHost}, and keeps what it holds in a {@link
 * tutti.engine.transaction.execution.Transaction}. A {@code SyncLevel} are the events of other
 * nodes that are asked at once. {@link tutti.engine.transaction.execution.Remote} is the other
 * nodes, as an attempt uses them. Under versioning its {@link
 * tutti.engine.transaction.execution.VersionReservations} begin and settle it, and a {@link
 * tutti.engine.transaction.execution.DryRun} may find them.
 */
@NullMarked
package tutti.engine.transaction.execution;

import org.jspecify.annotations.NullMarked;
