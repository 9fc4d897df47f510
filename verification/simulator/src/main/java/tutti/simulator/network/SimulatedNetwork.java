package tutti.simulator.network;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntConsumer;
import java.util.function.IntToLongFunction;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import tutti.engine.transport.Lane;
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
 * that, since a session's end and a repeated message look the same to them. Not thread-safe.
 */
public final class SimulatedNetwork {
  /** The time after which a refused handshake is tried again. */
  private static final long AGAIN_NANOS = 100_000_000;

  /** The divisor of sessions: one of this many begins with messages of earlier sessions. */
  private static final int ECHO_ONE_OF = 3;

  /** The longest time between two such messages when they arrive. */
  private static final long MOST_DISTANCE_NANOS = 10_000_000;

  /** The name of a fault: messages of the first node do not arrive at the second. */
  private static final String CUT = "cut";

  private final SimulatedScheduler world;
  private final Core core;
  private final RandomGenerator random;
  private final int nodes;
  private final Transports transports;
  private final Damage damage;

  /** The number of cuts that keep messages of one node from another, by from and to. */
  private final int[][] cuts;

  /** The handshake that goes on between two nodes, by the smaller and the greater number. */
  private final @Nullable Session[][] handshakes;

  private final RecentMessages recent;

  /** The link of each node on which messages take time by their size; null if they do not. */
  private final @Nullable SharedLink[] links;

  private long mostLinkNanos;

  /** The messages that wait for a cut to heal. */
  private final List<Message> held = new ArrayList<>();

  private IntConsumer onSent = node -> {};
  private IntToLongFunction holds = node -> 0;
  private long heldUntil;
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
    transports = new Transports(nodes);
    damage = new Damage(random);
    cuts = new int[nodes][nodes];
    recent = new RecentMessages(nodes);
    links = new SharedLink[nodes];
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

  /**
   * Sets how long what a node sends stays in its process, in nanoseconds: what is asked for each
   * first message of a node to a peer, and 0 if the network has the message at once.
   */
  public void holds(IntToLongFunction nanosOfNode) {
    holds = nanosOfNode;
  }

  /** Returns how long a message of a node stays in its process. */
  long holds(int node) {
    return holds.applyAsLong(node);
  }

  void later(long nanos, Runnable what) {
    heldUntil = Math.max(heldUntil, core.nanos() + nanos);
    world.later(nanos, what);
  }

  /** Returns the time by which all messages have arrived that were sent in order so far. */
  public long settledAt() {
    return Math.max(heldUntil, transports.settledAt());
  }

  NetworkStyle style() {
    return style;
  }

  /** Returns whether no message that meets a cut arrives later. */
  public boolean losesWhatIsCut() {
    return style.losesWhatIsCut() && !style.stale();
  }

  /** Cuts a node off from all others. */
  public void isolate(int node) {
    others(node)
        .forEach(
            other -> {
              cut(node, other);
              cut(other, node);
            });
  }

  /** Takes the cut of {@link #isolate} back. */
  public void rejoin(int node) {
    others(node)
        .forEach(
            other -> {
              heal(node, other);
              heal(other, node);
            });
  }

  private IntStream others(int node) {
    return IntStream.range(0, nodes).filter(other -> other != node);
  }

  /**
   * Makes each node's messages share a link from now on, on which a message takes time by its size.
   *
   * @param chance draws how slow the links are
   * @param electionNanos the election timeout of hosts with replicas, which send much at rest if it
   *     is short; any long time if there are none
   */
  public void slowLinks(RandomGenerator chance, long electionNanos) {
    for (int node = 0; node < nodes; node++) {
      links[node] = SharedLink.draw(chance, electionNanos);
    }
  }

  /** Makes messages of all sizes take equal time again. */
  public void fastLinks() {
    Arrays.fill(links, null);
  }

  /**
   * Returns how long a node's link takes for what it was given, in nanoseconds; 0 if it is fast.
   */
  long linkBusyNanos(int node) {
    SharedLink link = links[node];
    return link == null ? 0 : link.busyNanos(core.nanos());
  }

  /** Returns the longest that a message has waited for its node's link and taken on it. */
  public long mostLinkNanos() {
    return mostLinkNanos;
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
    return others(node).allMatch(peer -> joined(node, peer));
  }

  /** Returns whether the two nodes have a session, and each of them has let the other in. */
  public boolean joined(int node, int peer) {
    return transports.joined(node, peer);
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
    Session session = transports.session(from, to);
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

  private boolean apart(int one, int other) {
    return cuts[one][other] + cuts[other][one] > 0;
  }

  /** Ends the session of two nodes, if they have one; they will have another. */
  public void breakSession(int one, int other) {
    Session session = transports.session(one, other);
    if (session != null) {
      world.trace("network: break " + one + " – " + other);
      noticeEnd(session, one, other, "connection reset");
      noticeEnd(session, other, one, "connection reset");
    }
  }

  private void noticeEnd(Session session, int node, int peer, String why) {
    world.later(1 + random.nextLong(style.notice()), () -> endAt(session, node, peer, why));
  }

  // --- sessions ---

  /** Notes that one side has judged the other's greeting; the session begins when both agree. */
  private void judged(
      Session session, SimulatedTransport by, SimulatedTransport about, @Nullable String whyNot) {
    if (whyNot != null) {
      world.trace("network: " + by.node + " refuses " + about.node + ": " + whyNot);
      about.onLane(by.node, () -> about.refused(by.node, whyNot));
    }
    SimulatedTransport one = session.one;
    SimulatedTransport other = session.other;
    if (session.judged(whyNot != null) && handshakes[one.node][other.node] == session) {
      handshakes[one.node][other.node] = null;
      if (session.refused()) {
        world.later(AGAIN_NANOS, () -> connect(one.node, other.node));
      } else {
        one.onLane(other.node, () -> one.begin(other.node, session));
        other.onLane(one.node, () -> other.begin(one.node, session));
        echo(one.node, other.node);
        echo(other.node, one.node);
      }
    }
  }

  void started(SimulatedTransport transport) {
    int node = transport.node;
    transports.set(node, transport);
    others(node)
        .forEach(
            peer -> {
              dropHandshake(peer, node);
              connect(peer, node);
            });
  }

  private void dropHandshake(int one, int other) {
    handshakes[Math.min(one, other)][Math.max(one, other)] = null;
  }

  /** Begins a handshake, if two nodes can have one and need it. */
  private void connect(int a, int b) {
    int low = Math.min(a, b);
    int high = Math.max(a, b);
    SimulatedTransport one = transports.of(low);
    SimulatedTransport other = transports.of(high);
    if (one == null || other == null || apart(low, high) || handshakes[low][high] != null) {
      return;
    }
    Session session = one.sessions[high];
    if (session != null && session == other.sessions[low]) {
      return;
    }
    Session made = new Session(one, other, languages);
    handshakes[low][high] = made;
    world.later(
        2 * style.delay(random),
        () -> {
          if (handshakes[low][high] == made && apart(low, high)) {
            handshakes[low][high] = null;
          } else if (handshakes[low][high] == made) {
            greet(made, one, other);
            greet(made, other, one);
          }
        });
  }

  private void greet(Session session, SimulatedTransport at, SimulatedTransport by) {
    boolean damaged = random.nextDouble() < style.corrupted();
    byte[] heard = damaged ? damage.to(by.greeting()) : by.greeting().clone();
    at.onLane(
        by.node,
        () -> {
          String whyNot = at.greeted(by, heard);
          if (damaged && whyNot == null) {
            throw new IllegalStateException("a greeting that was damaged was believed");
          }
          judged(session, at, by, whyNot);
        });
  }

  private void endAt(Session session, int node, int peer, String why) {
    SimulatedTransport transport = session.of(node);
    transport.onLane(
        peer,
        () -> {
          if (transport.end(peer, session, why)) {
            world.trace("network: " + node + " has lost " + peer + ": " + why);
            connect(node, peer);
          }
        });
  }

  /** Ends a node's incarnation: its peers notice at some time. */
  void ended(SimulatedTransport transport) {
    int node = transport.node;
    if (transports.of(node) != transport) {
      return;
    }
    transports.set(node, null);
    for (int peer = 0; peer < nodes; peer++) {
      dropHandshake(peer, node);
      SimulatedTransport other = transports.of(peer);
      Session session = other == null ? null : other.sessions[node];
      if (session != null) {
        noticeEnd(session, peer, node, "connection reset");
      }
    }
  }

  // --- messages ---

  void send(Session session, int from, int to, byte[] bytes) {
    messages++;
    Message message = new Message(core.trace.newMessage(), session, from, to, bytes, false);
    trace(message, Fate.SENT);
    if (style.stale()) {
      recent.add(message, core.nanos());
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

  /**
   * Repeats messages in a session that begins: all messages of earlier sessions, from a certain one
   * on, may arrive a second time, in order and at their old distances, since a late message often
   * has an effect only together with another.
   */
  private void echo(int from, int to) {
    if (!style.stale() || random.nextInt(ECHO_ONE_OF) > 0) {
      return;
    }
    List<RecentMessages.Sent> again = recent.of(from, to);
    if (again.isEmpty()) {
      return;
    }
    long due = style.delay(random);
    for (int i = random.nextInt(again.size()); i < again.size(); i++) {
      Message message = again.get(i).message();
      world.later(due, () -> arrive(message));
      if (i + 1 < again.size()) {
        due += 1 + Math.min(again.get(i + 1).at() - again.get(i).at(), MOST_DISTANCE_NANOS);
      }
    }
  }

  private Message damaged(Message message) {
    Message damaged =
        new Message(
            core.trace.newMessage(),
            message.session(),
            message.from(),
            message.to(),
            damage.to(message.bytes()),
            true);
    trace(message, Fate.DAMAGED);
    damages++;
    return damaged;
  }

  /** Sets the courier that carries messages from now on. */
  public void courier(Courier newCourier) {
    courier = newCourier;
  }

  private void carry(Message message) {
    Courier other = courier;
    if (other != null) {
      other.carry(message.from(), message.to(), message.bytes(), () -> arrive(message));
      return;
    }
    SharedLink link = links[message.from()];
    int length = message.bytes().length;
    Lane lane = link == null ? Lane.of(length) : link.lane(length);
    long sent = link == null ? core.nanos() : link.sent(core.nanos(), length);
    mostLinkNanos = Math.max(mostLinkNanos, sent - core.nanos());
    long due = sent + style.delay(random);
    boolean inOrder = random.nextDouble() >= style.reordered();
    long at = inOrder ? message.session().inOrder(message.from(), lane, due) : due;
    SimulatedTransport sender = message.session().of(message.from());
    sender.underWay++;
    world.later(
        at - core.nanos(),
        () -> {
          sender.underWay--;
          arrive(message);
        });
  }

  private void arrive(Message message) {
    SimulatedTransport receiver = transports.of(message.to());
    if (cuts[message.from()][message.to()] > 0) {
      if (style.losesWhatIsCut()) {
        trace(message, Fate.CUT_OFF);
      } else {
        held.add(message);
      }
    } else if (receiver != null) {
      receiver.onLane(message.from(), () -> deliver(receiver, message));
    }
  }

  private void deliver(SimulatedTransport receiver, Message message) {
    Session current = receiver.sessions[message.from()];
    if (current == message.session()) {
      trace(message, Fate.ARRIVED);
      take(receiver, message, current);
    } else if (current != null && style.stale() && current.language == message.session().language) {
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
    if (!message.damaged()) {
      receiver.receive(message.from(), message.bytes());
      return;
    }
    try {
      receiver.receive(message.from(), message.bytes());
    } catch (MalformedData refused) {
      int peer = message.from();
      receiver.end(peer, session, String.valueOf(refused.getMessage()));
      world.trace("network: " + message.to() + " refuses a message of " + peer);
      noticeEnd(session, peer, message.to(), "connection reset");
      connect(message.to(), peer);
      return;
    }
    throw new IllegalStateException("a message that was damaged was believed");
  }

  private void trace(Message message, Fate fate) {
    core.trace.message(
        core.nanos(), fate, message.number(), message.from(), message.to(), message.bytes());
  }
}
