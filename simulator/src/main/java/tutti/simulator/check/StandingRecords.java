package tutti.simulator.check;

/** The records of a node's log that stand when the node starts again. */
@FunctionalInterface
public interface StandingRecords {

  /**
   * Returns whether a record is in the log, and always will be.
   *
   * @param life the life of the node in which the record was appended
   * @param lsn its position
   */
  boolean has(long life, long lsn);
}
