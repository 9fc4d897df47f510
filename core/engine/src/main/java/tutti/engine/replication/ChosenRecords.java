package tutti.engine.replication;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
import tutti.model.Decoder;
import tutti.protocol.replication.Command;
import tutti.protocol.replication.LogEntry;
import tutti.protocol.replication.multipaxos.DurableState;

/**
 * The records of shards that the log of one host says are chosen, for whoever reads that log from
 * outside. Not thread-safe.
 */
public final class ChosenRecords {
  private final Map<Integer, DurableState> replicas = new TreeMap<>();
  private final ConfigurationRecords records = new ConfigurationRecords();

  /**
   * A part of a shard's log that is chosen.
   *
   * @param start its position
   * @param end the position behind it
   * @param record a record of the shard's users; empty for an entry of the replicas' own
   */
  public record Entry(long start, long end, byte[] record) {}

  /**
   * Takes the next record of the host's log.
   *
   * @return the shard of which more may be chosen now
   * @throws tutti.model.MalformedData if the bytes are no record
   */
  public OptionalInt add(byte[] bytes) {
    Optional<ConfigurationRecords.Found> found = records.add(0, bytes, 0, bytes.length);
    if (found.isEmpty()) {
      return OptionalInt.empty();
    }
    int shard = found.get().shard();
    Decoder in = found.get().content();
    boolean stored =
        replicas.computeIfAbsent(shard, _ -> new DurableState()).add(in).storesFrom() >= 0;
    return stored ? OptionalInt.empty() : OptionalInt.of(shard);
  }

  /** Returns the shards that the log has records of. */
  public Set<Integer> shards() {
    return replicas.keySet();
  }

  /**
   * Returns what is chosen of a shard's log behind a position; the first entry begins later where
   * this host has let the log before it go.
   */
  public List<Entry> behind(int shard, long position) {
    DurableState kept = replicas.get(shard);
    return kept == null
        ? List.of()
        : kept.chosenBehind(position).stream().map(ChosenRecords::entry).toList();
  }

  private static Entry entry(LogEntry of) {
    byte[] record = of.content() instanceof Command command ? command.bytes() : new byte[0];
    return new Entry(of.start(), of.end(), record);
  }
}
