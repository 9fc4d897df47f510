/**
 * The mistakes that procedures of simulated applications make: {@link tutti.lab.mistake.Mistake}
 * has the list.
 */
@NullMarked
package tutti.lab.mistake;

import org.jspecify.annotations.NullMarked;
