package tutti.protocol.integrated.janus;

import java.util.HashSet;
import java.util.Set;
import java.util.TreeSet;
import tutti.protocol.integrated.janus.graph.TransactionId;

/**
 * The numbers of the transactions that begin at one start of a host. Not safe for use by several
 * threads.
 */
public final class TransactionNumbers {
  private final long name;
  private final int mostInFlight;
  private long last;

  /** The transactions that no majority of all participants is known to have executed. */
  private final Set<Long> inFlight = new HashSet<>();

  /** The numbers of transactions that are not settled. */
  private final TreeSet<Long> open = new TreeSet<>();

  /**
   * Makes a front without transactions.
   *
   * @param name a number that no two starts of a host share
   * @param mostInFlight no transaction begins while this many are not executed by majorities
   */
  public TransactionNumbers(long name, int mostInFlight) {
    this.name = name;
    this.mostInFlight = mostInFlight;
  }

  /** Whether no transaction may begin. */
  public boolean isFull() {
    return inFlight.size() >= mostInFlight;
  }

  /** The number of transactions that no majority of all participants is known to have executed. */
  public int inFlight() {
    return inFlight.size();
  }

  public TransactionId next() {
    open.add(++last);
    inFlight.add(last);
    return new TransactionId(last, name);
  }

  /** A majority of each participant has executed that transaction, or its coordinator is gone. */
  public void freed(TransactionId id) {
    inFlight.remove(id.number());
  }

  /** Every participant has forgotten that transaction, which began here. */
  public void settled(TransactionId id) {
    open.remove(id.number());
    inFlight.remove(id.number());
  }

  /** All transactions up to this number are settled. */
  public long settledUpTo() {
    return open.isEmpty() ? last : open.first() - 1;
  }
}
