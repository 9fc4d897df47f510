package tutti.engine.node.replicated;

import java.io.IOException;
import java.util.Map;
import tutti.engine.journal.DataFolderRefused;
import tutti.engine.node.ShardState;
import tutti.engine.replication.ReplicaHost;
import tutti.protocol.replication.Command;
import tutti.protocol.replication.LogEntry;

/**
 * The begin of a host's replicas on the data that was found. Where another application, concurrency
 * control or isolation has written it, all replicas change it, or none does: a host on which one
 * has changed and another cannot would start under neither.
 */
record HostBegin(Map<Integer, ShardReplica> replicas, ReplicaHost host) {

  /**
   * Begins all replicas, before their machines start.
   *
   * @throws DataFolderRefused if the data cannot become that of what is to run
   */
  void begin() throws IOException {
    for (Map.Entry<Integer, ShardReplica> each : replicas.entrySet()) {
      check(each.getKey(), each.getValue().state());
    }
    for (ShardReplica replica : replicas.values()) {
      replica.begin();
    }
  }

  /** Applies what the log has of a state that is to change, and checks that it can. */
  private void check(int shard, ShardState state) throws IOException {
    if (state.isOthers()) {
      for (LogEntry entry : host.recovered(shard)) {
        if (entry.content() instanceof Command command) {
          state.replay(entry.end(), command.bytes());
        }
      }
      state.adoption().check(host.isUndecided(shard), host.end(shard));
    }
  }
}
