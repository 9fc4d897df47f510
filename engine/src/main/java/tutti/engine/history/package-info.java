/** A hook for checkers that is told of each event. It costs nothing when it is off. */
@NullMarked
package tutti.engine.history;

import org.jspecify.annotations.NullMarked;
