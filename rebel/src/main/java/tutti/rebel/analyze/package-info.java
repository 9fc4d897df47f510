/**
 * What can be told of events without running them: what they read, write and sync with, and the
 * shape of their transactions (docs/rulings.md#object-model).
 */
@NullMarked
package tutti.rebel.analyze;

import org.jspecify.annotations.NullMarked;
