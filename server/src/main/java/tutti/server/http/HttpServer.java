package tutti.server.http;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.codec.http.DefaultHttpHeadersFactory;
import io.netty.handler.codec.http.HttpDecoderConfig;
import io.netty.handler.codec.http.HttpRequestDecoder;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.netty.util.concurrent.EventExecutor;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.ServerSocketChannel;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import tutti.engine.runtime.FatalErrors;

/** Listens on one address and has requests answered by a {@link Handler}. Thread-safe. */
public final class HttpServer implements AutoCloseable {
  private static final System.Logger LOG = System.getLogger("tutti.server");

  private final MultiThreadIoEventLoopGroup group;
  private final Map<EventExecutor, EventLoop> loops = new ConcurrentHashMap<>();
  private final Channel listener;
  private final Duration drain;
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
    this.drain = drain;
    InetSocketAddress address = new InetSocketAddress(host, port);
    if (address.isUnresolved()) {
      throw new IOException("no address is known for the host '" + host + "'");
    }
    group =
        new MultiThreadIoEventLoopGroup(
            eventLoops, new DefaultThreadFactory("tutti-http", true), NioIoHandler.newFactory());
    for (EventExecutor executor : group) {
      loops.put(executor, new EventLoop(executor, handler, limits, () -> stopping));
    }
    HttpDecoderConfig decoding = decoding(limits);
    ChannelFuture bound =
        new ServerBootstrap()
            .group(group)
            .channel(NioServerSocketChannel.class)
            .option(ChannelOption.SO_BACKLOG, 1024)
            .option(ChannelOption.SO_REUSEADDR, true)
            .childOption(ChannelOption.TCP_NODELAY, true)
            .childOption(ChannelOption.ALLOW_HALF_CLOSURE, true)
            .handler(new AcceptFaults())
            .childHandler(
                new ChannelInitializer<SocketChannel>() {
                  @Override
                  protected void initChannel(SocketChannel channel) {
                    EventLoop home = loops.get(channel.eventLoop());
                    if (home == null) {
                      throw new IllegalStateException("a channel of a foreign event loop");
                    }
                    channel
                        .pipeline()
                        .addLast(new HttpRequestDecoder(decoding), new Connection(home));
                  }
                })
            .bind(address)
            .awaitUninterruptibly();
    if (!bound.isSuccess()) {
      group.shutdownGracefully(0, 1, TimeUnit.SECONDS);
      throw failure(host, port, bound.cause());
    }
    listener = bound.channel();
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

  /** Reports what fails while connections are accepted; Netty goes on a second later. */
  private static final class AcceptFaults extends ChannelInboundHandlerAdapter {
    private boolean said;

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
      FatalErrors.report(cause);
      if (cause instanceof IOException && !said) {
        said = true;
        LOG.log(
            Level.ERROR,
            "no connection can be accepted: "
                + cause.getMessage()
                + "; tried again each second, without another line");
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

  /** Stops listening, lets the requests that have come be answered, and ends all connections. */
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
