package tutti.simulator.trace;

/**
 * One event at its place in a run.
 *
 * @param number how many events and slices of work of the digest there were, this one included:
 *     what {@code --break-at} takes
 * @param nanos virtual time
 */
public record Step(long number, long nanos, TraceEvent event) {}
