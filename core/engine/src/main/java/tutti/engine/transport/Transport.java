package tutti.engine.transport;

import java.util.function.Supplier;

/**
 * The port over which a node talks to its peers. Nodes are numbered from 0, in the order of the
 * deployment's list. Any thread may call any method.
 */
public interface Transport extends AutoCloseable {

  /**
   * Begins to listen, and to connect to all peers, again and again with back-off until closed.
   * Called once, before all other methods.
   *
   * @param greeting gives what is sent to a peer first, and judged there, as it is when a session
   *     begins; called by any thread, must be short
   * @param receiver is told what arrives; it may be called before this returns
   * @throws IllegalArgumentException if the greeting is longer than about 60 KB
   * @throws java.io.UncheckedIOException if this node's own address cannot be listened on
   */
  void start(Supplier<byte[]> greeting, Receiver receiver);

  /**
   * Sends a copy of {@code length} bytes from {@code offset} on. Never waits. Messages of one
   * caller to one node that have one {@link Lane} arrive in the order of the calls, each at most
   * once; a short one may overtake long ones. The end of the session loses the messages under way.
   *
   * @param node the peer; never this node itself
   * @param length at least 0
   * @return false if there is no session with that node: the message was surely not sent. True is
   *     no promise of its arrival
   * @throws IllegalArgumentException if the node is none of the peers, or the message is longer
   *     than this transport carries
   */
  boolean send(int node, byte[] bytes, int offset, int length);

  /**
   * Calls {@code then} once, when the end of this process can no longer take back what the caller
   * has sent to {@code node} so far: the machine's network has taken all of it, or the session in
   * which it was sent has ended. That promises neither that the messages arrive, nor that they
   * survive the end of the machine. A transport that is closed before that never calls.
   *
   * <p>For example, a coordinator sends its decision, and answers its client once this has called
   * back, so that the death of the process then leaves no client that knows more than the nodes.
   *
   * @param node the peer; never this node itself
   * @param then is run by any thread, and perhaps before this returns; must be short, and not wait
   */
  void afterSent(int node, Runnable then);

  /** Returns whether a session with that node is open now. */
  boolean connected(int node);

  /**
   * Whether more is waiting to be sent, to any peer, than should be. The node refuses new work
   * then. {@link #send} still takes messages, so that admitted transactions can end: memory is
   * bounded by the limit and the admitted work.
   */
  boolean congested();

  /** Counts since the start. */
  TransportStatistics statistics();

  /** Ends all sessions and threads. The receiver is not called once this has returned. */
  @Override
  void close();
}
