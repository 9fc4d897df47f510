package tutti.engine.transport.tcp;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The knowledge of this node about one of its peers: at most one connection, from its handshake on,
 * and the session on it. All methods but {@link #send}, {@link #afterSent}, {@link #connected},
 * {@link #waiting} and {@link #judge} are called on the IO thread.
 */
class Peer {
  private static final Logger LOG = LoggerFactory.getLogger(Peer.class);

  final int number;
  final TcpTransport home;
  private volatile @Nullable Outgoing outgoing;
  private @Nullable Connection connection;
  private boolean known;

  /** The last logged text about this peer, so that each try does not repeat it. */
  private String said = "";

  Peer(TcpTransport home, int number) {
    this.home = home;
    this.number = number;
  }

  boolean send(byte[] bytes, int offset, int length) {
    Outgoing now = outgoing;
    return now != null && now.add(bytes, offset, length);
  }

  void afterSent(Runnable then) {
    Outgoing now = outgoing;
    if ((now == null || !now.awaits(then)) && !home.isClosed()) {
      then.run();
    }
  }

  boolean connected() {
    return outgoing != null;
  }

  long waiting() {
    Outgoing now = outgoing;
    return now == null ? 0 : now.waiting();
  }

  /** Makes this the peer's only connection; null if it is, else why it cannot be. */
  @Nullable String take(Connection candidate) {
    Connection other = connection;
    if (other != null && other != candidate) {
      return "node "
          + home.name(home.self())
          + " already has a connection with node "
          + home.name(number)
          + ", from "
          + other.address();
    }
    connection = candidate;
    return null;
  }

  /** Returns why the peer is not welcome, or null. This may take as long as a disk does. */
  @Nullable String judge(byte[] greeting) {
    try {
      return home.receiver().greeted(number, greeting);
    } catch (RuntimeException unreadable) {
      return "its greeting cannot be read: " + unreadable.getMessage();
    }
  }

  void refuses(String why) {
    home.counters().refusedHandshakes.increment();
    say("is refused: " + why);
  }

  void refusedBy(String why) {
    home.counters().refusedHandshakes.increment();
    say("refuses this node: " + why);
    home.receiver().refused(number, why);
  }

  void opened(Outgoing session) {
    outgoing = session;
    said = "";
    if (known) {
      home.counters().reconnects.increment();
    }
    known = true;
    LOG.debug("connected with node {}", home.name(number));
    home.receiver().connected(number);
  }

  /**
   * Handles the end of a connection; {@code session} is the session on it, null if there was none
   * yet.
   */
  void ended(Connection which, @Nullable Outgoing session, String why) {
    if (connection != which) {
      return;
    }
    connection = null;
    if (session == null) {
      return;
    }
    outgoing = null;
    session.close().forEach(this::afterSent);
    home.receiver().disconnected(number, why);
  }

  /** Called with every heartbeat while there is a session. */
  void lasting() {}

  /** Logs a text about this peer, unless it was logged last. */
  final void say(String what) {
    if (!said.equals(what)) {
      said = what;
      LOG.warn("node {} {}", home.name(number), what);
    }
  }
}
