package tutti.protocol.replication;

/**
 * The first entry of a term: only when it is chosen do the entries of older ballots before it count
 * as chosen, and only then does the leader serve.
 *
 * @param count the number of terms of the shard up to this one, itself included; so it is the same
 *     on all replicas, and no two terms share one
 * @param host the leader
 */
public record TermStart(long count, int host) implements LogEntry.Content {

  /** The bytes that such an entry counts for, whatever its numbers. */
  public static final int LENGTH = 12;

  @Override
  public int length() {
    return LENGTH;
  }
}
