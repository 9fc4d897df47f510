/**
 * Threads and time: the Scheduler+Clock port, executors with virtual threads mounted on their own
 * carrier (docs/rulings.md#runtime), promises and timers. The simulator runs the code of
 * production: only the driver behind {@link tutti.engine.runtime.Scheduler} differs.
 *
 * <p>Begin with {@link tutti.engine.runtime.Scheduler}, the port, and {@link
 * tutti.engine.runtime.TaskExecutor}; {@link tutti.engine.runtime.CarrierExecutor} is the usual
 * executor, {@link tutti.engine.runtime.Promise} the way in which tasks wait for each other, and
 * {@link tutti.engine.runtime.FaultPoint} a place where the simulator may provoke what is rare.
 *
 * <p><b>Departures from the paper.</b> Reactors §3.1 pins every transaction executor to a core.
 * Here that is off by default ({@code executors-pinned}): on a machine that others use too, a
 * pinned thread waits for its core while another one is idle. Measurements that follow the paper
 * switch it on.
 */
@NullMarked
package tutti.engine.runtime;

import org.jspecify.annotations.NullMarked;
