/**
 * The values that Janus' replicas agree on: transactions with their requests, which are the
 * vertices of its graph, and decisions with their dependencies, which are the edges. All are
 * immutable.
 *
 * <p>Begin with {@code Transaction}, a name with its participants, and {@code Request}, which has a
 * {@code Piece} for each of them. {@code Decision} is what is agreed on.
 */
@NullMarked
package tutti.protocol.integrated.janus.graph;

import org.jspecify.annotations.NullMarked;
