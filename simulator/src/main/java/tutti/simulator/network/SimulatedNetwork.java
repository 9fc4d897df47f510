package tutti.simulator.network;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntConsumer;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import tutti.engine.transport.Transport;
import tutti.model.MalformedData;
import tutti.simulator.trace.Trace.Fate;
import tutti.simulator.trace.TraceEvent;
import tutti.simulator.world.Core;
import tutti.simulator.world.SimulatedNode;
import tutti.simulator.world.SimulatedScheduler;

/**
 * The network between the nodes of a simulated world: it gives each incarnation of a node its
 * {@link Transport}. Nodes that run and are not cut off from each other get a session, as with the
 * real drivers; beyond that, the {@link NetworkStyle} decides the fate of messages.
 *
 * <p>The network is harsher than TCP, on purpose: within a session messages may be lost, doubled
 * and overtaken, and old ones may arrive in a later session. Protocols have to tolerate all of
 * that, since a session's end and a repeated message look the same to them.
 *
 * <p>Not thread-safe: the simulator has one thread.
 */
public final class SimulatedNetwork {
  /** The time after which a refused handshake is tried again. */
  private static final long AGAIN_NANOS = 100_000_000;

  /** The number of messages one way that are remembered, to arrive once more in a later session. */
  private static final int REMEMBERED = 64;

  /** One of so many sessions begins with messages of earlier ones. */
  private static final int ECHO_ONE_OF = 3;

  /** The longest time between two such messages when they arrive. */
  private static final long MOST_DISTANCE_NANOS = 10_000_000;

  /** The name of a fault: messages of the first node do not arrive at the second. */
  private static final String CUT = "cut";

  private final SimulatedScheduler world;
  private final Core core;
  private final RandomGenerator random;
  private final int nodes;
  private final @Nullable SimulatedTransport[] transports;

  /** The number of cuts that keep messages of one node from another, by from and to. */
  private final int[][] cuts;

  /** The handshake that goes on between two nodes, by the smaller and the greater number. */
  private final @Nullable Session[][] handshakes;

  /** The newest messages from one node to another, oldest first, where old ones may come again. */
  private final Map<Integer, ArrayDeque<Sent>> recent = new TreeMap<>();

  /** The messages that wait for a cut to heal. */
  private final List<Message> held = new ArrayList<>();

  private IntConsumer onSent = node -> {};
  private NetworkStyle style = NetworkStyle.CALM;
  private @Nullable Courier courier;
  private long messages;
  private long stale;
  private long damages;
  private int mostBytes = Integer.MAX_VALUE;
  private long tooLong;

  /** The number of versions of the application of which nodes have spoken. */
  private int languages;

  /**
   * @param nodes the largest number of nodes, numbered from 0
   */
  public SimulatedNetwork(SimulatedScheduler world, int nodes) {
    this.world = world;
    this.core = world.core();
    this.random = core.explored ? () -> 0 : world.entropy("network");
    this.nodes = nodes;
    transports = new SimulatedTransport[nodes];
    cuts = new int[nodes][nodes];
    handshakes = new Session[nodes][nodes];
  }

  /**
   * Returns the transport of a node's new incarnation. The transport ends when the incarnation
   * does.
   */
  public Transport transport(SimulatedNode machine, int node) {
    SimulatedTransport transport = new SimulatedTransport(this, machine, node, nodes);
    machine.whenItEnds(() -> ended(transport));
    return transport;
  }

  /** Sets the style of the network from now on; handshakes that drag on begin anew. */
  public void style(NetworkStyle newStyle) {
    style = newStyle;
    for (int low = 0; low < nodes; low++) {
      for (int high = low + 1; high < nodes; high++) {
        handshakes[low][high] = null;
        connect(low, high);
      }
    }
  }

  /** Sets a listener that is called with a node's number whenever the node has sent a message. */
  public void onSent(IntConsumer listener) {
    onSent = listener;
  }

  NetworkStyle style() {
    return style;
  }

  /** Cuts a node off from all others. */
  public void isolate(int node) {
    for (int other = 0; other < nodes; other++) {
      if (other != node) {
        cut(node, other);
        cut(other, node);
      }
    }
  }

  /** Takes the cut of {@link #isolate} back. */
  public void rejoin(int node) {
    for (int other = 0; other < nodes; other++) {
      if (other != node) {
        heal(node, other);
        heal(other, node);
      }
    }
  }

  /** Limits the bytes of messages from now on. */
  public void limitMessages(int most) {
    mostBytes = most;
  }

  /** Refuses a message that is longer than messages may be. */
  void measure(int length) {
    if (length > mostBytes) {
      tooLong++;
      throw new IllegalArgumentException(
          "a message of " + length + " bytes is longer than " + mostBytes);
    }
  }

  /** Returns the number of messages that were too long to be sent. */
  public long tooLong() {
    return tooLong;
  }

  /** Returns the number of messages that were sent. */
  public long messages() {
    return messages;
  }

  /**
   * Switches to another version of the application: nodes would not understand earlier messages,
   * and none of these arrives in later sessions.
   */
  public void otherLanguage() {
    languages++;
  }

  /** Returns whether that node has a session with all others. */
  public boolean met(int node) {
    for (int peer = 0; peer < nodes; peer++) {
      if (peer != node && !joined(node, peer)) {
        return false;
      }
    }
    return true;
  }

  /** Returns whether the two nodes have a session, and each of them has let the other in. */
  public boolean joined(int node, int peer) {
    SimulatedTransport one = transports[node];
    SimulatedTransport other = transports[peer];
    return one != null
        && other != null
        && one.sessions[peer] != null
        && one.sessions[peer] == other.sessions[node];
  }

  /** Returns the number of messages that were damaged on their way. */
  public long damages() {
    return damages;
  }

  /** Returns the number of messages that arrived in another session than they were sent in. */
  public long stale() {
    return stale;
  }

  // --- cuts ---

  /**
   * Keeps messages from arriving, one way, until {@link #heal}; cuts add up. Either side of a
   * session that is cut may notice after a while, or never.
   */
  public void cut(int from, int to) {
    core.trace.event(
        core.nanos(),
        "network: cut " + from + " → " + to,
        new TraceEvent.FaultBegan(CUT, List.of(from, to)));
    cuts[from][to]++;
    Session session = session(from, to);
    if (session != null) {
      noticeCut(session, from, to);
      noticeCut(session, to, from);
    }
  }

  private void noticeCut(Session session, int node, int peer) {
    if (random.nextInt(3) > 0) {
      long delay = style.notice() + random.nextLong(4 * style.notice());
      world.later(
          delay,
          () -> {
            if (apart(node, peer)) {
              endAt(session, node, peer, "nothing was heard for too long");
            }
          });
    }
  }

  /** Takes one cut back. Messages that it held up go on. */
  public void heal(int from, int to) {
    core.trace.event(
        core.nanos(),
        "network: heal " + from + " → " + to,
        new TraceEvent.FaultEnded(CUT, List.of(from, to)));
    cuts[from][to]--;
    List<Message> waiting = List.copyOf(held);
    held.clear();
    waiting.forEach(this::arrive);
    connect(from, to);
  }

  /** Heals every cut. */
  public void healAll() {
    for (int from = 0; from < nodes; from++) {
      for (int to = 0; to < nodes; to++) {
        while (cuts[from][to] > 0) {
          heal(from, to);
        }
      }
    }
  }

  private boolean apart(int one, int other) {
    return cuts[one][other] + cuts[other][one] > 0;
  }

  /** Ends the session of two nodes, if they have one; they will have another. */
  public void breakSession(int one, int other) {
    Session session = session(one, other);
    if (session != null) {
      core.trace.event(core.nanos(), "network: break " + one + " – " + other);
      noticeEnd(session, one, other, "connection reset");
      noticeEnd(session, other, one, "connection reset");
    }
  }

  private void noticeEnd(Session session, int node, int peer, String why) {
    world.later(1 + random.nextLong(style.notice()), () -> endAt(session, node, peer, why));
  }

  // --- sessions ---

  /** The session of two incarnations, from one handshake to the end. */
  final class Session {
    private final SimulatedTransport one;
    private final SimulatedTransport other;
    private final int language = languages;
    private final long[] newest = new long[2];
    private int judged;
    private boolean refused;

    Session(SimulatedTransport one, SimulatedTransport other) {
      this.one = one;
      this.other = other;
    }

    /** Returns the time when a message that is due then may arrive without overtaking any. */
    long inOrder(int from, long due) {
      int direction = from == one.node ? 0 : 1;
      newest[direction] = Math.max(due, newest[direction] + 1);
      return newest[direction];
    }

    void judged(SimulatedTransport by, SimulatedTransport about, @Nullable String whyNot) {
      if (whyNot != null) {
        refused = true;
        core.trace.event(
            core.nanos(), "network: " + by.node + " refuses " + about.node + ": " + whyNot);
        about.onLane(by.node, () -> about.refused(by.node, whyNot));
      }
      if (++judged == 2 && handshakes[one.node][other.node] == this) {
        handshakes[one.node][other.node] = null;
        if (refused) {
          world.later(AGAIN_NANOS, () -> connect(one.node, other.node));
        } else {
          one.onLane(other.node, () -> one.begin(other.node, this));
          other.onLane(one.node, () -> other.begin(one.node, this));
          echo(one.node, other.node);
          echo(other.node, one.node);
        }
      }
    }
  }

  /** Returns the session that either side of two nodes takes for the current one. */
  private @Nullable Session session(int one, int other) {
    SimulatedTransport first = transports[one];
    SimulatedTransport second = transports[other];
    Session session = first == null ? null : first.sessions[other];
    return session != null || second == null ? session : second.sessions[one];
  }

  void started(SimulatedTransport transport) {
    transports[transport.node] = transport;
    for (int peer = 0; peer < nodes; peer++) {
      if (peer != transport.node) {
        int low = Math.min(peer, transport.node);
        handshakes[low][peer + transport.node - low] = null;
        connect(peer, transport.node);
      }
    }
  }

  /** Begins a handshake, if two nodes can have one and need it. */
  private void connect(int a, int b) {
    int low = Math.min(a, b);
    int high = Math.max(a, b);
    SimulatedTransport one = transports[low];
    SimulatedTransport other = transports[high];
    if (one == null || other == null || apart(low, high) || handshakes[low][high] != null) {
      return;
    }
    Session session = one.sessions[high];
    if (session != null && session == other.sessions[low]) {
      return;
    }
    Session made = new Session(one, other);
    handshakes[low][high] = made;
    world.later(
        2 * style.delay(random),
        () -> {
          if (handshakes[low][high] != made) {
            return;
          }
          if (apart(low, high)) {
            handshakes[low][high] = null;
            return;
          }
          greet(made, one, other);
          greet(made, other, one);
        });
  }

  private void greet(Session session, SimulatedTransport at, SimulatedTransport by) {
    boolean damaged = random.nextDouble() < style.corrupted();
    byte[] heard = damaged ? damage(by.greeting()) : by.greeting().clone();
    at.onLane(
        by.node,
        () -> {
          String whyNot = at.greeted(by, heard);
          if (damaged && whyNot == null) {
            throw new IllegalStateException("a greeting that was damaged was believed");
          }
          session.judged(at, by, whyNot);
        });
  }

  private void endAt(Session session, int node, int peer, String why) {
    SimulatedTransport transport = session.one.node == node ? session.one : session.other;
    transport.onLane(
        peer,
        () -> {
          if (transport.end(peer, session, why)) {
            core.trace.event(core.nanos(), "network: " + node + " has lost " + peer + ": " + why);
            connect(node, peer);
          }
        });
  }

  /** Ends a node's incarnation: its peers notice at some time. */
  void ended(SimulatedTransport transport) {
    int node = transport.node;
    if (transports[node] != transport) {
      return;
    }
    transports[node] = null;
    for (int peer = 0; peer < nodes; peer++) {
      int low = Math.min(peer, node);
      handshakes[low][peer + node - low] = null;
      SimulatedTransport other = transports[peer];
      Session session = other == null ? null : other.sessions[node];
      if (session != null) {
        noticeEnd(session, peer, node, "connection reset");
      }
    }
  }

  // --- messages ---

  /** One message on its way. */
  private record Message(
      long number, Session session, int from, int to, byte[] bytes, boolean damaged) {}

  void send(Session session, int from, int to, byte[] bytes) {
    messages++;
    Message message = new Message(core.trace.newMessage(), session, from, to, bytes, false);
    trace(message, Fate.SENT);
    if (style.stale()) {
      remember(message);
    }
    int copies = random.nextDouble() < style.duplicated() ? 2 : 1;
    for (int i = 0; i < copies; i++) {
      if (random.nextDouble() < style.lost()) {
        trace(message, Fate.LOST);
      } else {
        carry(random.nextDouble() < style.corrupted() ? damaged(message) : message);
      }
    }
    onSent.accept(from);
  }

  /** A message, and the time when it was sent. */
  private record Sent(Message message, long at) {}

  private ArrayDeque<Sent> recent(int from, int to) {
    return recent.computeIfAbsent(from * nodes + to, _ -> new ArrayDeque<>());
  }

  private void remember(Message message) {
    ArrayDeque<Sent> sent = recent(message.from, message.to);
    sent.add(new Sent(message, core.nanos()));
    if (sent.size() > REMEMBERED) {
      sent.remove();
    }
  }

  /**
   * Repeats messages in a session that begins: all from some message of earlier ones on may arrive
   * a second time, in order and at their old distances, since one that came late often needs
   * another that does, too.
   */
  private void echo(int from, int to) {
    if (!style.stale() || random.nextInt(ECHO_ONE_OF) > 0) {
      return;
    }
    List<Sent> again = List.copyOf(recent(from, to));
    if (again.isEmpty()) {
      return;
    }
    long due = style.delay(random);
    for (int i = random.nextInt(again.size()); i < again.size(); i++) {
      Message message = again.get(i).message;
      world.later(due, () -> arrive(message));
      if (i + 1 < again.size()) {
        due += 1 + Math.min(again.get(i + 1).at - again.get(i).at, MOST_DISTANCE_NANOS);
      }
    }
  }

  private Message damaged(Message message) {
    Message damaged =
        new Message(
            core.trace.newMessage(),
            message.session,
            message.from,
            message.to,
            damage(message.bytes),
            true);
    trace(message, Fate.DAMAGED);
    damages++;
    return damaged;
  }

  /** Flips a bit or a few, or cuts the end off. */
  private byte[] damage(byte[] bytes) {
    if (bytes.length > 0 && random.nextInt(8) == 0) {
      return Arrays.copyOf(bytes, random.nextInt(bytes.length));
    }
    byte[] damaged = bytes.clone();
    for (int flips = 1 + random.nextInt(3); flips > 0 && damaged.length > 0; flips--) {
      damaged[random.nextInt(damaged.length)] ^= (byte) (1 << random.nextInt(8));
    }
    return Arrays.equals(damaged, bytes) ? Arrays.copyOf(bytes, bytes.length + 1) : damaged;
  }

  /** The port that decides when messages arrive, in place of the network's style. */
  public interface Courier {
    /** Takes one message; running {@code arrival} lets it arrive. */
    void carry(int from, int to, byte[] bytes, Runnable arrival);
  }

  /** Sets the courier that carries messages from now on. */
  public void courier(Courier newCourier) {
    courier = newCourier;
  }

  private void carry(Message message) {
    Courier other = courier;
    if (other != null) {
      other.carry(message.from, message.to, message.bytes, () -> arrive(message));
      return;
    }
    long due = core.nanos() + style.delay(random);
    boolean inOrder = random.nextDouble() >= style.reordered();
    long at = inOrder ? message.session.inOrder(message.from, due) : due;
    SimulatedTransport sender =
        message.session.one.node == message.from ? message.session.one : message.session.other;
    sender.underWay++;
    world.later(
        at - core.nanos(),
        () -> {
          sender.underWay--;
          arrive(message);
        });
  }

  private void arrive(Message message) {
    SimulatedTransport receiver = transports[message.to];
    if (cuts[message.from][message.to] > 0) {
      if (style.losesWhatIsCut()) {
        trace(message, Fate.CUT_OFF);
      } else {
        held.add(message);
      }
    } else if (receiver != null) {
      receiver.onLane(message.from, () -> deliver(receiver, message));
    }
  }

  private void deliver(SimulatedTransport receiver, Message message) {
    Session current = receiver.sessions[message.from];
    if (current == message.session) {
      trace(message, Fate.ARRIVED);
      take(receiver, message, current);
    } else if (current != null && style.stale() && current.language == message.session.language) {
      stale++;
      trace(message, Fate.ARRIVED_LATE);
      take(receiver, message, current);
    }
  }

  /**
   * Gives a message to the receiver. A damaged message must be refused, which ends the session, as
   * with the real drivers.
   */
  private void take(SimulatedTransport receiver, Message message, Session session) {
    if (!message.damaged) {
      receiver.receive(message.from, message.bytes);
      return;
    }
    try {
      receiver.receive(message.from, message.bytes);
    } catch (MalformedData refused) {
      int node = message.to;
      int peer = message.from;
      receiver.end(peer, session, String.valueOf(refused.getMessage()));
      core.trace.event(core.nanos(), "network: " + node + " refuses a message of " + peer);
      noticeEnd(session, peer, node, "connection reset");
      connect(node, peer);
      return;
    }
    throw new IllegalStateException("a message that was damaged was believed");
  }

  private void trace(Message message, Fate fate) {
    core.trace.message(core.nanos(), fate, message.number, message.from, message.to, message.bytes);
  }
}
