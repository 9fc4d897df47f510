/**
 * Nodes to measure: opened in this process for one run, driven closed-loop, read back, and gone.
 */
@NullMarked
package tutti.lab.node;

import org.jspecify.annotations.NullMarked;
