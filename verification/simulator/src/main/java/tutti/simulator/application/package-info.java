/**
 * The application that a simulation runs, with the clients' requests and the rules of its states.
 *
 * <p>Begin with {@link tutti.simulator.application.SimulatedApplication}: each simulated workload
 * implements it. A {@link tutti.simulator.application.Turn} is the place of a request among those
 * of a run, from which the request is drawn.
 */
@NullMarked
package tutti.simulator.application;

import org.jspecify.annotations.NullMarked;
