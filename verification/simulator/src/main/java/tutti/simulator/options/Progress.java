package tutti.simulator.options;

/**
 * The progress of a simulation.
 *
 * @param runs that have ended
 * @param simulatedSeconds virtual time, all runs together
 * @param transactions that committed for a client
 * @param messages between nodes
 * @param crashes of nodes
 * @param reached situations that some run got into
 * @param situations that there are to get into
 * @param violations runs that went wrong
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
