/** The actors of one container, and the tables in which they are found. */
@NullMarked
package tutti.engine.storage;

import org.jspecify.annotations.NullMarked;
