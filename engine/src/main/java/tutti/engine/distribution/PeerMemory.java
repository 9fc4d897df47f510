package tutti.engine.distribution;

import org.jspecify.annotations.Nullable;

/** What a node remembers of its peers' disks, over restarts. Thread-safe. */
public interface PeerMemory {

  /**
   * How a peer presented itself.
   *
   * @param folder names its data folder
   * @param incarnation how often it had started on it
   * @param start drawn at random at that start: another start of the same number is of a copy
   */
  record Known(long folder, long incarnation, long start) {}

  /** How a peer presented itself last, or null if it never did. */
  @Nullable Known peer(int node);

  /** A peer has presented itself; kept when this returns. */
  void remember(int node, Known known);

  /** The highest position of a peer's log that this node's own records rely on; 0 if none. */
  long relied(int node);

  /** A record of this node relies on a peer's log up to there. */
  void rely(int node, long lsn);
}
