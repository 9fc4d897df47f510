package tutti.engine.distribution.peer;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tutti.engine.runtime.Scheduler;

/**
 * The other nodes that this one has met since it started. A node that has just started waits for
 * the other nodes before it reports that it is ready, but not for longer than {@link
 * #LONGEST_NANOS}, since one of them may be down for good. Thread-safe; no transaction's path uses
 * it.
 */
public final class PeerHandshakes {
  /** The greatest time that a node that has just started waits for the other nodes: 10 s. */
  static final long LONGEST_NANOS = 10_000_000_000L;

  private final Peers peers;
  private final Scheduler scheduler;

  /** The time when this node began to talk; null before. */
  private @Nullable Long began;

  /** Nodes that are awaited; empty from the moment on at which this node need not wait. */
  private final List<Integer> awaited = new ArrayList<>();

  /** The reasons why nodes that were reached are not talked to. */
  private final Map<Integer, String> refusals = new HashMap<>();

  public PeerHandshakes(Peers peers, Scheduler scheduler) {
    this.peers = peers;
    this.scheduler = scheduler;
    for (int node = 0; node < peers.count(); node++) {
      if (peers.has(node)) {
        awaited.add(node);
      }
    }
  }

  /** Records that this node begins to talk now. */
  public synchronized void begin() {
    began = scheduler.nanos();
  }

  public synchronized void met(int node) {
    awaited.remove(Integer.valueOf(node));
    refusals.remove(node);
  }

  /**
   * Records that a node was reached, and that one of the two refuses to exchange messages with the
   * other.
   */
  public synchronized void refused(int node, String why) {
    refusals.put(node, why);
  }

  /**
   * Returns, in words, the nodes that this node waits for before it reports that it is ready; null
   * if none.
   */
  public synchronized @Nullable String awaited() {
    Long since = began;
    if (since != null && scheduler.nanos() - since >= LONGEST_NANOS) {
      awaited.clear();
    }
    if (awaited.isEmpty()) {
      return null;
    }
    return "it has just started and has not met "
        + String.join(", ", awaited.stream().map(this::inWords).toList())
        + " yet; it is ready when it has, and 10 s after its start at the latest";
  }

  private String inWords(int node) {
    String why = refusals.get(node);
    return peers.name(node) + (why == null ? "" : " (" + why + ")");
  }
}
