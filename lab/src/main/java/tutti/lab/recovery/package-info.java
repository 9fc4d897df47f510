/** {@code tutti bench recovery}: how fast a node comes back. */
@NullMarked
package tutti.lab.recovery;

import org.jspecify.annotations.NullMarked;
