/**
 * Commitments as people see them and end them.
 *
 * <p>Begin with {@link tutti.engine.distribution.operator.ProgressReport}; {@link
 * tutti.engine.distribution.operator.HeuristicResolver} ends a member in doubt by hand.
 */
@NullMarked
package tutti.engine.distribution.operator;

import org.jspecify.annotations.NullMarked;
