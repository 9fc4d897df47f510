/**
 * What concurrency control costs by itself - no transactions, no journal, one thread -, and how
 * long actions hold an actor under load.
 */
@NullMarked
package tutti.lab.concurrency;

import org.jspecify.annotations.NullMarked;
