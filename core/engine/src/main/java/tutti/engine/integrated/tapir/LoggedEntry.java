package tutti.engine.integrated.tapir;

import java.util.Comparator;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import tutti.model.ActorId;
import tutti.protocol.integrated.tapir.Entry;
import tutti.protocol.integrated.tapir.Timestamp;

/**
 * A statement of a host's log about one transaction, for readers of the log outside of the host.
 *
 * @param shard the shard whose replica has written the statement
 * @param transaction the transaction's timestamp
 * @param shards the transaction's participants
 * @param end the transaction's outcome, as far as the replica knew it
 * @param reads the version that was read of each item of the shard; empty if the replica did not
 *     know the accesses
 * @param writes the new value of each item of the shard
 */
public record LoggedEntry(
    int shard,
    Stamp transaction,
    List<Integer> shards,
    End end,
    SortedMap<ActorId, Stamp> reads,
    SortedMap<ActorId, byte[]> writes) {

  /** An outcome of a transaction. */
  public enum End {
    UNKNOWN,
    COMMITTED,
    ABORTED
  }

  /** A timestamp, which names a transaction and the versions that it makes. */
  public record Stamp(long time, long front) implements Comparable<Stamp> {
    /** The version of an item that nothing has written. */
    public static final Stamp BLANK = of(Timestamp.NONE);

    private static final Comparator<Stamp> ORDER =
        Comparator.comparingLong(Stamp::time).thenComparingLong(Stamp::front);

    private static Stamp of(Timestamp timestamp) {
      return new Stamp(timestamp.time(), timestamp.front());
    }

    @Override
    public int compareTo(Stamp other) {
      return ORDER.compare(this, other);
    }

    @Override
    public String toString() {
      return new Timestamp(time, front).toString();
    }
  }

  static LoggedEntry of(int shard, Entry entry) {
    SortedMap<ActorId, Stamp> reads = new TreeMap<>();
    entry.part().reads().forEach((item, version) -> reads.put(item, Stamp.of(version)));
    SortedMap<ActorId, byte[]> writes = new TreeMap<>();
    entry.part().writes().forEach((item, value) -> writes.put(item, value.bytes()));
    return new LoggedEntry(
        shard,
        Stamp.of(entry.transaction().id()),
        entry.transaction().shards(),
        End.valueOf(entry.outcome().name()),
        reads,
        writes);
  }

  /** Returns whether the replica knew what the transaction does in its shard. */
  public boolean isKnown() {
    return !reads.isEmpty() || !writes.isEmpty();
  }
}
