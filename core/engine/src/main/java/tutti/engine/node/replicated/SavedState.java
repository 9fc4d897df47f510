package tutti.engine.node.replicated;

import java.io.IOException;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tutti.engine.journal.CheckpointStore;
import tutti.engine.journal.CorruptJournal;
import tutti.engine.journal.Disk;
import tutti.engine.journal.MetaStore;
import tutti.engine.node.ShardState;
import tutti.engine.node.replicated.CheckpointSink.Reached;
import tutti.engine.replication.ReplicaHost;

/**
 * The state of a replica on its host's disk. If its newest checkpoint is damaged or missing, the
 * replica counts as one that has lost its disk: it does not vote until it has fetched from others
 * what it lacks. What is left of the checkpoint stays aside, for people, until the replica has
 * started once more and votes.
 *
 * @param disk has the replica's files only
 * @param meta of that disk
 */
record SavedState(int shard, Disk disk, MetaStore meta, ReplicaHost host) {
  private static final Logger LOG = LoggerFactory.getLogger(SavedState.class);
  private static final String ASIDE = "damaged-";

  /** The opening of the newest checkpoint. */
  @FunctionalInterface
  interface Opening {
    ShardState open() throws IOException;
  }

  /**
   * Opens the state, or an empty one in place of what is damaged. Before the replica starts.
   *
   * @throws CorruptJournal if something else is damaged, or no other replica has what it had
   */
  ShardState open(Opening newest) throws IOException {
    try {
      ShardState state = newest.open();
      if (state.checkpointed() >= host.begins(shard)) {
        removeAside();
        return state;
      }
      LOG.warn("the checkpoint of shard {} is missing", shard);
    } catch (CorruptJournal damaged) {
      if (!CheckpointStore.isCheckpoint(damaged.file()) || !host.isFormed(shard)) {
        throw damaged;
      }
      LOG.warn("file {} of shard {} is damaged, and is put aside", damaged.file(), shard);
    }
    // In this order: as long as not all of it is done, the next start finds what is lost once more.
    host.forget(shard);
    Reached.NOTHING.keep(meta);
    for (String name : checkpoints()) {
      disk.rename(name, ASIDE + name);
    }
    disk.force();
    LOG.warn("the replica of shard {} rejoins, and fetches a checkpoint from another host", shard);
    return newest.open();
  }

  private List<String> checkpoints() throws IOException {
    return disk.list().stream().filter(CheckpointStore::isCheckpoint).toList();
  }

  private void removeAside() throws IOException {
    if (host.votes(shard)) {
      for (String name : List.copyOf(disk.list())) {
        if (name.startsWith(ASIDE)) {
          disk.delete(name);
        }
      }
    }
  }
}
