package tutti.engine.node.replicated;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import tutti.engine.journal.Disk;
import tutti.engine.journal.LogCopy;
import tutti.engine.recovery.FolderCopy;
import tutti.engine.replication.ShardJournal;
import tutti.engine.runtime.StepQueue;
import tutti.protocol.replication.Command;
import tutti.protocol.replication.LogEntry;

/**
 * The log of a shard for one backup, as the host that leads it has it: the records behind the
 * checkpoint are in the replica's memory, and become files of the form that a node's log has. So a
 * backup of shards with replicas is one of as many nodes without.
 */
final class LeaderLog implements FolderCopy.CopiedLog {

  /** The backups of a replica that leads; all need the entries that no durable checkpoint has. */
  static final class Backups {
    private final StepQueue queue;
    private final List<LogEntry> entries;
    private final Set<Long> passedOver;
    private final Set<LeaderLog> all = ConcurrentHashMap.newKeySet();

    /**
     * @param queue of the replica
     * @param entries the chosen entries that it has kept; of the queue
     * @param passedOver the positions of those that have no effect; of the queue
     */
    Backups(StepQueue queue, List<LogEntry> entries, Set<Long> passedOver) {
      this.passedOver = passedOver;
      this.queue = queue;
      this.entries = entries;
    }

    /** Whether a backup needs all that is kept now. */
    boolean needEntries() {
      return !all.isEmpty();
    }

    /** The term is over. */
    void clear() {
      all.clear();
    }

    private void give(LeaderLog copy) {
      queue.step(
          () -> {
            copy.take(entries, passedOver);
            all.remove(copy);
          });
    }
  }

  private final Backups backups;
  private final ShardJournal journal;
  private final Disk disk;
  private volatile @Nullable List<LogEntry> gathered;
  private volatile @Nullable Runnable then;
  private volatile Set<Long> passedOver = Set.of();

  LeaderLog(Backups backups, ShardJournal journal, Disk disk) {
    this.backups = backups;
    this.journal = journal;
    this.disk = disk;
  }

  @Override
  public void keep() {
    backups.all.add(this);
  }

  @Override
  public long hold() {
    return journal.hold();
  }

  @Override
  public boolean letGo() {
    return journal.letGo();
  }

  @Override
  public void gather(long from, long end, Runnable ready) {
    then = ready;
    backups.give(this);
  }

  private void take(List<LogEntry> all, Set<Long> without) {
    passedOver = Set.copyOf(without);
    gathered = List.copyOf(all);
    Runnable ready = then;
    if (ready != null) {
      ready.run();
    }
  }

  @Override
  public LogCopy open(long from, long end) throws IOException {
    List<LogEntry> all = gathered;
    List<byte[]> commands = new ArrayList<>();
    long at = from;
    long skipped = 0;
    for (LogEntry entry : all == null ? List.<LogEntry>of() : all) {
      if (entry.start() == at && at < end) {
        at = entry.end();
        if (entry.content() instanceof Command command && !passedOver.contains(entry.start())) {
          commands.add(command.bytes());
        } else {
          skipped += entry.end() - entry.start();
        }
      }
    }
    if (at != end) {
      throw new IOException("the shard's log is there up to " + at + ", and not up to " + end);
    }
    return LogCopy.of(disk, from, commands, skipped);
  }

  @Override
  public void end() {
    gathered = null;
    backups.all.remove(this);
  }
}
