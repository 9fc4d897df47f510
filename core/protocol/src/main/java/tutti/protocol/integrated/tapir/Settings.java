package tutti.protocol.integrated.tapir;

import tutti.protocol.integrated.Repeats;

/**
 * The promised isolation, the waits and the sizes of machines.
 *
 * @param strict true if transactions are strictly serializable; false if they are only serializable
 * @param fastNanos how long a coordinator waits for a fast quorum once it has a majority
 * @param retryNanos the time after which a machine repeats a message that was not answered
 * @param recoverNanos the silence after which a coordinator is taken for dead
 * @param mostEntries a view ends once the leader's record has grown by this many entries
 * @param mostBytes a view ends once the leader's record has grown by this many bytes
 * @param mostEnded how many outcomes of settled transactions a replica remembers
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

  /** Returns settings with the usual sizes. */
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
