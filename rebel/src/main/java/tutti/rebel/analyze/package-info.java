/**
 * What can be told of events without running them: what they read, write and sync with, and the
 * shape of their transactions (DESIGN §1).
 */
@NullMarked
package tutti.rebel.analyze;

import org.jspecify.annotations.NullMarked;
