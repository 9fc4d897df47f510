/**
 * The costs of concurrency control by itself - no transactions, no journal, one thread -, and the
 * times for which actions hold an actor under load.
 */
@NullMarked
package tutti.lab.concurrency;

import org.jspecify.annotations.NullMarked;
