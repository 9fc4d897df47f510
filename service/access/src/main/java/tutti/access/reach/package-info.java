/**
 * What an action can cause: the calls that follow from the application's own text and code, and so
 * hold for every run.
 */
@NullMarked
package tutti.access.reach;

import org.jspecify.annotations.NullMarked;
