/**
 * Load on the nodes of a {@linkplain tutti.simulator.model model}, in its virtual time.
 *
 * <p>Readers begin with {@link tutti.lab.virtual.VirtualLoop}.
 */
@NullMarked
package tutti.lab.virtual;

import org.jspecify.annotations.NullMarked;
