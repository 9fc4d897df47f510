/** A hook that is told what happened, for checkers. Free when off. */
@NullMarked
package tutti.engine.history;

import org.jspecify.annotations.NullMarked;
