package tutti.engine.recovery;

import tutti.engine.journal.SegmentedJournal;
import tutti.engine.transaction.outcome.IdempotencyTable;

/**
 * The settings of a data folder.
 *
 * @param owner the node whose folder it is
 * @param log the settings of the journal
 * @param groups whether one flush serves all records that have come since the last
 * @param lazy whether a record without a waiter may stay unflushed for a while
 * @param parallel whether several threads replay the log
 * @param outcomesKept how many outcomes are remembered, a power of two
 * @param keys the table of idempotency keys, which is empty
 * @param texts the deployment as the folder keeps it
 */
public record FolderSettings(
    FolderOwner owner,
    SegmentedJournal.Settings log,
    boolean groups,
    boolean lazy,
    boolean parallel,
    int outcomesKept,
    IdempotencyTable keys,
    Texts texts) {

  /**
   * The deployment as the folder keeps it.
   *
   * @param deployment all of it, for people
   * @param concurrency the concurrency control and the isolation: branches in doubt cannot be put
   *     back under others
   */
  public record Texts(String deployment, String concurrency) {}
}
