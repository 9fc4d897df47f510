/**
 * The audit log: what was refused, and what operators did.
 *
 * <p>Each line has the hash of the line before, so that a line that was changed, put in or taken
 * out is found ({@link tutti.access.audit.AuditCheck}); but for the last lines, of which nothing
 * tells that they are gone. What a caller asks for again and again in one second is one line with a
 * count, and so are all strangers together: nobody fills the disk. What an operator changes is on
 * the disk before it is done.
 *
 * <p>Begin with {@link tutti.access.audit.AuditLog}.
 */
@NullMarked
package tutti.access.audit;

import org.jspecify.annotations.NullMarked;
