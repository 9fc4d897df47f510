package tutti.lab.log;

import java.util.HashMap;
import java.util.Map;
import java.util.OptionalInt;
import java.util.TreeMap;
import tutti.engine.replication.ChosenRecords;

/**
 * The logs of shards with replicas, as the logs of their hosts have them: each record is visited
 * once, when some host's log says that it is chosen. Not thread-safe.
 */
final class ShardLogs {
  private final Visitor visitor;
  private final Map<Integer, ChosenRecords> hosts = new HashMap<>();
  private final Map<Integer, Long> visited = new TreeMap<>();

  /** A visitor that is given each shard's records in their order. */
  @FunctionalInterface
  interface Visitor {
    /**
     * Takes one record.
     *
     * @param position the position just behind the record, in the shard's log
     */
    void record(int shard, long position, byte[] bytes);
  }

  ShardLogs(Visitor visitor) {
    this.visitor = visitor;
  }

  /** Takes the next record of a host's log. */
  void add(int host, byte[] bytes) {
    ChosenRecords log = hosts.computeIfAbsent(host, _ -> new ChosenRecords());
    OptionalInt more = log.add(bytes);
    if (more.isEmpty()) {
      return;
    }
    int shard = more.getAsInt();
    long position = visited.getOrDefault(shard, 0L);
    for (ChosenRecords.Entry entry : log.behind(shard, position)) {
      if (entry.start() != position) {
        // Another host has what this one has let go.
        break;
      }
      position = entry.end();
      if (entry.record().length > 0) {
        visitor.record(shard, position, entry.record());
      }
    }
    visited.put(shard, position);
  }

  /** A host has lost its log. */
  void lost(int host) {
    hosts.remove(host);
  }

  /**
   * @throws LogIncomplete if something was chosen that no log had when it was read
   */
  void check() throws LogIncomplete {
    for (ChosenRecords host : hosts.values()) {
      for (int shard : host.shards()) {
        long position = visited.getOrDefault(shard, 0L);
        if (!host.behind(shard, position).isEmpty()) {
          throw new LogIncomplete(
              "the log of shard %s goes on, but what was at position %s is gone"
                  .formatted(shard, position));
        }
      }
    }
  }
}
