/**
 * Transactions: what is asked, how it runs on actors and containers, and how it ends
 * (docs/rulings.md#runtime, §3).
 */
@NullMarked
package tutti.engine.transaction;

import org.jspecify.annotations.NullMarked;
