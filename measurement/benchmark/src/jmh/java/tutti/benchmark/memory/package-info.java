/**
 * {@code tutti bench memory}: the memory of an idle instance, measured in a JVM of its own with a
 * fixed heap. Readers begin with {@link tutti.benchmark.memory.MemoryWorkload}.
 */
@NullMarked
package tutti.benchmark.memory;

import org.jspecify.annotations.NullMarked;
