/** What concurrency control costs by itself: no transactions, no journal, one thread. */
@NullMarked
package tutti.lab.concurrency;

import org.jspecify.annotations.NullMarked;
