/**
 * Transactions: what clients request, how requests run on actors and containers, and how they end
 * (docs/rulings.md#runtime, §3).
 */
@NullMarked
package tutti.engine.transaction;

import org.jspecify.annotations.NullMarked;
