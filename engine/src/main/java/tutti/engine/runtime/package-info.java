/**
 * Where code runs and what time it is: the Scheduler+Clock port, executors with virtual threads
 * mounted on their own carrier (DESIGN §2), promises and timers. What runs in production runs in
 * the simulator: only the driver behind {@link tutti.engine.runtime.Scheduler} differs.
 */
@NullMarked
package tutti.engine.runtime;

import org.jspecify.annotations.NullMarked;
