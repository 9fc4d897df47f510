/**
 * The fit of an application and a deployment: what a deployment cannot do, and an application
 * needs.
 *
 * <p>Begin with {@link tutti.engine.node.fit.IrrevocableFit}, which is all.
 */
@NullMarked
package tutti.engine.node.fit;

import org.jspecify.annotations.NullMarked;
