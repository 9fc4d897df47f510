package tutti.engine.transport;

import org.jspecify.annotations.Nullable;

/**
 * The listener to a {@link Transport}. Calls come on the transport's threads, one at a time for one
 * peer, but for messages of {@link Lane#BULK}, which come one after another on a thread of their
 * own; calls about different peers may overlap. They must be short, and must not wait: other peers'
 * messages may be behind them. They may send.
 *
 * <p>For one peer the calls are {@code greeted} or {@code refused}, any number of times; then
 * {@code connected}, {@code received} any number of times, and {@code disconnected}; and so on.
 */
public interface Receiver {

  /**
   * A peer introduces itself. This call alone may wait for a disk: no message of the session is
   * sent or received before it returns, and a transport between processes goes on with other peers
   * meanwhile.
   *
   * @return null if it is welcome, else why not, in words for a person: the peer is told, it is
   *     logged, and tried again later
   */
  @Nullable String greeted(int node, byte[] greeting);

  /** A peer said that this node is not welcome, and why. The handshake is tried again later. */
  void refused(int node, String why);

  /** A session with that peer has begun: messages can be sent. */
  void connected(int node);

  /** The session has ended; messages under way may be lost. */
  void disconnected(int node, String why);

  /**
   * Handles a message. If this throws, only the session ends, with one line in the log. A long
   * message that was on its way to this call may still come when its session has ended.
   *
   * @param bytes valid, and unchanged, only during the call
   */
  void received(int node, byte[] bytes, int offset, int length);
}
