/**
 * The roles file: which calls, reads, lists, queries and operators' work each role may ask for, and
 * what is claimed of that.
 *
 * <p>Rights are of a request's own calls. What these cause is implied, and the claims say how far
 * that may go; they are proved of the application, not watched while it runs.
 *
 * <p>Begin with {@link tutti.access.policy.Policy}.
 */
@NullMarked
package tutti.access.policy;

import org.jspecify.annotations.NullMarked;
