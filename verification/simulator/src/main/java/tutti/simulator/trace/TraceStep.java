package tutti.simulator.trace;

/**
 * One event at its place in a run.
 *
 * @param number the number of events and slices of work of the digest, this one included: the
 *     argument of {@code --break-at}
 * @param nanos virtual time
 */
public record TraceStep(long number, long nanos, TraceEvent event) {}
