package tutti.engine.transaction.seam;

import java.util.random.RandomGenerator;
import tutti.engine.runtime.Scheduler;
import tutti.engine.runtime.StepQueue;

/**
 * The threads, the time and the randomness of a node.
 *
 * @param service the queue of steps that belong to no actor and to no transaction
 */
public record NodeRuntime(Scheduler scheduler, StepQueue service, RandomGenerator entropy) {}
