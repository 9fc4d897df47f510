package tutti.protocol.integrated.tapir;

import tutti.protocol.integrated.Repeats;

/**
 * The claim, the waits and the sizes of machines.
 *
 * @param strict whether transactions are strictly serializable; else serializable alone
 * @param fastNanos a coordinator waits so long for a fast quorum, if there is a majority
 * @param retryNanos a machine repeats what was not answered after so long
 * @param recoverNanos a coordinator that is not heard for so long is taken for gone
 * @param mostEntries a view ends once the leader's record has so many entries more
 * @param mostBytes a view ends once the leader's record has so many bytes more
 * @param mostEnded a replica remembers the outcomes of so many settled transactions
 */
public record Settings(
    boolean strict,
    long fastNanos,
    long retryNanos,
    long recoverNanos,
    int mostEntries,
    long mostBytes,
    int mostEnded) {

  /** The waits of coordinators. */
  Repeats repeats() {
    return new Repeats(retryNanos, recoverNanos);
  }

  /** The usual sizes. */
  public static Settings of(boolean strict, long fastNanos, long retryNanos, long recoverNanos) {
    return new Settings(strict, fastNanos, retryNanos, recoverNanos, 10_000, 8 << 20, 100_000);
  }

  /** Returns these settings with other waits of a coordinator. */
  public Settings waiting(long fast, long retry) {
    return new Settings(strict, fast, retry, recoverNanos, mostEntries, mostBytes, mostEnded);
  }

  /**
   * The bytes of a record that takes no accesses of further transactions: those of a majority
   * together are the record of the next view, which all replicas wait for.
   */
  long fullBytes() {
    return mostBytes + mostBytes / 2;
  }

  Validation.Mode mode() {
    return strict ? Validation.Mode.STRICT : Validation.Mode.TIMESTAMPS;
  }
}
