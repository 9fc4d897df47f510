package tutti.protocol.integrated.janus;

import java.util.TreeSet;

/**
 * The numbers of the transactions that begin at one start of a host. Not safe for use by several
 * threads.
 */
final class Front {
  private final long name;
  private long last;

  /** The numbers of transactions that are not settled. */
  private final TreeSet<Long> open = new TreeSet<>();

  /**
   * A front without transactions.
   *
   * @param name a number that no two starts of a host share
   */
  Front(long name) {
    this.name = name;
  }

  TransactionId next() {
    open.add(++last);
    return new TransactionId(last, name);
  }

  /** Every participant has forgotten that transaction, which began here. */
  void settled(TransactionId id) {
    open.remove(id.number());
  }

  /** All transactions up to this number are settled. */
  long settledUpTo() {
    return open.isEmpty() ? last : open.first() - 1;
  }
}
