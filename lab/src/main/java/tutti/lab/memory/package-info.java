/** The memory of an idle instance, measured in a JVM of its own with a fixed heap. */
@NullMarked
package tutti.lab.memory;

import org.jspecify.annotations.NullMarked;
