/**
 * The options of a simulation.
 *
 * <p>Begin with {@link tutti.simulator.options.SimulationOptions}. It has a {@link
 * tutti.simulator.options.RunSeries} (how many runs, and for how long), {@link
 * tutti.simulator.options.RunConditions} (what the seeds do not draw) and {@link
 * tutti.simulator.options.Judging}. An {@link tutti.simulator.options.Expectation} is the standard
 * by which runs are judged, a {@link tutti.simulator.options.RunSelection} the part of a run that
 * is made, {@link tutti.simulator.options.Progress} hears how far a simulation is, and {@link
 * tutti.simulator.options.Watch} says which events are kept for a reader.
 */
@NullMarked
package tutti.simulator.options;

import org.jspecify.annotations.NullMarked;
