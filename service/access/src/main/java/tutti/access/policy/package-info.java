/**
 * The roles file: which calls, reads, lists, queries and operators' work each role may ask for, and
 * what is claimed of that.
 */
@NullMarked
package tutti.access.policy;

import org.jspecify.annotations.NullMarked;
