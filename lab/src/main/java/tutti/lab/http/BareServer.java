package tutti.lab.http;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpObjectAggregator;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.codec.http.HttpVersion;
import java.io.ByteArrayOutputStream;
import java.net.InetSocketAddress;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/**
 * The least that the service's HTTP library can do for the same requests: it parses the JSON of
 * {@code POST /Account/{key}/deposit} and answers the JSON that the service answers, with nothing
 * behind it. The baseline of {@code tutti bench http}.
 */
public final class BareServer implements AutoCloseable {
  private static final JsonFactory JSON = JsonFactory.builder().build();
  private static final int LARGEST_BODY = 1 << 20;

  private final EventLoopGroup group;
  private final Channel listener;
  private final AtomicLong count = new AtomicLong();

  /**
   * Listens on the loopback address.
   *
   * @param port 0 for any that is free
   * @param eventLoops threads, as many as the service has
   */
  public BareServer(int port, int eventLoops) {
    group = new MultiThreadIoEventLoopGroup(eventLoops, NioIoHandler.newFactory());
    listener =
        new ServerBootstrap()
            .group(group)
            .channel(NioServerSocketChannel.class)
            .childOption(ChannelOption.TCP_NODELAY, true)
            .childHandler(
                new ChannelInitializer<SocketChannel>() {
                  @Override
                  protected void initChannel(SocketChannel channel) {
                    channel
                        .pipeline()
                        .addLast(
                            new HttpServerCodec(),
                            new HttpObjectAggregator(LARGEST_BODY),
                            new Answering());
                  }
                })
            .bind(new InetSocketAddress("localhost", port))
            .syncUninterruptibly()
            .channel();
  }

  public int port() {
    return ((InetSocketAddress) listener.localAddress()).getPort();
  }

  @Override
  public void close() {
    listener.close().awaitUninterruptibly();
    group.shutdownGracefully().awaitUninterruptibly(3_000);
  }

  private final class Answering extends SimpleChannelInboundHandler<FullHttpRequest> {
    @Override
    protected void channelRead0(ChannelHandlerContext context, FullHttpRequest request) {
      ByteBuf content = request.content();
      byte[] body = new byte[content.readableBytes()];
      content.getBytes(content.readerIndex(), body);
      String[] path = request.uri().split("/", -1);
      boolean good = path.length == 4 && amount(body) != null;
      byte[] answer = good ? committed(path) : new byte[0];
      FullHttpResponse response =
          new DefaultFullHttpResponse(
              HttpVersion.HTTP_1_1,
              good ? HttpResponseStatus.OK : HttpResponseStatus.BAD_REQUEST,
              Unpooled.wrappedBuffer(answer));
      response
          .headers()
          .set(HttpHeaderNames.CONTENT_TYPE, "application/json")
          .setInt(HttpHeaderNames.CONTENT_LENGTH, answer.length);
      context.write(response, context.voidPromise());
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext context) {
      context.flush();
    }
  }

  private static @Nullable String amount(byte[] body) {
    String amount = null;
    try (JsonParser in = JSON.createParser(ObjectReadContext.empty(), body)) {
      if (in.nextToken() != JsonToken.START_OBJECT) {
        return null;
      }
      while (in.nextToken() == JsonToken.PROPERTY_NAME) {
        boolean here = in.currentName().equals("amount");
        in.nextToken();
        if (here) {
          amount = in.getString();
        }
      }
      return in.nextToken() == null ? amount : null;
    }
  }

  private byte[] committed(String[] path) {
    ByteArrayOutputStream out = new ByteArrayOutputStream(160);
    try (JsonGenerator json = JSON.createGenerator(ObjectWriteContext.empty(), out)) {
      json.writeStartObject();
      json.writeStringProperty("transaction", "0-1-" + count.incrementAndGet());
      json.writeStringProperty("outcome", "committed");
      json.writeStringProperty("specification", path[1]);
      json.writeStringProperty("key", path[2]);
      json.writeStringProperty("event", path[3]);
      json.writeEndObject();
    }
    return out.toByteArray();
  }

  /** Serves until the process is ended: {@code [PORT [EVENT_LOOPS]]}; prints the port. */
  public static void main(String[] arguments) throws InterruptedException {
    int port = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 0;
    int loops = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 1;
    BareServer server = new BareServer(port, loops);
    System.out.println("listening on port " + server.port());
    server.listener.closeFuture().await();
  }
}
