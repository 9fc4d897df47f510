/**
 * The reach of actions: the calls that they can cause, as far as the application's own text and
 * code tell, and so in every run.
 */
@NullMarked
package tutti.access.reach;

import org.jspecify.annotations.NullMarked;
