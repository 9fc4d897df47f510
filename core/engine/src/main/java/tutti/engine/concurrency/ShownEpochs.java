package tutti.engine.concurrency;

/**
 * The epochs of the changes that a read of a whole actor shows, and so the transactions that it
 * must not miss: a snapshot of an earlier epoch has those of that epoch, and none of a later one.
 * Guarded by the cell's latch.
 */
public final class ShownEpochs {
  /** The node's epoch before any transaction here had its own, which is then not below it. */
  private final long since;

  private long newest;

  /**
   * @param epoch of the node, before any of the actor's transactions gets its own
   */
  public ShownEpochs(long epoch) {
    since = epoch;
    newest = epoch;
  }

  /** Adds the changes of a transaction that commits. */
  public void add(Participant writer) {
    newest = Math.max(newest, writer.epoch());
  }

  /**
   * Whether a read must wait for a transaction that changes the actor, because it may be of an
   * earlier epoch than what the read shows. Only the end of an epoch makes a read wait for
   * newcomers, for one that comes after these changes is of no earlier epoch.
   */
  public boolean mayNotMiss(Participant writer) {
    return newest > since && writer.earliestEpoch() < newest;
  }
}
