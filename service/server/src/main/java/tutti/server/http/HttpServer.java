package tutti.server.http;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.IoEventLoop;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.ServerChannelRecvByteBufAllocator;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.codec.http.DefaultHttpHeadersFactory;
import io.netty.handler.codec.http.HttpDecoderConfig;
import io.netty.handler.codec.http.HttpRequestDecoder;
import io.netty.util.AttributeKey;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.netty.util.concurrent.EventExecutor;
import io.netty.util.concurrent.ThreadAwareExecutor;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.spi.SelectorProvider;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tutti.engine.runtime.FatalErrors;
import tutti.server.tls.ServerTls;

/** Listens on one address and has requests answered by a {@link Handler}. Thread-safe. */
public final class HttpServer implements AutoCloseable {
  /** The earliest time at which a connection can have been made. */
  static final AttributeKey<Long> ACCEPTED = AttributeKey.valueOf("tutti.accepted");

  /**
   * The connections that the system keeps until they are taken: few, since nothing tells how long
   * they have been there, and since a thread of its own takes them.
   */
  private static final int BACKLOG = 128;

  /**
   * The headers of every answer of a service that others may reach: browsers keep to HTTPS, guess
   * no types, keep no answers, and tell nobody where their user was.
   */
  private static final String ENCRYPTED =
      "\r\nStrict-Transport-Security: max-age=31536000"
          + "\r\nX-Content-Type-Options: nosniff"
          + "\r\nCache-Control: no-store"
          + "\r\nCross-Origin-Resource-Policy: same-origin"
          + "\r\nReferrer-Policy: no-referrer";

  private static final Logger LOG = LoggerFactory.getLogger(HttpServer.class);

  private final MultiThreadIoEventLoopGroup group;
  private final MultiThreadIoEventLoopGroup door;
  private final Map<ThreadAwareExecutor, Turns> turns = new ConcurrentHashMap<>();
  private final Map<EventExecutor, EventLoop> loops = new ConcurrentHashMap<>();
  private final Channel listener;
  private final Duration drain;
  private final @Nullable ServerTls tls;
  private final Set<InetAddress> peers;
  private volatile boolean stopping;

  /**
   * Starts listening.
   *
   * @param port 0 for any free port
   * @param drain how long {@link #close} waits for requests that are being answered
   * @throws PortInUse if another process listens there
   * @throws IOException if the address cannot be listened on for another reason
   */
  public HttpServer(
      String host, int port, int eventLoops, Limits limits, Duration drain, Handler handler)
      throws IOException {
    this(host, port, eventLoops, limits, drain, handler, new Load(() -> 0), null, List.of());
  }

  /**
   * Starts listening, without encryption.
   *
   * @param port 0 for any free port
   * @param drain how long {@link #close} waits for requests that are being answered
   * @param load is updated with the server's load
   * @throws PortInUse if another process listens there
   * @throws IOException if the address cannot be listened on for another reason
   */
  public HttpServer(
      String host,
      int port,
      int eventLoops,
      Limits limits,
      Duration drain,
      Handler handler,
      Load load)
      throws IOException {
    this(host, port, eventLoops, limits, drain, handler, load, null, List.of());
  }

  /**
   * Starts listening.
   *
   * @param port 0 for any free port
   * @param drain how long {@link #close} waits for requests that are being answered
   * @param load is updated with the server's load
   * @param tls encrypts the connections; null if nothing does
   * @param peers the addresses whose connections are taken, besides those of this machine; empty
   *     for all
   * @throws PortInUse if another process listens there
   * @throws IOException if the address cannot be listened on for another reason
   */
  public HttpServer(
      String host,
      int port,
      int eventLoops,
      Limits limits,
      Duration drain,
      Handler handler,
      Load load,
      @Nullable ServerTls tls,
      List<String> peers)
      throws IOException {
    this.peers = addresses(peers);
    this.drain = drain;
    this.tls = tls;
    load.limit((int) Math.min(Integer.MAX_VALUE, (long) limits.connections() * eventLoops));
    InetSocketAddress address = new InetSocketAddress(host, port);
    if (address.isUnresolved()) {
      throw new IOException("no address is known for the host '" + host + "'");
    }
    group = group("tutti-http", eventLoops);
    door = group("tutti-http-door", 1);
    for (EventExecutor executor : group) {
      loops.put(
          executor,
          new EventLoop(
              executor,
              handler,
              limits,
              () -> stopping,
              load,
              turns.get((IoEventLoop) executor),
              new ResponseWriter(tls == null ? "" : ENCRYPTED)));
    }
    ChannelFuture bound =
        new ServerBootstrap()
            .group(door, group)
            .channel(NioServerSocketChannel.class)
            .option(ChannelOption.SO_BACKLOG, BACKLOG)
            .option(
                ChannelOption.RECVBUF_ALLOCATOR,
                new ServerChannelRecvByteBufAllocator().maxMessagesPerRead(BACKLOG))
            .option(ChannelOption.SO_REUSEADDR, true)
            .childOption(ChannelOption.TCP_NODELAY, true)
            .childOption(ChannelOption.ALLOW_HALF_CLOSURE, true)
            .handler(new Acceptor(load))
            .childHandler(connections(limits))
            .bind(address)
            .awaitUninterruptibly();
    if (!bound.isSuccess()) {
      group.shutdownGracefully(0, 1, TimeUnit.SECONDS);
      door.shutdownGracefully(0, 1, TimeUnit.SECONDS);
      throw failure(host, port, bound.cause());
    }
    listener = bound.channel();
  }

  private static Set<InetAddress> addresses(List<String> texts) throws IOException {
    Set<InetAddress> addresses = new HashSet<>();
    for (String text : texts) {
      addresses.add(InetAddress.getByName(text));
    }
    return addresses;
  }

  /** Returns whether the connections of a client are taken. */
  private boolean takes(Channel channel) {
    return peers.isEmpty()
        || channel.remoteAddress() instanceof InetSocketAddress from
            && (from.getAddress().isLoopbackAddress() || peers.contains(from.getAddress()));
  }

  /** Makes the parts of each connection. */
  private ChannelInitializer<SocketChannel> connections(Limits limits) {
    HttpDecoderConfig decoding = decoding(limits);
    return new ChannelInitializer<SocketChannel>() {
      @Override
      protected void initChannel(SocketChannel channel) {
        EventLoop home = loops.get(channel.eventLoop());
        if (home == null) {
          throw new IllegalStateException("a channel of a foreign event loop");
        }
        ServerConnection connection = new ServerConnection(home);
        channel.config().setRecvByteBufAllocator(new PatientReads(connection::deferred));
        ServerTls encryption = tls;
        if (encryption != null) {
          channel.pipeline().addLast(encryption.handler(channel.alloc()));
        }
        channel
            .pipeline()
            .addLast(connection.arrivals(), new HttpRequestDecoder(decoding), connection);
      }
    };
  }

  /** How requests are read within limits. */
  static HttpDecoderConfig decoding(Limits limits) {
    return new HttpDecoderConfig()
        .setMaxInitialLineLength(limits.requestLine())
        .setMaxHeaderSize(limits.headers())
        .setMaxChunkSize(64 * 1024)
        .setHeadersFactory(new BoundedFields(DefaultHttpHeadersFactory.headersFactory()))
        .setTrailersFactory(new BoundedFields(DefaultHttpHeadersFactory.trailersFactory()));
  }

  /**
   * Checks that the address can be listened on; the server listens only for that moment.
   *
   * @throws PortInUse if another process listens there
   * @throws IOException if the address cannot be listened on for another reason
   */
  public static void requireFree(String host, int port) throws IOException {
    InetSocketAddress address = new InetSocketAddress(host, port);
    if (address.isUnresolved()) {
      throw new IOException("no address is known for the host '" + host + "'");
    }
    try (ServerSocketChannel probe = ServerSocketChannel.open()) {
      probe.setOption(StandardSocketOptions.SO_REUSEADDR, true);
      probe.bind(address);
    } catch (IOException taken) {
      throw failure(host, port, taken);
    }
  }

  /** Makes event loops that know their turns. */
  private MultiThreadIoEventLoopGroup group(String name, int loops) {
    return new MultiThreadIoEventLoopGroup(
        loops,
        new DefaultThreadFactory(name, true),
        executor -> {
          Turns own = new Turns(System::nanoTime);
          turns.put(executor, own);
          return NioIoHandler.newFactory(SelectorProvider.provider(), () -> own)
              .newHandler(executor);
        });
  }

  /**
   * Takes connections, on a thread that does nothing else, as long as there are not too many. If
   * one cannot be taken, the others wait for a moment.
   */
  private final class Acceptor extends ChannelInboundHandlerAdapter {
    private static final long PAUSE_MILLIS = 200;
    private static final long TOLD_NANOS = 10_000_000_000L;

    /** The connections beyond the most that may wait until an event loop makes room for them. */
    private static final int AHEAD = 32;

    private final Load load;
    private @Nullable Turns own;
    private long toldAt = System.nanoTime() - TOLD_NANOS;

    Acceptor(Load load) {
      this.load = load;
    }

    @Override
    public void handlerAdded(ChannelHandlerContext context) {
      Turns known = Objects.requireNonNull(turns.get((IoEventLoop) context.channel().eventLoop()));
      own = known;
      context
          .executor()
          .scheduleAtFixedRate(
              FatalErrors.reporting(() -> known.ticked(System.nanoTime())),
              Turns.TICK_NANOS,
              Turns.TICK_NANOS,
              TimeUnit.NANOSECONDS);
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
      Channel taken = (Channel) message;
      long now = System.nanoTime();
      if (load.opened() - AHEAD > load.mostConnections() || !takes(taken)) {
        // The event loops, which make room, do not keep up; or only proxies may connect.
        load.closed();
        load.refused();
        taken.unsafe().closeForcibly();
        return;
      }
      taken.closeFuture().addListener(closed -> load.closed());
      taken.attr(ACCEPTED).set(Objects.requireNonNull(own).earliest(now));
      context.fireChannelRead(taken);
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
      FatalErrors.report(cause);
      tell("no connection can be taken now: " + cause.getMessage());
      Channel listening = context.channel();
      listening.config().setAutoRead(false);
      listening
          .eventLoop()
          .schedule(
              () -> listening.config().setAutoRead(true), PAUSE_MILLIS, TimeUnit.MILLISECONDS);
    }

    /** Logs one line; at most one in a while, since clients decide how many there would be. */
    private void tell(String what) {
      long now = System.nanoTime();
      if (now - toldAt >= TOLD_NANOS) {
        toldAt = now;
        LOG.warn("{}", what);
      }
    }
  }

  private static IOException failure(String host, int port, Throwable cause) {
    if (cause instanceof BindException
        && String.valueOf(cause.getMessage()).contains("Address already in use")) {
      return new PortInUse(
          "port "
              + port
              + " on "
              + host
              + " is in use by another process; stop that one, or choose another with --port",
          cause);
    }
    return new IOException(
        "cannot listen on " + host + ", port " + port + ": " + cause.getMessage(), cause);
  }

  /** The port on which the server listens. */
  public int port() {
    return ((InetSocketAddress) listener.localAddress()).getPort();
  }

  /** Whether {@link #close} has begun. */
  public boolean stopping() {
    return stopping;
  }

  /**
   * Stops listening, waits until the requests that have come are answered, and ends all
   * connections.
   */
  @Override
  public void close() {
    if (stopping) {
      return;
    }
    stopping = true;
    listener.close().awaitUninterruptibly();
    long end = System.nanoTime() + drain.toNanos();
    loops.values().forEach(loop -> loop.execute(loop::sweep));
    while (connected() && System.nanoTime() < end) {
      try {
        Thread.sleep(10);
      } catch (InterruptedException hurry) {
        Thread.currentThread().interrupt();
        break;
      }
    }
    loops.values().forEach(loop -> loop.execute(loop::abandonAll));
    door.shutdownGracefully(0, 2, TimeUnit.SECONDS);
    group.shutdownGracefully(0, 2, TimeUnit.SECONDS).awaitUninterruptibly(3, TimeUnit.SECONDS);
  }

  private boolean connected() {
    for (EventLoop loop : loops.values()) {
      if (loop.busy()) {
        return true;
      }
    }
    return false;
  }
}
