/** What an index costs by itself: the engine's, and what the JDK has. */
@NullMarked
package tutti.lab.storage;

import org.jspecify.annotations.NullMarked;
