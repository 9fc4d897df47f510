/**
 * The seam for concurrency control (docs/rulings.md#seams): the requests of a transaction, the
 * verdicts, and the claims that it holds until it ends. The algorithms are in packages below this
 * one and never import each other.
 */
@NullMarked
package tutti.engine.concurrency;

import org.jspecify.annotations.NullMarked;
