/** The costs of an index by itself: the engine's, and those of the JDK. */
@NullMarked
package tutti.lab.storage;

import org.jspecify.annotations.NullMarked;
