package tutti.engine.transport.loopback;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tutti.engine.runtime.Scheduler;
import tutti.engine.runtime.StepQueue;
import tutti.engine.transport.Counters;
import tutti.engine.transport.Receiver;
import tutti.engine.transport.Transport;
import tutti.engine.transport.TransportStatistics;

/** One node's transport in a {@link LoopbackNetwork}. */
final class LoopbackTransport implements Transport {
  private static final Logger LOG = LoggerFactory.getLogger(LoopbackTransport.class);

  /** The longest message: as long as a frame of TCP, so that nodes that work here work there. */
  private static final int LONGEST = 16 << 20;

  private static final long CONGESTED = 16 << 20;

  private final LoopbackNetwork network;
  private final int node;
  private final Scheduler scheduler;
  private final StepQueue queue;

  /** The lock that is held while the receiver is called, so that closing can wait for the call. */
  private final ReentrantLock calls = new ReentrantLock();

  /** The peers' ends of open sessions. */
  private final AtomicReferenceArray<End> peers;

  private final String[] loggedRefusals;
  private final boolean[] knownPeers;
  private final Counters counters = new Counters();
  private Supplier<byte[]> greeting = () -> new byte[0];
  private volatile @Nullable Receiver receiver;
  private volatile boolean closed;

  LoopbackTransport(LoopbackNetwork network, int node, Scheduler scheduler) {
    this.network = network;
    this.node = node;
    this.scheduler = scheduler;
    queue = scheduler.newStepQueue("tutti-loopback-" + node);
    peers = new AtomicReferenceArray<>(network.nodes());
    loggedRefusals = new String[network.nodes()];
    Arrays.fill(loggedRefusals, "");
    knownPeers = new boolean[network.nodes()];
  }

  @Override
  public void start(Supplier<byte[]> first, Receiver to) {
    if (receiver != null) {
      throw new IllegalStateException("the transport of node " + node + " was started before");
    }
    greeting = first;
    receiver = to;
    for (int peer = 0; peer < network.nodes(); peer++) {
      if (peer != node) {
        network.connect(node, peer);
      }
    }
  }

  @Override
  public boolean send(int to, byte[] bytes, int offset, int length) {
    if (to == node || to < 0 || to >= network.nodes()) {
      throw new IllegalArgumentException("node " + node + " has no peer " + to);
    }
    if (length > LONGEST) {
      throw new IllegalArgumentException(
          "a message of " + length + " bytes is longer than " + LONGEST);
    }
    End end = peers.get(to);
    return !closed && end != null && end.offer(Arrays.copyOfRange(bytes, offset, offset + length));
  }

  /** Calls at once: all nodes are in this process, and end with it. */
  @Override
  public void afterSent(int to, Runnable then) {
    if (!closed) {
      then.run();
    }
  }

  @Override
  public boolean connected(int to) {
    End end = peers.get(to);
    return !closed && end != null && !end.over();
  }

  @Override
  public boolean congested() {
    long waiting = 0;
    for (int peer = 0; peer < peers.length(); peer++) {
      End end = peers.get(peer);
      waiting += end == null || end.over() ? 0 : end.underWay();
    }
    return waiting > CONGESTED;
  }

  @Override
  public TransportStatistics statistics() {
    return counters.sum();
  }

  @Override
  @SuppressWarnings("LockNotBeforeTry") // The lock is only waited for: calls that have begun end.
  public void close() {
    closed = true;
    network.leave(this);
    calls.lock();
    calls.unlock();
  }

  int node() {
    return node;
  }

  boolean isOpen() {
    return receiver != null && !closed;
  }

  /** Queues a step that is left out once this is closed. */
  void run(Runnable step) {
    queue.step(() -> guarded(step));
  }

  Scheduler.Timer after(long nanos, Runnable step) {
    return scheduler.after(nanos, queue, () -> guarded(step));
  }

  void later(Runnable step) {
    after(LoopbackNetwork.RETRY_NANOS, step);
  }

  private void guarded(Runnable step) {
    calls.lock();
    try {
      if (!closed) {
        step.run();
      }
    } finally {
      calls.unlock();
    }
  }

  private Receiver receiver() {
    Receiver now = receiver;
    if (now == null) {
      throw new IllegalStateException("not started");
    }
    return now;
  }

  /** Returns the reason why the peer is not welcome; null if it is welcome. Called on the queue. */
  @Nullable String judge(LoopbackTransport peer) {
    String why;
    try {
      why = receiver().greeted(peer.node, peer.greeting.get().clone());
    } catch (RuntimeException unreadable) {
      why = "its greeting cannot be read: " + unreadable.getMessage();
    }
    if (why != null) {
      counters.refusedHandshakes.increment();
      logRefusal(peer.node, "refuses", why);
    }
    return why;
  }

  /** Handles a refusal by the peer. Called on the queue. */
  void refusedBy(int peer, String why) {
    counters.refusedHandshakes.increment();
    logRefusal(peer, "is refused by", why);
    receiver().refused(peer, why);
  }

  private void logRefusal(int peer, String how, String why) {
    if (!loggedRefusals[peer].equals(why)) {
      loggedRefusals[peer] = why;
      LOG.warn("node {} {} node {}: {}", node, how, peer, why);
    }
  }

  /** Begins a session. Called on the queue. */
  void opened(int peer, End end) {
    peers.set(peer, end);
    loggedRefusals[peer] = "";
    if (knownPeers[peer]) {
      counters.reconnects.increment();
    }
    knownPeers[peer] = true;
    receiver().connected(peer);
  }

  /** Ends a session. Called on the queue. */
  void ended(int peer, String why) {
    peers.set(peer, null);
    LOG.info("node {}: the session with node {} has ended: {}", node, peer, why);
    receiver().disconnected(peer, why);
  }

  /** Passes a received message on. Called on the queue. */
  void received(int peer, byte[] message) {
    counters.messagesReceived.increment();
    counters.batchesReceived.increment();
    counters.bytesReceived.add(message.length);
    receiver().received(peer, message, 0, message.length);
  }

  /** A message of this node was taken to be sent. */
  void sending(int length) {
    counters.messagesSent.increment();
    counters.batchesSent.increment();
    counters.bytesSent.add(length);
  }
}
