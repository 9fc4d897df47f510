package tutti.engine.node;

import java.time.Instant;
import java.util.List;
import java.util.function.Consumer;
import tutti.engine.backup.NodeBackups.Result;
import tutti.engine.backup.NodeCopy;

/**
 * Copies of all nodes of a deployment at one consistent cut, made while they run ({@link
 * tutti.engine.backup}); with replicas, of all shards. Any node does it for all. Thread-safe; no
 * call blocks, and answers come on some thread and must be short.
 */
public interface Backups {

  /**
   * A backup that has been cut and can be read.
   *
   * @param id names it
   * @param at when it was begun: all that was acknowledged before is in it
   * @param nodes the copy of each, in the order of their numbers
   */
  record Begun(String id, Instant at, List<NodeCopy> nodes) {
    public Begun {
      nodes = List.copyOf(nodes);
    }
  }

  /**
   * Cuts all nodes. They keep the copies until {@link #end}, or until a copy was not read for a
   * minute.
   */
  void begin(Consumer<Result<Begun>> done);

  /** The next piece of a node's file from {@code at} on; empty at its end. */
  void read(String id, int node, String file, long at, Consumer<Result<byte[]>> done);

  /** Ends a backup that is not read any more. No error if there is no such backup. */
  void end(String id, Runnable done);
}
