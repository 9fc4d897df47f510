package tutti.engine.transport.tcp;

import io.netty.bootstrap.Bootstrap;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.util.concurrent.DefaultEventExecutor;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.netty.util.concurrent.EventExecutor;
import io.netty.util.concurrent.FastThreadLocalThread;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tutti.engine.runtime.FatalErrors;
import tutti.engine.runtime.PeerClocks;
import tutti.engine.runtime.RealScheduler;
import tutti.engine.runtime.Scheduler;
import tutti.engine.transport.Counters;
import tutti.engine.transport.Receiver;
import tutti.engine.transport.Transport;
import tutti.engine.transport.TransportStatistics;

/**
 * The driver of the {@link Transport} port between processes: one TCP connection with each peer. Of
 * two nodes the one with the lower number calls the other. One IO thread does all the reading and
 * writing and calls the receiver; it never spins. Greetings are judged on a thread of their own,
 * one after the other: the receiver writes to its disk then, and heartbeats go on meanwhile. Long
 * messages are received on another one, since reading them takes time.
 */
public final class TcpTransport implements Transport {
  private static final Logger LOG = LoggerFactory.getLogger(TcpTransport.class);

  /** The time after its start for which a node does not report unreachable nodes: 5 s. */
  private static final long QUIET_NANOS = 5_000_000_000L;

  private final int self;
  private final List<InetSocketAddress> nodes;
  private final List<String> names;
  private final Settings settings;
  private final RandomGenerator entropy;
  private final PeerClocks clocks;
  private final Counters counters = new Counters();
  private final Peer[] peers;
  private final MultiThreadIoEventLoopGroup group;
  private final EventLoop loop;
  private final DefaultEventExecutor judges;
  private final DefaultEventExecutor bulk;
  private final ReadRoom room = new ReadRoom();

  /** The open connections, on the IO thread. */
  private final Set<Connection> connections = new HashSet<>();

  private Supplier<byte[]> greeting = () -> new byte[0];
  private volatile Receiver receiver = ClosedReceiver.RECEIVER;
  private @Nullable Channel listening;
  private boolean started;

  /** Whether other nodes may still be on their way: that one cannot be reached is no news then. */
  private boolean starting = true;

  private volatile boolean closed;

  /**
   * @param self this node's number
   * @param nodes the address of each node, by its number; this node listens on its own
   * @param entropy for the pauses between tries; only the IO thread uses it
   */
  public TcpTransport(
      int self, List<InetSocketAddress> nodes, Settings settings, RandomGenerator entropy) {
    this(
        self,
        nodes,
        IntStream.range(0, nodes.size()).mapToObj(Integer::toString).toList(),
        settings,
        entropy,
        RealScheduler.systemClocks());
  }

  /**
   * @param self this node's number
   * @param nodes the address of each node, by its number; this node listens on its own
   * @param names of the nodes, by their numbers, for the log
   * @param entropy for the pauses between tries; only the IO thread uses it
   * @param clocks is told the times of the peers
   */
  public TcpTransport(
      int self,
      List<InetSocketAddress> nodes,
      List<String> names,
      Settings settings,
      RandomGenerator entropy,
      PeerClocks clocks) {
    if (self < 0 || self >= nodes.size()) {
      throw new IllegalArgumentException("node " + self + " of " + nodes.size());
    }
    this.self = self;
    this.nodes = List.copyOf(nodes);
    this.names = List.copyOf(names);
    this.settings = settings;
    this.entropy = entropy;
    this.clocks = clocks;
    clocks.expect(nodes.size());
    group =
        new MultiThreadIoEventLoopGroup(
            1, new ReadingThreads("tutti-tcp-" + self), NioIoHandler.newFactory());
    loop = group.next();
    judges = new DefaultEventExecutor(new DefaultThreadFactory("tutti-greetings-" + self, true));
    bulk = new DefaultEventExecutor(new ReadingThreads("tutti-long-" + self));
    peers = new Peer[nodes.size()];
    for (int peer = 0; peer < peers.length; peer++) {
      peers[peer] = peer > self ? new Dialer(this, peer, nodes.get(peer)) : new Peer(this, peer);
    }
  }

  @Override
  public void start(Supplier<byte[]> first, Receiver to) {
    if (started) {
      throw new IllegalStateException("the transport of node " + self + " was started before");
    }
    int length = first.get().length;
    if (length > Frames.LONGEST_HANDSHAKE - Frames.NODES) {
      throw new IllegalArgumentException("a greeting of " + length + " bytes is too long");
    }
    started = true;
    greeting = first;
    receiver = to;
    listen();
    for (Peer peer : peers) {
      if (peer instanceof Dialer dialer) {
        dialer.dial();
      }
    }
    later(this::tick, settings.heartbeat().toNanos());
    later(() -> starting = false, QUIET_NANOS);
  }

  private void listen() {
    InetSocketAddress own = nodes.get(self);
    InetSocketAddress address =
        own.isUnresolved() ? new InetSocketAddress(own.getHostString(), own.getPort()) : own;
    ChannelFuture bound =
        new ServerBootstrap()
            .group(group)
            .channel(NioServerSocketChannel.class)
            .option(ChannelOption.SO_REUSEADDR, true)
            .childOption(ChannelOption.TCP_NODELAY, true)
            // A write that fails ends nothing: what the peer sent before it died is still read.
            .childOption(ChannelOption.AUTO_CLOSE, false)
            .childOption(ChannelOption.RECVBUF_ALLOCATOR, room)
            .childHandler(
                new ChannelInitializer<>() {
                  @Override
                  protected void initChannel(Channel channel) {
                    channel.pipeline().addLast(new Connection(TcpTransport.this, null));
                  }
                })
            .bind(address)
            .awaitUninterruptibly();
    if (!bound.isSuccess()) {
      close();
      String why =
          address.isUnresolved()
              ? "there is no machine of this name, or it is not known yet"
              : String.valueOf(bound.cause().getMessage());
      throw new UncheckedIOException(
          "node " + name(self) + " cannot listen on " + own + ": " + why,
          bound.cause() instanceof IOException cause ? cause : new IOException(bound.cause()));
    }
    listening = bound.channel();
    LOG.info("node {} listens on {}", name(self), listening.localAddress());
  }

  /**
   * Returns the address that this node listens on, once started: with port 0 in the list, the port
   * that was found.
   *
   * @throws IllegalStateException before that
   */
  public InetSocketAddress address() {
    if (listening == null) {
      throw new IllegalStateException("the transport of node " + self + " was not started");
    }
    return (InetSocketAddress) listening.localAddress();
  }

  @Override
  public boolean send(int node, byte[] bytes, int offset, int length) {
    if (node == self || node < 0 || node >= peers.length) {
      throw new IllegalArgumentException("node " + self + " has no peer " + node);
    }
    if (length > settings.maxMessageBytes()) {
      throw new IllegalArgumentException(
          "a message of "
              + length
              + " bytes is longer than "
              + settings.maxMessageBytes()
              + ", the longest that may be sent");
    }
    return !closed && peers[node].send(bytes, offset, length);
  }

  @Override
  public void afterSent(int node, Runnable then) {
    if (!closed) {
      peers[node].afterSent(then);
    }
  }

  /** Returns whether this transport is closed: messages that wait count as lost. */
  boolean isClosed() {
    return closed;
  }

  @Override
  public boolean connected(int node) {
    return !closed && peers[node].connected();
  }

  @Override
  public boolean congested() {
    long waiting = 0;
    for (Peer peer : peers) {
      waiting += peer.waiting();
    }
    return waiting > settings.congestedBytes();
  }

  @Override
  public TransportStatistics statistics() {
    return counters.sum();
  }

  @Override
  public void close() {
    closed = true;
    receiver = ClosedReceiver.RECEIVER;
    boolean waits = !loop.inEventLoop() && !judges.inEventLoop() && !bulk.inEventLoop();
    Channel listener = listening;
    if (listener != null) {
      // A loop that ends while its channel still listens may leave the port bound for good.
      ChannelFuture unbound = listener.close();
      if (waits) {
        unbound.awaitUninterruptibly();
      }
    }
    judges.shutdownGracefully(0, 1, TimeUnit.SECONDS);
    bulk.shutdownGracefully(0, 1, TimeUnit.SECONDS);
    if (!group.isShuttingDown()) {
      group.shutdownGracefully(0, 1, TimeUnit.SECONDS).addListener(done -> room.release());
    }
    if (waits) {
      judges.terminationFuture().awaitUninterruptibly();
      bulk.terminationFuture().awaitUninterruptibly();
      group.terminationFuture().awaitUninterruptibly();
    }
  }

  private void tick() {
    int mostSilent = settings.silentTicks();
    for (Connection connection : List.copyOf(connections)) {
      connection.tick(mostSilent);
    }
    // After a pause of the whole process only one tick follows, behind the bytes that have arrived
    // meanwhile.
    later(this::tick, settings.heartbeat().toNanos());
  }

  /** A client that connects with this connection's handler. */
  Bootstrap client(Connection connection) {
    return new Bootstrap()
        .group(loop)
        .channel(NioSocketChannel.class)
        .option(ChannelOption.TCP_NODELAY, true)
        .option(ChannelOption.AUTO_CLOSE, false)
        .option(ChannelOption.RECVBUF_ALLOCATOR, room)
        .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, (int) settings.silence().toMillis())
        .handler(connection);
  }

  /**
   * Has the receiver judge a peer's greeting.
   *
   * @param then is called, on the IO thread, with the reason why the peer is not welcome; null if
   *     it is welcome
   */
  void judge(Peer peer, byte[] words, Consumer<@Nullable String> then) {
    try {
      judges.execute(
          () -> {
            @Nullable String[] objection = {"its greeting could not be judged"};
            try {
              objection[0] = peer.judge(words);
            } finally {
              onLoop(() -> then.accept(objection[0]));
            }
          });
    } catch (RejectedExecutionException closing) {
      LOG.debug("node {} is closing", self);
    }
  }

  void onLoop(Runnable step) {
    execute(loop, step);
  }

  /** Runs a step on the thread on which long messages are received. */
  void onBulk(Runnable step) {
    execute(bulk, step);
  }

  private void execute(EventExecutor on, Runnable step) {
    try {
      on.execute(FatalErrors.reporting(step));
    } catch (RejectedExecutionException closing) {
      LOG.debug("node {} is closing", self);
    }
  }

  void later(Runnable step, long nanos) {
    if (!closed) {
      try {
        loop.schedule(FatalErrors.reporting(step), nanos, TimeUnit.NANOSECONDS);
      } catch (RejectedExecutionException closing) {
        LOG.debug("node {} is closing", self);
      }
    }
  }

  int self() {
    return self;
  }

  /** A node as people know it. */
  String name(int node) {
    return node >= 0 && node < names.size() ? names.get(node) : Integer.toString(node);
  }

  /** Whether the node has just started; called on the IO thread. */
  boolean starting() {
    return starting;
  }

  Peer peer(int number) {
    return peers[number];
  }

  byte[] greeting() {
    return greeting.get();
  }

  Receiver receiver() {
    return receiver;
  }

  Settings settings() {
    return settings;
  }

  RandomGenerator entropy() {
    return entropy;
  }

  PeerClocks clocks() {
    return clocks;
  }

  Counters counters() {
    return counters;
  }

  Set<Connection> connections() {
    return connections;
  }

  /** Makes threads that read values of the application's records, which tasks have made. */
  private static final class ReadingThreads extends DefaultThreadFactory {
    ReadingThreads(String name) {
      super(name, true);
    }

    @Override
    protected Thread newThread(Runnable work, String name) {
      return new FastThreadLocalThread(threadGroup, work, name, Scheduler.READING_STACK_BYTES);
    }
  }
}
