package tutti.simulator.options;

/**
 * The progress of a simulation.
 *
 * @param runs the number of runs that have ended
 * @param simulatedSeconds virtual time, all runs together
 * @param transactions the number of transactions that committed for a client
 * @param messages the number of messages between nodes
 * @param crashes the number of crashes of nodes
 * @param reached the number of situations that some run has reached
 * @param situations the number of situations that can be reached
 * @param violations the number of runs that failed
 */
public record Progress(
    long runs,
    double simulatedSeconds,
    long transactions,
    long messages,
    long crashes,
    int reached,
    int situations,
    long violations) {}
