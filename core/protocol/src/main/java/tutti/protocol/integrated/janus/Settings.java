package tutti.protocol.integrated.janus;

import tutti.protocol.integrated.Repeats;

/**
 * The waits and the sizes of machines.
 *
 * @param fastNanos a coordinator waits so long for the last replicas, if it has a majority
 * @param retryNanos a machine repeats what was not answered after so long
 * @param recoverNanos a coordinator that is not heard for so long is taken for gone
 * @param mostRemembered a replica remembers the items of so many transactions, at most, that it has
 *     forgotten, and so many transactions of other shards that came before its own
 * @param mostOpen a replica that has so many transactions which are not forgotten takes no new one
 * @param mostBytes the same, of the bytes of their requests, and of the words about them
 */
public record Settings(
    long fastNanos,
    long retryNanos,
    long recoverNanos,
    int mostRemembered,
    int mostOpen,
    long mostBytes) {

  /** Settings that do not bound bytes. */
  public Settings(
      long fastNanos, long retryNanos, long recoverNanos, int mostRemembered, int mostOpen) {
    this(fastNanos, retryNanos, recoverNanos, mostRemembered, mostOpen, Long.MAX_VALUE);
  }

  /** A host that is not heard for so many times {@link #recoverNanos} is away. */
  private static final long AWAY = 3;

  /** The looks, one each {@link #retryNanos}, after which a host that was not heard is away. */
  public int mostSilent() {
    return (int) Math.max(AWAY, AWAY * recoverNanos / Math.max(1, retryNanos));
  }

  /** Returns these settings with other waits of a coordinator. */
  public Settings waiting(long fast, long retry) {
    return new Settings(fast, retry, recoverNanos, mostRemembered, mostOpen, mostBytes);
  }

  /** Returns these settings with another bound of bytes. */
  public Settings within(long bytes) {
    return new Settings(
        fastNanos, retryNanos, recoverNanos, mostRemembered, mostOpen, Math.max(1, bytes));
  }

  /** The waits of coordinators. */
  Repeats repeats() {
    return new Repeats(retryNanos, recoverNanos);
  }

  /** The usual sizes. */
  public static Settings of(long fastNanos, long retryNanos, long recoverNanos) {
    return new Settings(fastNanos, retryNanos, recoverNanos, 1024, 1 << 16);
  }
}
