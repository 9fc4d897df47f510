/**
 * The seam for concurrency control (docs/rulings.md#seams): what a transaction asks for, the
 * verdicts, and what it holds until it ends. The algorithms live in packages of their own below
 * this one and never import each other.
 */
@NullMarked
package tutti.engine.concurrency;

import org.jspecify.annotations.NullMarked;
