/**
 * Graphs of transactions, and the search for short cycles in them: {@link
 * tutti.simulator.history.graph.Graph}, its {@linkplain
 * tutti.simulator.history.graph.StronglyConnected strongly connected components}, and {@link
 * tutti.simulator.history.graph.CycleSearch}. A {@link tutti.simulator.history.graph.StepCount}
 * counts the work, so that a test can say that it is linear.
 *
 * <p>Begin with {@link tutti.simulator.history.graph.Graph}.
 */
@NullMarked
package tutti.simulator.history.graph;

import org.jspecify.annotations.NullMarked;
