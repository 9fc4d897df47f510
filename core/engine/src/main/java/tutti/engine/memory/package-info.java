/**
 * The memory of the process: how much of the heap is left, what is refused before nothing is, and
 * the end of a node for which nothing is left.
 *
 * <p>Begin with {@link tutti.engine.memory.Heap}, the port, then {@link
 * tutti.engine.memory.MemoryGate}, then {@link tutti.engine.memory.BytesUnderWay}. What counts is
 * what is in use <em>after</em> a collection: the use in between says only when the collector ran
 * last. For example, of a heap of 1 GB 900 MB may be in use just before a collection and 100 MB
 * after it: nothing is refused. Are 870 MB left after it, requests that change something are
 * answered 503 {@code memory-full}, while reads, operators' calls and the ends of what is under way
 * go on.
 */
@NullMarked
package tutti.engine.memory;

import org.jspecify.annotations.NullMarked;
