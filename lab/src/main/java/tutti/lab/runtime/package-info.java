/** Measurements of the engine's runtime: executors, promises, timers. */
@NullMarked
package tutti.lab.runtime;

import org.jspecify.annotations.NullMarked;
