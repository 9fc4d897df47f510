/**
 * Irrevocable operations: effects of transactions on the world outside of Tutti, which no abort
 * takes back (docs/rulings.md#ruling-10).
 *
 * <p>Begin with {@link tutti.model.outside.Irrevocable}, an operation; {@link
 * tutti.model.outside.OutsideService} is where it happens, and tells whether it has.
 */
@NullMarked
package tutti.model.outside;

import org.jspecify.annotations.NullMarked;
