/** The measurement of {@code tutti bench recovery}: the time of a node's start. */
@NullMarked
package tutti.lab.recovery;

import org.jspecify.annotations.NullMarked;
