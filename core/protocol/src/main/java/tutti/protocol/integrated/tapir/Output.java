package tutti.protocol.integrated.tapir;

import tutti.protocol.integrated.Ballot;

/** An output of a {@link Replica}: a decision of the protocol. */
public sealed interface Output {

  /**
   * Appends a command to the shard's configuration log, which this replica leads; it may be lost.
   */
  record Append(ViewCommand entry) implements Output {}

  /** The transaction's outcome was executed here, after those of the same effects before it. */
  record Executed(Entry entry) implements Output {}

  /**
   * The coordinator of a transaction seems to be gone: another should begin, unless the host runs
   * one already.
   *
   * @param above the ballot that the replica heeds
   */
  record TakeOver(Transaction transaction, Ballot above) implements Output {}
}
