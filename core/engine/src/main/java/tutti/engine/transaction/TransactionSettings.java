package tutti.engine.transaction;

/**
 * The settings of a node's layered transactions.
 *
 * @param updateLocks whether actors are informed which transactions will act on them later
 * @param earlyLockRelease whether claims are released before their decision is durable
 * @param dryRuns whether a dry run finds actors that no footprint contains, where they are needed
 *     in advance
 */
public record TransactionSettings(boolean updateLocks, boolean earlyLockRelease, boolean dryRuns) {}
