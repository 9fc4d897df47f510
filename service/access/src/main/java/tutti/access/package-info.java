/** The rules of access: the roles and the callers of a service, as its files have them now. */
@NullMarked
package tutti.access;

import org.jspecify.annotations.NullMarked;
