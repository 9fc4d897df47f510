package tutti.engine.distribution.peer;

import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A node's memory of its peers' disks, over restarts. Thread-safe. */
public interface PeerStore {

  /**
   * The identity of a peer.
   *
   * @param folder the name of its data folder
   * @param incarnation how often it had started on the folder
   * @param start a number drawn at random at that start: another start with the same incarnation
   *     belongs to a copy
   */
  record Known(long folder, long incarnation, long start) {}

  /** Returns a peer's last presentation of itself, or null if there was none. */
  @Nullable Known peer(int node);

  /** Remembers a peer's presentation of itself; kept when this returns. */
  void remember(int node, Known known);

  /**
   * Returns the numbers of the restored data folders that this node knows of, including its own, by
   * the numbers of their nodes. Each number was drawn when the folder was started for the first
   * time. Empty if this node's folder was not restored.
   */
  default SortedMap<Integer, Long> folders() {
    return new TreeMap<>();
  }

  /**
   * Remembers the folders that a peer knows of, beside those known here; kept when this returns.
   */
  default void remember(SortedMap<Integer, Long> folders) {}

  /** Returns this node's knowledge of its peers' logs; null if it keeps nothing. */
  default @Nullable PeerLogs logs() {
    return null;
  }

  /**
   * Returns the highest position of a peer's log that this node's own records rely on; 0 if none.
   */
  long relied(int node);

  /** Records that a record of this node relies on a peer's log up to that position. */
  void rely(int node, long lsn);
}
