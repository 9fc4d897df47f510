package tutti.simulator.network;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tutti.engine.runtime.PeerClocks;
import tutti.engine.runtime.TaskExecutor;
import tutti.engine.transport.Receiver;
import tutti.engine.transport.Transport;
import tutti.engine.transport.TransportStatistics;
import tutti.simulator.world.SimulatedNode;

/** One incarnation's end of a {@link SimulatedNetwork}. */
public final class SimulatedTransport implements Transport {
  /**
   * The number of bytes before and after a message, so that a receiver that overlooks the bounds
   * reads them.
   */
  private static final int MARGIN = 3;

  /** The round trip by which clocks are compared, in nanoseconds. */
  private static final long CLOCK_ROUND_TRIP = 2_000_000;

  private static final byte RUBBISH = (byte) 0xA5;

  final int node;

  /** The session with each peer as this side sees it, or null. */
  final @Nullable Session[] sessions;

  /** The number of messages sent that have not arrived anywhere. */
  int underWay;

  private final SimulatedNetwork network;
  private final SimulatedNode machine;

  /** The lane of each peer, where calls about that peer are made, one at a time. */
  private final TaskExecutor[] lanes;

  /**
   * Messages to each peer, and callers that wait until they are sent, as long as only this process
   * has them: a crash loses them.
   */
  private final List<ArrayDeque<Runnable>> unsent = new ArrayList<>();

  private final boolean[] hadSession;
  private Supplier<byte[]> greeting = () -> new byte[0];
  private @Nullable Receiver receiver;
  private boolean closed;
  private long sent;
  private long received;
  private long bytesSent;
  private long bytesReceived;
  private long reconnects;
  private long refusals;

  SimulatedTransport(SimulatedNetwork network, SimulatedNode machine, int node, int nodes) {
    this.network = network;
    this.machine = machine;
    this.node = node;
    sessions = new Session[nodes];
    hadSession = new boolean[nodes];
    lanes = new TaskExecutor[nodes];
    for (int peer = 0; peer < nodes; peer++) {
      lanes[peer] = machine.newExecutor(SimulatedNode.LANE + peer);
      unsent.add(new ArrayDeque<>());
    }
    machine.clocks().expect(nodes);
  }

  @Override
  public void start(Supplier<byte[]> newGreeting, Receiver newReceiver) {
    greeting = newGreeting;
    receiver = newReceiver;
    network.started(this);
  }

  @Override
  public boolean send(int to, byte[] bytes, int offset, int length) {
    if (to == node || to < 0 || to >= sessions.length) {
      throw new IllegalArgumentException("node " + node + " has no peer " + to);
    }
    network.measure(length);
    Session session = sessions[to];
    if (session == null || closed || machine.crashed()) {
      return false;
    }
    sent++;
    bytesSent += length;
    byte[] copy = Arrays.copyOfRange(bytes, offset, offset + length);
    ArrayDeque<Runnable> before = unsent.get(to);
    long held = before.isEmpty() ? network.holds(node) : 0;
    if (before.isEmpty() && held == 0) {
      network.send(session, node, to, copy);
      return true;
    }
    before.add(() -> network.send(session, node, to, copy));
    if (held > 0) {
      network.later(held, () -> write(before));
    }
    return true;
  }

  /** Gives the network what it does not have yet, unless the process has ended. */
  private void write(ArrayDeque<Runnable> all) {
    while (!all.isEmpty() && !closed && !machine.crashed()) {
      all.poll().run();
    }
  }

  @Override
  public void afterSent(int to, Runnable then) {
    if (closed || machine.crashed()) {
      return;
    }
    if (unsent.get(to).isEmpty()) {
      onceTaken(then);
    } else {
      unsent.get(to).add(() -> onceTaken(then));
    }
  }

  /** A slow link takes what it is given as slowly: until then the process has the bytes. */
  private void onceTaken(Runnable then) {
    long busy = network.linkBusyNanos(node);
    if (busy == 0) {
      then.run();
    } else {
      network.later(
          busy,
          () -> {
            if (!closed && !machine.crashed()) {
              then.run();
            }
          });
    }
  }

  @Override
  public boolean connected(int peer) {
    return sessions[peer] != null;
  }

  @Override
  public boolean congested() {
    return underWay > network.style().congestion();
  }

  @Override
  public TransportStatistics statistics() {
    return new TransportStatistics(
        sent, received, bytesSent, bytesReceived, sent, received, reconnects, refusals);
  }

  @Override
  public void close() {
    closed = true;
    network.ended(this);
    Arrays.fill(sessions, null);
  }

  // --- called by the network ---

  /** Runs a call about a peer on that peer's thread. */
  void onLane(int peer, Runnable call) {
    lanes[peer].step(
        () -> {
          if (!closed) {
            call.run();
          }
        });
  }

  /**
   * @param heard the peer's greeting, as it arrived
   */
  @Nullable String greeted(SimulatedTransport peer, byte[] heard) {
    String whyNot = receiver().greeted(peer.node, heard);
    if (whyNot != null) {
      refusals++;
    }
    return whyNot;
  }

  byte[] greeting() {
    return greeting.get();
  }

  void refused(int peer, String why) {
    refusals++;
    receiver().refused(peer, why);
  }

  void begin(int peer, Session session) {
    if (sessions[peer] != null) {
      sessions[peer] = null;
      receiver().disconnected(peer, "the peer has begun another session");
    }
    if (hadSession[peer]) {
      reconnects++;
    }
    hadSession[peer] = true;
    sessions[peer] = session;
    compareClocks(peer);
    receiver().connected(peer);
  }

  /**
   * Reads the clock of a peer, as frames between processes do: the answer was on its way for some
   * of the round trip, and it is not known for how much.
   */
  private void compareClocks(int peer) {
    Session session = sessions[peer];
    if (session != null) {
      long roundTrip = CLOCK_ROUND_TRIP;
      long onItsWay = Math.floorMod(machine.nanos(), roundTrip);
      PeerClocks its = session.of(peer).machine.clocks();
      machine.clocks().heard(peer, Integer.toString(peer), its.now() - onItsWay, roundTrip);
    }
  }

  /** Ends this side of a session; false if it was over. */
  boolean end(int peer, Session session, String why) {
    if (sessions[peer] != session) {
      return false;
    }
    sessions[peer] = null;
    machine.clocks().lost(peer);
    receiver().disconnected(peer, why);
    return true;
  }

  void receive(int peer, byte[] bytes) {
    received++;
    bytesReceived += bytes.length;
    byte[] lent = new byte[bytes.length + 2 * MARGIN];
    Arrays.fill(lent, RUBBISH);
    compareClocks(peer);
    System.arraycopy(bytes, 0, lent, MARGIN, bytes.length);
    receiver().received(peer, lent, MARGIN, bytes.length);
    // The bytes are overwritten, so that a receiver that keeps them beyond the call finds out.
    Arrays.fill(lent, RUBBISH);
  }

  private Receiver receiver() {
    Receiver started = receiver;
    if (started == null) {
      throw new IllegalStateException("the transport was not started");
    }
    return started;
  }
}
