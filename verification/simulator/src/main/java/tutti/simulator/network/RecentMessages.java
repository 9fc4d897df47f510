package tutti.simulator.network;

import java.util.ArrayDeque;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The newest messages from one node to another, oldest first: they may arrive once more. */
final class RecentMessages {
  /** The number of messages one way that are remembered. */
  private static final int REMEMBERED = 64;

  private final int nodes;
  private final Map<Integer, ArrayDeque<Sent>> recent = new TreeMap<>();

  RecentMessages(int nodes) {
    this.nodes = nodes;
  }

  /** A message, and the time when it was sent. */
  record Sent(Message message, long at) {}

  private ArrayDeque<Sent> way(int from, int to) {
    return recent.computeIfAbsent(from * nodes + to, _ -> new ArrayDeque<>());
  }

  void add(Message message, long at) {
    ArrayDeque<Sent> sent = way(message.from(), message.to());
    sent.add(new Sent(message, at));
    if (sent.size() > REMEMBERED) {
      sent.remove();
    }
  }

  List<Sent> of(int from, int to) {
    return List.copyOf(way(from, to));
  }
}
