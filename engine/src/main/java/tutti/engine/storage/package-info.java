/** The actors of one container and how they are found. */
@NullMarked
package tutti.engine.storage;

import org.jspecify.annotations.NullMarked;
