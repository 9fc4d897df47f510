package tutti.engine.transaction.seam;

import java.util.random.RandomGenerator;
import tutti.engine.runtime.Scheduler;
import tutti.engine.runtime.StepQueue;

/**
 * The threads, the time and the randomness of a node, and the world outside of it.
 *
 * @param service the queue of steps that belong to no actor and to no transaction
 * @param outside the irrevocable operations of its application
 */
public record NodeRuntime(
    Scheduler scheduler, StepQueue service, RandomGenerator entropy, OutsideWork outside) {}
