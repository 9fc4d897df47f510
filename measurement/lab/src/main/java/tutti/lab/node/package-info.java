/**
 * Nodes to measure: opened in this process for one run, driven closed-loop, read back, and gone.
 *
 * <p>Readers begin with {@link tutti.lab.node.RunNodes}, the nodes of a run, and {@link
 * tutti.lab.node.Sides}, which reads a comparison.
 */
@NullMarked
package tutti.lab.node;

import org.jspecify.annotations.NullMarked;
