/**
 * The fit of a deployment with an application and with a machine: what a deployment cannot do, and
 * an application needs; and the executors that share a machine's cores.
 *
 * <p>Begin with {@link tutti.engine.node.fit.IrrevocableFit}. {@link
 * tutti.engine.node.fit.ReplicationFit} warns of settings that are of no use beside replicas;
 * {@link tutti.engine.node.fit.PlacementFit} of ranges of keys for types that are not there; {@link
 * tutti.engine.node.fit.MachineShare} tells how many nodes are on one machine.
 */
@NullMarked
package tutti.engine.node.fit;

import org.jspecify.annotations.NullMarked;
