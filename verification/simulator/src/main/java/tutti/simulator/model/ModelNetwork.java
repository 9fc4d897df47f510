package tutti.simulator.model;

import java.util.Arrays;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import tutti.engine.runtime.TaskExecutor;
import tutti.engine.transport.Receiver;
import tutti.engine.transport.Transport;
import tutti.engine.transport.TransportStatistics;

/**
 * The links between the nodes of a model. A node's messages towards one place go one after another,
 * as fast as its bandwidth allows, and arrive in order after the places' latency. Nothing is lost,
 * but what silent nodes say or are told.
 */
final class ModelNetwork {
  private static final double KIB = 1024;
  private static final double SECOND = 1e9;

  /** More bytes than this that wait for a node's links are too many, as at real nodes. */
  private static final double CONGESTED = 16 << 20;

  private final ModelWorld world;
  private final MachineModel machine;
  private final @Nullable NetworkModel network;
  private final int[] placeOf;
  private final RandomGenerator random;
  private final End[] ends;
  private final Head.OfMessages heads;

  /** The time until which earlier messages keep the link busy, by node and place. */
  private final long[][] linkFreeAt;

  private final boolean[] silent;

  /** The time when the newest message arrives, by sender and receiver. */
  private final long[][] newest;

  /**
   * @param network the places of nodes, or null for all of them at one place
   * @param placeOf the place of each node
   */
  ModelNetwork(
      ModelWorld world,
      MachineModel machine,
      @Nullable NetworkModel network,
      int[] placeOf,
      Head.OfMessages heads) {
    this.heads = heads;
    this.world = world;
    this.machine = machine;
    this.network = network;
    this.placeOf = placeOf.clone();
    this.random = world.entropy("network");
    int places = network == null ? 1 : network.places().size();
    ends = new End[placeOf.length];
    linkFreeAt = new long[placeOf.length][places];
    newest = new long[placeOf.length][placeOf.length];
    silent = new boolean[placeOf.length];
  }

  /** Loses all messages to and from a node from now on; its sessions seem to last. */
  void silence(int node) {
    silent[node] = true;
  }

  /** Returns the transport of a node; arrivals are handled on one thread of its own. */
  Transport transport(int node, TaskExecutor thread) {
    End end = new End(node, thread);
    ends[node] = end;
    return end;
  }

  /** Returns whether every node has a session with every other. */
  boolean joined() {
    for (End end : ends) {
      for (int peer = 0; peer < ends.length; peer++) {
        if (peer != end.node && !end.connected(peer)) {
          return false;
        }
      }
    }
    return true;
  }

  /** Returns the latency of one message between two places, without its bytes. */
  long latency(int fromPlace, int toPlace) {
    if (network == null) {
      return (long) machine.value(Constant.MESSAGE_DELAY);
    }
    long latency = network.latencyNanos()[fromPlace][toPlace];
    return network.jitter() == 0
        ? latency
        : latency - (long) (latency * network.jitter() * Math.log(1 - random.nextDouble()));
  }

  private void carry(int from, int to, byte[] message, int parts) {
    if (silent[from] || silent[to]) {
      return;
    }
    long sent = world.nanos();
    int place = network == null ? 0 : placeOf[to];
    if (network != null) {
      long begin = Math.max(sent, linkFreeAt[from][place]);
      sent = begin + (long) (message.length * SECOND / network.bytesPerSecond());
      linkFreeAt[from][place] = sent;
    }
    long due = sent + latency(network == null ? 0 : placeOf[from], place);
    newest[from][to] = Math.max(newest[from][to], due);
    Head about = world.about();
    world.at(
        newest[from][to],
        () -> {
          world.about(about);
          ends[to].thread.step(() -> ends[to].arrived(from, message, parts));
        });
  }

  /** Joins two nodes: both judge each other's greeting, and are told of the session. */
  private void join(End one, End other) {
    world.after(
        latency(place(one.node), place(other.node)) + latency(place(other.node), place(one.node)),
        () -> {
          one.thread.step(() -> one.greet(other));
          other.thread.step(() -> other.greet(one));
        });
  }

  private int place(int node) {
    return network == null ? 0 : placeOf[node];
  }

  /** One node's end of the links. */
  private final class End implements Transport {
    private final int node;
    private final TaskExecutor thread;
    private final boolean[] greeted;
    private final boolean[] open;
    private Supplier<byte[]> greeting = () -> new byte[0];
    private @Nullable Receiver receiver;
    private long sent;
    private long received;
    private long bytesSent;
    private long bytesReceived;

    End(int node, TaskExecutor thread) {
      this.node = node;
      this.thread = thread;
      greeted = new boolean[placeOf.length];
      open = new boolean[placeOf.length];
    }

    @Override
    public void start(Supplier<byte[]> first, Receiver to) {
      greeting = first;
      receiver = to;
      for (End peer : ends) {
        if (peer != null && peer != this && peer.receiver != null) {
          join(this, peer);
        }
      }
    }

    private Receiver receiver() {
      Receiver started = receiver;
      if (started == null) {
        throw new IllegalStateException("the transport was not started");
      }
      return started;
    }

    private void greet(End peer) {
      String whyNot = receiver().greeted(peer.node, peer.greeting.get().clone());
      if (whyNot != null) {
        throw new IllegalStateException("node " + node + " refuses " + peer.node + ": " + whyNot);
      }
      greeted[peer.node] = true;
      if (peer.greeted[node]) {
        thread.step(() -> begin(peer));
        peer.thread.step(() -> peer.begin(this));
      }
    }

    private void begin(End peer) {
      open[peer.node] = true;
      receiver().connected(peer.node);
    }

    @Override
    public boolean send(int to, byte[] bytes, int offset, int length) {
      if (to == node || to < 0 || to >= ends.length) {
        throw new IllegalArgumentException("node " + node + " has no peer " + to);
      }
      if (!open[to]) {
        return false;
      }
      sent++;
      bytesSent += length;
      world.about(heads.of(bytes, offset, length));
      world.charge(Constant.SEND);
      world.charge(Constant.MESSAGE_KIB, length / KIB);
      int parts = heads.parts(bytes, offset, length);
      world.charge(Constant.MESSAGE_PART, parts - 1);
      carry(node, to, Arrays.copyOfRange(bytes, offset, offset + length), parts);
      return true;
    }

    @Override
    public void afterSent(int to, Runnable then) {
      then.run();
    }

    private void arrived(int from, byte[] message, int parts) {
      received++;
      bytesReceived += message.length;
      world.charge(Constant.RECEIVE);
      world.charge(Constant.MESSAGE_KIB, message.length / KIB);
      world.charge(Constant.MESSAGE_PART, parts - 1);
      receiver().received(from, message, 0, message.length);
    }

    @Override
    public boolean connected(int peer) {
      return open[peer];
    }

    @Override
    public boolean congested() {
      if (network == null) {
        return false;
      }
      long waits = 0;
      for (long freeAt : linkFreeAt[node]) {
        waits += Math.max(0, freeAt - world.nanos());
      }
      return waits / SECOND * network.bytesPerSecond() > CONGESTED;
    }

    @Override
    public TransportStatistics statistics() {
      return new TransportStatistics(
          sent, received, bytesSent, bytesReceived, sent, received, 0, 0);
    }

    @Override
    public void close() {
      Arrays.fill(open, false);
    }
  }
}
