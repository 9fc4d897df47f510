package tutti.engine.distribution;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tutti.engine.runtime.Scheduler;

/**
 * Which other nodes this one has met since it started. A node that was started just now waits for
 * the others before it says that it is ready, but not for longer than {@link #LONGEST_NANOS}: one
 * of them may be down for good. Thread-safe; nothing of it is on the path of a transaction.
 */
final class Meetings {
  /** How long a node that has just started waits for the others: 10 s. */
  static final long LONGEST_NANOS = 10_000_000_000L;

  private final Peers peers;
  private final Scheduler scheduler;

  /** When this node began to talk; null before. */
  private @Nullable Long began;

  /** Nodes that are awaited; empty from the moment on at which this node need not wait. */
  private final List<Integer> awaited = new ArrayList<>();

  /** Why a node that was reached is not talked to. */
  private final Map<Integer, String> refusals = new HashMap<>();

  Meetings(Peers peers, Scheduler scheduler) {
    this.peers = peers;
    this.scheduler = scheduler;
    for (int node = 0; node < peers.count(); node++) {
      if (peers.has(node)) {
        awaited.add(node);
      }
    }
  }

  /** This node begins to talk now. */
  synchronized void begin() {
    began = scheduler.nanos();
  }

  synchronized void met(int node) {
    awaited.remove(Integer.valueOf(node));
    refusals.remove(node);
  }

  /** A node was reached, and one of the two does not want to talk to the other. */
  synchronized void refused(int node, String why) {
    refusals.put(node, why);
  }

  /** For whom this node waits before it says that it is ready, in words; null if for no node. */
  synchronized @Nullable String awaited() {
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

  /** The names of nodes with which there is no connection now. */
  List<String> missing() {
    List<String> missing = new ArrayList<>();
    for (int node = 0; node < peers.count(); node++) {
      if (peers.has(node) && !peers.connected(node)) {
        missing.add(peers.plainName(node));
      }
    }
    return missing;
  }
}
