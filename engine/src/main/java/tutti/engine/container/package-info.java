/**
 * Containers: regions of shared memory with their own storage, concurrency control and executors
 * (DESIGN §2, Reactors §3), the placement of actors in them and the routing of work to executors.
 */
@NullMarked
package tutti.engine.container;

import org.jspecify.annotations.NullMarked;
