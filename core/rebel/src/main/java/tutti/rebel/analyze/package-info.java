/**
 * The static analysis of events, without running them: their reads, writes and syncs, and the
 * footprints of their transactions (docs/rulings.md#object-model).
 */
@NullMarked
package tutti.rebel.analyze;

import org.jspecify.annotations.NullMarked;
