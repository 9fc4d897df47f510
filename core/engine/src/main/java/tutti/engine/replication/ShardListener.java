package tutti.engine.replication;

import java.util.List;
import tutti.protocol.replication.Ballot;
import tutti.protocol.replication.LogEntry;

/**
 * The part of a host that applies a shard's log and serves it where it leads. All calls come from
 * the host's queue of replicas, one after another, and must be short.
 */
public interface ShardListener {

  /**
   * All up to that position is chosen, and never changes.
   *
   * @param entries the entries since the last call, or since the log's start at the host's start
   */
  void chosen(long position, List<LogEntry> entries);

  /**
   * The host leads the shard from now on.
   *
   * @param term the number of the term, the same on all replicas
   * @param journal the log of the term, at the end of all that was chosen
   */
  void opened(Ballot ballot, long term, ShardJournal journal);

  /**
   * Handles the end of the open term of {@code ballot}: its journal has failed. {@link #chosen}
   * shows later which of its last records were chosen.
   */
  void steppedDown(Ballot ballot);

  /** The leader of that ballot is known; requests belong to its host. */
  void follows(Ballot ballot);

  /** The replica on that host needs a checkpoint. Repeated while it does. */
  void offer(int host);
}
