package tutti.engine.transport.loopback;

import org.jspecify.annotations.Nullable;
import tutti.engine.runtime.Scheduler;
import tutti.engine.transport.Transport;

/**
 * A network in memory that joins nodes of one process. Each node is called on a {@link
 * tutti.engine.runtime.StepQueue} of its own scheduler. The network has no threads, clock or
 * randomness of its own. Thread-safe.
 *
 * <p>Links can be cut. {@link #cut} ends the session immediately, like a reset connection. {@link
 * #cutOneWay} only stops messages in one direction, like a broken wire: neither node learns of it
 * until the receiving end has got nothing for {@link #SILENCE_NANOS}. Messages sent meanwhile are
 * kept, as TCP keeps them, and arrive if the link is restored before that; else they are lost with
 * the session.
 */
public final class LoopbackNetwork {
  /** The time without passage in one direction after which a session ends. */
  public static final long SILENCE_NANOS = 5_000_000_000L;

  /** The time between a session or a refused handshake and the next attempt. */
  static final long RETRY_NANOS = 20_000_000L;

  private final long silenceNanos;

  /**
   * The joined nodes. The monitor of this is theirs and every link's; receivers are never called in
   * it.
   */
  private final @Nullable LoopbackTransport[] joined;

  /** The links by the higher node, then the lower. */
  private final Link[][] links;

  /**
   * @param nodes how many, numbered from 0
   */
  public LoopbackNetwork(int nodes) {
    this(nodes, SILENCE_NANOS);
  }

  /**
   * @param silenceNanos the time without passage in one direction after which a session ends
   */
  LoopbackNetwork(int nodes, long silenceNanos) {
    this.silenceNanos = silenceNanos;
    if (nodes < 1) {
      throw new IllegalArgumentException("a network of " + nodes + " nodes");
    }
    joined = new LoopbackTransport[nodes];
    links = new Link[nodes][];
    for (int high = 0; high < nodes; high++) {
      links[high] = new Link[high];
      for (int low = 0; low < high; low++) {
        links[high][low] = new Link(this);
      }
    }
  }

  /**
   * The transport of a node. If the node had one before, that one is closed: the node crashed and
   * comes back.
   *
   * @param scheduler that node's; has to outlive the transport
   */
  public Transport transport(int node, Scheduler scheduler) {
    LoopbackTransport before;
    LoopbackTransport now = new LoopbackTransport(this, node, scheduler);
    synchronized (this) {
      before = joined[node];
      joined[node] = now;
    }
    if (before != null) {
      before.close();
    }
    return now;
  }

  /** Ends the session between two nodes, and lets no message through in either direction. */
  public synchronized void cut(int a, int b) {
    Link link = link(a, b);
    link.stop(a, b);
    link.stop(b, a);
    link.end("the link was cut");
  }

  /** Stops all messages from one node to the other, in this direction only. */
  synchronized void cutOneWay(int from, int to) {
    link(from, to).stop(from, to);
  }

  /** Undoes every cut between two nodes. */
  synchronized void restore(int a, int b) {
    link(a, b).go();
    connect(a, b);
  }

  long silenceNanos() {
    return silenceNanos;
  }

  int nodes() {
    return joined.length;
  }

  /** Begins a handshake of two nodes, unless a cut prevents it. */
  synchronized void connect(int a, int b) {
    LoopbackTransport low = joined[Math.min(a, b)];
    LoopbackTransport high = joined[Math.max(a, b)];
    if (low != null && high != null && low.isOpen() && high.isOpen()) {
      link(a, b).connect(low, high);
    }
  }

  /** Ends a session, unless it has ended; its nodes try again later. */
  synchronized void end(LoopbackSession session, String why) {
    link(session.low().node(), session.high().node()).endIf(session, why);
  }

  /** Ends all sessions of a transport that is closing. */
  synchronized void leave(LoopbackTransport leaving) {
    for (int peer = 0; peer < joined.length; peer++) {
      if (peer != leaving.node()) {
        link(leaving.node(), peer).endOf(leaving, "node " + leaving.node() + " has closed");
      }
    }
  }

  private Link link(int a, int b) {
    if (a == b || Math.min(a, b) < 0 || Math.max(a, b) >= joined.length) {
      throw new IllegalArgumentException(
          "there is no link between nodes " + a + " and " + b + " of " + joined.length);
    }
    return links[Math.max(a, b)][Math.min(a, b)];
  }
}
