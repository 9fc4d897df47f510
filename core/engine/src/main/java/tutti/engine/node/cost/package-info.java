/**
 * Predicted latencies: the calls of a procedure as one run on an embedded node has shown them, with
 * the costs of a calibrated machine, where a deployment places the actors (Reactors §2.4).
 *
 * <p>Begin with {@link tutti.engine.node.cost.PredictedCost}. It turns a {@link
 * tutti.engine.node.cost.RecordedCall}, which a {@link tutti.engine.node.cost.Rehearsal} has
 * recorded, into the terms of the equation of {@code tutti.model.cost}. The {@link
 * tutti.engine.node.cost.CostConstants} are measured by {@code tutti calibrate --calls} and read by
 * {@link tutti.engine.node.cost.CostFile}.
 *
 * <p>A rehearsal runs on one container of one node, where each call runs when it is made: so what a
 * procedure does is one sequence of accesses, calls and takes. The program is the same under every
 * deployment (Reactors §2.2), so the sequence is, too; only the places of the actors, and with them
 * the costs of calls, differ. For example, a call of an actor in another container whose result is
 * taken next is synchronous; one whose result is taken after another access is asynchronous; and a
 * call of an actor in the caller's container is never asynchronous, since the caller's task runs
 * it.
 */
@NullMarked
package tutti.engine.node.cost;

import org.jspecify.annotations.NullMarked;
