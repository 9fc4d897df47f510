package tutti.engine.integrated;

import java.util.List;
import java.util.Map;
import tutti.engine.replication.HostLog;
import tutti.model.ActorId;

/** The memories of replicas in a host's log, once all of it is read. Used by one thread. */
public interface FoundItems extends HostLog.Integrated {

  /**
   * Drops all items that were found, since they do not fit into the heap.
   *
   * @return a reader of the same log that counts how much of it is in memory at a time
   */
  ItemSizes giveUp();

  /** Returns the values of all items, and those that transactions in doubt would give them. */
  List<Map.Entry<ActorId, byte[]>> values();

  /**
   * Whether a transaction that was ordered under a version of the application before that one may
   * be executed here yet.
   */
  boolean executesBefore(long version);
}
