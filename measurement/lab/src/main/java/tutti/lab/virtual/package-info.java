/**
 * Nodes of a {@linkplain tutti.simulator.model model} for runs, and load on them in its virtual
 * time.
 *
 * <p>Readers begin with {@link tutti.lab.virtual.Model}.
 */
@NullMarked
package tutti.lab.virtual;

import org.jspecify.annotations.NullMarked;
