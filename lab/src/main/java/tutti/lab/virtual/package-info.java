/** Load on the nodes of a {@linkplain tutti.simulator.model model}, in its virtual time. */
@NullMarked
package tutti.lab.virtual;

import org.jspecify.annotations.NullMarked;
