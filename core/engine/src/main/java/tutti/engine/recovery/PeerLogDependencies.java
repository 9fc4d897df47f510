package tutti.engine.recovery;

import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The positions up to which this node's records rely on the logs of other nodes: on votes that its
 * decisions counted, and on decisions by which its branches committed. A node that comes back with
 * a shorter log has lost acknowledged records. Thread-safe.
 */
final class PeerLogDependencies {
  private final ConcurrentHashMap<Integer, Long> upTo = new ConcurrentHashMap<>();

  /** A record relies on that node's log up to here. */
  void on(int node, long lsn) {
    Long known = upTo.get(node);
    if (known == null || known < lsn) {
      upTo.merge(node, lsn, Math::max);
    }
  }

  /** The highest position by node. */
  Map<Integer, Long> all() {
    return new TreeMap<>(upTo);
  }
}
