package tutti.server.http;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOutboundBuffer;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.channel.socket.SocketChannel;
import io.netty.handler.codec.DecoderResult;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.handler.codec.http.TooLongHttpHeaderException;
import io.netty.handler.codec.http.TooLongHttpLineException;
import io.netty.util.ReferenceCountUtil;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;
import tutti.engine.runtime.FatalErrors;

/**
 * One connection, which assembles requests, has them answered one after the other, and writes the
 * answers. Used on its event loop; only {@link WaitingClient#reply} is called from other threads.
 */
final class ServerConnection extends ChannelInboundHandlerAdapter {
  private static final byte[] NOTHING = new byte[0];

  /**
   * The bytes of one answer that are written before other connections of the loop have their turn.
   */
  private static final int MOST_OF_A_TURN = 256 << 10;

  private static final byte[] CONTINUE =
      "HTTP/1.1 100 Continue\r\n\r\n".getBytes(StandardCharsets.US_ASCII);

  private static final Handler.Fault BUG =
      new Handler.Fault(500, "internal-error", "this is a bug; the server's log has it");

  private final EventLoop home;
  private final ArrayDeque<Pending> waiting = new ArrayDeque<>(2);
  private @Nullable ChannelHandlerContext context;

  /** The address of the client, without its port. */
  private String from = "unknown";

  private @Nullable HttpRequest head;
  private byte[] body = NOTHING;
  private int length;

  /** The greatest length of the body of the request that is being read. */
  private int mostBody;

  private @Nullable Pending answering;
  private @Nullable Streaming streaming;
  private boolean pumping;
  private boolean reading;
  private boolean unflushed;
  private boolean lastOneCame;
  private boolean discarding;
  private boolean closesWhenAnswered;

  /**
   * True while the client of a request whose body has not come waits to be told to send it: that is
   * said once all requests before it are answered.
   */
  private boolean owesContinue;

  /** The time since which the client has been waited for: only such time counts. */
  private long since;

  /** The time since which the head of a request is under way; 0 if none is, as far as is known. */
  private long headSince;

  /** Set once the decoder has given a part of a request out of what was read last. */
  private boolean decoded;

  /** The earliest time at which the connection can have been made, and the turn it was met in. */
  private long made;

  private long metIn;

  /**
   * True while a request waits that was read so late that its client may have gone: it is begun
   * only after everything that the client has sent by now has been read.
   */
  private boolean deferred;

  /** The bytes that wait to be written, as the last sweep saw them. */
  private long unwritten;

  /** The bytes that wait to be written, as the loop has counted them. */
  private long counted;

  /** True while it waits for room on the loop for more of its answers. */
  private boolean starved;

  /** True while the answer that is being sent waits for what makes it, and not for its client. */
  private boolean dry;

  /**
   * An answer that is being sent.
   *
   * @param chunked whether its length is not known before its end
   */
  private record Streaming(
      Pending pending,
      Response response,
      Iterator<byte[]> pieces,
      boolean chunked,
      ResponseWriter.After after) {}

  /** A request, or the fault in its place. */
  private final class Pending implements WaitingClient {
    final @Nullable WholeRequest request;
    final Handler.@Nullable Fault fault;

    /** The way in which the connection goes on when the request is answered. */
    final ResponseWriter.After after;

    /** The bytes of its body for which there is room on the loop, until it is answered. */
    private int held;

    /** True while the request counts among those of the loop that wait behind others. */
    private boolean queued;

    Pending(
        @Nullable WholeRequest request, Handler.@Nullable Fault fault, ResponseWriter.After after) {
      this.request = request;
      this.fault = fault;
      this.after = after;
      this.held = request == null ? 0 : request.length();
    }

    @Override
    public String address() {
      return from;
    }

    void letGo() {
      giveBody();
      leaveQueue();
    }

    private void giveBody() {
      home.give(held);
      held = 0;
    }

    @Override
    public void bodyRead() {
      if (home.inside()) {
        giveBody();
      } else {
        home.execute(this::giveBody);
      }
    }

    void leaveQueue() {
      if (queued) {
        queued = false;
        home.dequeue();
      }
    }

    @Override
    public void reply(Response response) {
      if (home.inside()) {
        write(this, response);
      } else {
        home.execute(() -> writeLater(response));
      }
    }

    /** Writes in a task of the loop, whose errors nobody else reports. */
    private void writeLater(Response response) {
      try {
        write(this, response);
      } catch (RuntimeException | Error bug) {
        FatalErrors.report(bug);
        home.report(bug);
        abandon();
      }
    }

    @Override
    public void later(Runnable task) {
      home.later(
          () -> {
            try {
              task.run();
            } catch (RuntimeException | Error bug) {
              failed(bug);
            }
          });
    }

    void failed(Throwable bug) {
      FatalErrors.report(bug);
      home.report(bug);
      reply(home.handler().refuse(BUG));
    }
  }

  ServerConnection(EventLoop home) {
    this.home = home;
  }

  @Override
  public void channelActive(ChannelHandlerContext ctx) {
    context = ctx;
    if (ctx.channel().remoteAddress() instanceof InetSocketAddress client) {
      from = client.getAddress().getHostAddress();
    }
    since = System.nanoTime();
    Long accepted = ctx.channel().attr(HttpServer.ACCEPTED).getAndSet(null);
    made = accepted == null ? since : accepted;
    metIn = home.turn();
    switch (home.opened(this)) {
      case TAKEN -> {}
      case REFUSED ->
          refuse(
              503,
              "overloaded",
              "this server has as many connections as it can take, "
                  + home.limits().connections()
                  + " on each of its threads, and all of them are in use; nothing happened: repeat it");
      case DROPPED -> ctx.close();
    }
  }

  /**
   * Returns the handler in front of the decoder, which measures how long a request's head takes to
   * arrive. Bytes from which the decoder makes nothing belong to an incomplete head, whose client
   * may not take unlimited time.
   */
  ChannelInboundHandlerAdapter arrivals() {
    return new ChannelInboundHandlerAdapter() {
      @Override
      public void channelRead(ChannelHandlerContext ctx, Object bytes) throws Exception {
        boolean blank = bytes instanceof ByteBuf its && isBlank(its);
        decoded = false;
        super.channelRead(ctx, bytes);
        if (!decoded && !blank && head == null && headSince == 0) {
          headSince = System.nanoTime();
        }
      }
    };
  }

  /** Whether these bytes are ends of lines alone: some clients send one behind a request. */
  private static boolean isBlank(ByteBuf bytes) {
    return bytes.forEachByte(each -> each == '\r' || each == '\n') < 0;
  }

  /** Returns whether the connection waits for a request of which no byte has come yet. */
  boolean idle() {
    return answering == null && waiting.isEmpty() && head == null && !discarding && unwritten == 0;
  }

  /** The time since which its client is waited for. */
  long since() {
    return since;
  }

  /** Returns the earliest time at which what is read now can have arrived at this machine. */
  private long arrived(long now) {
    long earliest = home.earliest(now);
    // The look of the turn before did not see a connection that has only been met since.
    return home.isNextTurn(metIn) ? Math.min(earliest, made) : earliest;
  }

  /** Whether a request was read late, and is not begun before all that is there has been read. */
  boolean deferred() {
    return deferred;
  }

  @Override
  public void channelInactive(ChannelHandlerContext ctx) {
    home.closed(this);
    count(ctx);
    drop();
    if (streaming != null) {
      abandon(streaming.response());
    }
    streaming = null;
    clearWaiting();
    if (answering != null) {
      answering.letGo();
    }
    forgetBody();
  }

  /** Drops what has been read late, since its client has gone. */
  private void drop() {
    if (deferred) {
      deferred = false;
      home.load().gone(waiting.size());
      clearWaiting();
    }
  }

  private void clearWaiting() {
    waiting.forEach(Pending::letGo);
    waiting.clear();
  }

  /** Forgets the body of a request that is not complete. */
  private void forgetBody() {
    if (head != null) {
      home.give(length);
    }
    head = null;
    body = NOTHING;
    length = 0;
  }

  @Override
  public void channelRead(ChannelHandlerContext ctx, Object message) {
    reading = true;
    decoded = true;
    try {
      if (lastOneCame) {
        return;
      }
      if (message instanceof HttpRequest request) {
        begin(request);
      }
      if (message instanceof HttpContent content && head != null) {
        append(head, content);
      }
    } finally {
      ReferenceCountUtil.release(message);
    }
  }

  private void begin(HttpRequest request) {
    since = headSince == 0 ? System.nanoTime() : headSince;
    headSince = 0;
    if (failed(request.decoderResult())) {
      return;
    }
    if (request.protocolVersion().majorVersion() != 1) {
      refuse(505, "http-version", "speak HTTP/1.1, not " + request.protocolVersion());
      return;
    }
    if (!understood(request)) {
      refuse(
          501,
          "unknown-transfer-encoding",
          "the only Transfer-Encoding that is understood is chunked, not "
              + request.headers().getAll(HttpHeaderNames.TRANSFER_ENCODING));
      return;
    }
    head = request;
    length = 0;
    body = NOTHING;
    long announced = announcedLength(request);
    mostBody = home.handler().mostBody(request.uri(), home.limits().body());
    if (announced > mostBody) {
      refuse(413, "body-too-large", tooLarge());
      return;
    }
    if (HttpUtil.is100ContinueExpected(request)) {
      owesContinue = true;
      tellToContinue(Objects.requireNonNull(context));
    } else if (request.headers().contains(HttpHeaderNames.EXPECT)) {
      refuse(417, "unknown-expectation", "the only Expect that is understood is 100-continue");
    }
  }

  /** Tells the client to send the body, unless an answer to a request before it is to be sent. */
  private void tellToContinue(ChannelHandlerContext ctx) {
    if (owesContinue && answering == null && waiting.isEmpty()) {
      owesContinue = false;
      ctx.writeAndFlush(Unpooled.wrappedBuffer(CONTINUE));
    }
  }

  /**
   * Returns whether the body is plain or in chunks: a body with any other coding would be misread.
   */
  private static boolean understood(HttpRequest request) {
    List<String> codings = request.headers().getAll(HttpHeaderNames.TRANSFER_ENCODING);
    return codings.isEmpty()
        || codings.size() == 1 && codings.getFirst().strip().equalsIgnoreCase("chunked");
  }

  private static long announcedLength(HttpRequest request) {
    try {
      return HttpUtil.getContentLength(request, -1L);
    } catch (NumberFormatException notANumber) {
      return -1;
    }
  }

  private String tooLarge() {
    return "a body may have " + mostBody + " bytes at most";
  }

  private void append(HttpRequest request, HttpContent content) {
    if (failed(content.decoderResult())) {
      return;
    }
    ByteBuf bytes = content.content();
    int more = bytes.readableBytes();
    owesContinue &= more == 0 && !(content instanceof LastHttpContent);
    if (more > 0) {
      if (more > mostBody - length) {
        refuse(413, "body-too-large", tooLarge());
        return;
      }
      if (!home.take(more)) {
        refuse(
            503,
            "overloaded",
            "the bodies of requests that are under way have more than "
                + home.limits().bodies()
                + " bytes; nothing of this one happened: repeat it");
        return;
      }
      if (body.length - length < more) {
        body = Arrays.copyOf(body, length == 0 ? more : Math.max(length + more, 2 * length));
      }
      bytes.readBytes(body, length, more);
      length += more;
    }
    if (content instanceof LastHttpContent) {
      // The first request of a connection is bounded by the number of connections.
      boolean queued = answering != null || !waiting.isEmpty();
      if (queued && !home.enqueue()) {
        refuse(
            503,
            "overloaded",
            "more requests than this server keeps wait for the answers of others on their"
                + " connections; nothing of this one happened: repeat it");
        return;
      }
      complete(request, queued);
    }
  }

  /** Takes a whole request, whose body has been read. */
  private void complete(HttpRequest request, boolean queued) {
    head = null;
    since = System.nanoTime();
    long arrived = arrived(since);
    boolean old = !request.protocolVersion().equals(HttpVersion.HTTP_1_1);
    ResponseWriter.After after =
        !HttpUtil.isKeepAlive(request)
            ? ResponseWriter.After.CLOSES
            : old ? ResponseWriter.After.STAYS_BY_HEADER : ResponseWriter.After.STAYS;
    lastOneCame = after == ResponseWriter.After.CLOSES;
    Pending pending =
        new Pending(
            new WholeRequest(
                request.method().name(),
                request.uri(),
                request.headers(),
                body,
                length,
                old,
                arrived),
            null,
            after);
    pending.queued = queued;
    waiting.add(pending);
    if (since - arrived > home.limits().abandoned().toNanos() && answering == null) {
      deferred = true;
    }
    pump();
  }

  /** Answers a request that HTTP's rules do not allow; the bytes after it cannot be read either. */
  private boolean failed(DecoderResult result) {
    if (result.isSuccess()) {
      return false;
    }
    switch (result.cause()) {
      case TooLongHttpLineException _ when head != null ->
          refuse(
              400,
              "malformed-request",
              "the line before a chunk of the body may have "
                  + home.limits().requestLine()
                  + " characters at most");
      case TooLongHttpLineException _ ->
          refuse(
              414,
              "uri-too-long",
              "the request line may have " + home.limits().requestLine() + " characters at most");
      case TooLongHttpHeaderException _ ->
          refuse(
              431,
              "headers-too-large",
              "a request may have "
                  + Limits.FIELDS
                  + " header fields at most, and all together "
                  + home.limits().headers()
                  + " characters");
      case Throwable cause ->
          refuse(400, "malformed-request", "this is not an HTTP request: " + cause.getMessage());
      case null -> refuse(400, "malformed-request", "this is not an HTTP request");
    }
    return true;
  }

  private void refuse(int status, String code, String detail) {
    forgetBody();
    owesContinue = false;
    lastOneCame = true;
    waiting.add(
        new Pending(null, new Handler.Fault(status, code, detail), ResponseWriter.After.CLOSES));
    pump();
  }

  /** Begins the next request if the one before is answered and the client reads its answers. */
  private void pump() {
    ChannelHandlerContext ctx = Objects.requireNonNull(context);
    if (pumping || deferred) {
      return;
    }
    pumping = true;
    while (answering == null && ctx.channel().isWritable()) {
      if (counted > 0 && !waiting.isEmpty() && !home.hasRoom()) {
        starve();
        break;
      }
      Pending next = waiting.poll();
      if (next == null) {
        break;
      }
      answering = next;
      next.leaveQueue();
      answer(next);
    }
    pumping = false;
    tellToContinue(ctx);
    boolean mayRead = waiting.isEmpty();
    if (ctx.channel().config().isAutoRead() != mayRead) {
      if (mayRead) {
        since = System.nanoTime();
      }
      ctx.channel().config().setAutoRead(mayRead);
    }
  }

  private void answer(Pending next) {
    if (next.fault != null) {
      next.reply(home.handler().refuse(next.fault));
      return;
    }
    try {
      home.handler().handle(Objects.requireNonNull(next.request), next);
    } catch (RuntimeException | Error bug) {
      next.failed(bug);
    }
  }

  private void write(Pending pending, Response response) {
    ChannelHandlerContext ctx = Objects.requireNonNull(context);
    if (pending != answering || !ctx.channel().isActive()) {
      abandon(response);
      return;
    }
    boolean stopping = home.stopping() && waiting.isEmpty();
    ResponseWriter.After after =
        response.close() || stopping || closesWhenAnswered && waiting.isEmpty()
            ? ResponseWriter.After.CLOSES
            : pending.after;
    if (response.pieces() != null && mayRepeat(pending) && !home.mayBegin()) {
      abandon(response);
      write(pending, home.handler().refuse(Handler.Fault.CROWDED));
      return;
    }
    boolean bodiless = pending.request != null && pending.request.head();
    Iterator<byte[]> pieces = bodiless ? null : pieces(response);
    boolean unframed = response.pieces() != null && isOld(pending);
    if (unframed) {
      after = ResponseWriter.After.CLOSES;
    }
    ByteBuf bytes =
        home.writer().write(ctx.alloc(), response, bodiless || pieces != null, after, !unframed);
    if (pieces == null) {
      if (bodiless) {
        abandon(response);
      } else {
        response.gone();
      }
      written(ctx, pending, after, bytes);
    } else {
      ctx.write(bytes, ctx.voidPromise());
      boolean chunked = response.pieces() != null && !unframed;
      streaming = new Streaming(pending, response, pieces, chunked, after);
      goOn(ctx);
    }
  }

  private static void abandon(Response response) {
    if (response.pieces() instanceof LivePieces live) {
      live.abandon();
    }
    response.gone();
  }

  /** Returns the pieces in which a body is written; null for a short one that is there. */
  private static @Nullable Iterator<byte[]> pieces(Response response) {
    return response.pieces() == null && response.body().length > Slices.BYTES
        ? new Slices(response.body())
        : response.pieces();
  }

  /** Whether the client may ask again for what it is not given: nothing has happened. */
  private static boolean mayRepeat(Pending pending) {
    return pending.request != null && pending.request.method().equals("GET");
  }

  private static boolean isOld(Pending pending) {
    return pending.request != null && pending.request.oldProtocol();
  }

  /** Writes the last bytes of an answer, and begins the next one, or ends the connection. */
  private void written(
      ChannelHandlerContext ctx, Pending pending, ResponseWriter.After after, ByteBuf bytes) {
    answering = null;
    pending.letGo();
    since = System.nanoTime();
    if (after == ResponseWriter.After.CLOSES) {
      lastOneCame = true;
      clearWaiting();
      linger(ctx.writeAndFlush(bytes), pending.fault != null);
      return;
    }
    ctx.write(bytes, ctx.voidPromise());
    unflushed = true;
    if (!pumping) {
      pump();
    }
    if (!reading) {
      flush(ctx);
    }
    if (closesWhenAnswered && answering == null && waiting.isEmpty()) {
      // The client has ended its side while the answer was being sent.
      closeAfterWrites(ctx);
    }
  }

  /** Writes pieces of the answer as long as the client reads them, and not too many at a time. */
  private void goOn(ChannelHandlerContext ctx) {
    int turn = 0;
    dry = false;
    while (streaming != null && ctx.channel().isWritable()) {
      if (streaming.pieces() instanceof LivePieces live
          && !live.isThereOr(() -> home.execute(() -> goOnLater(ctx)))) {
        dry = true;
        break;
      }
      if (!streaming.pieces().hasNext()) {
        Streaming ended = streaming;
        streaming = null;
        ended.response().gone();
        ByteBuf end = ended.chunked() ? ResponseWriter.lastChunk() : Unpooled.EMPTY_BUFFER;
        written(ctx, ended.pending(), ended.after(), end);
        return;
      }
      if (turn > MOST_OF_A_TURN) {
        home.execute(() -> goOnLater(ctx));
        return;
      }
      if (!home.hasRoom()) {
        starve();
        break;
      }
      byte[] piece = streaming.pieces().next();
      turn += piece.length;
      since = System.nanoTime();
      ctx.writeAndFlush(
          streaming.chunked()
              ? ResponseWriter.chunk(ctx.alloc(), piece)
              : Unpooled.wrappedBuffer(piece),
          ctx.voidPromise());
      count(ctx);
    }
    if (streaming != null) {
      ctx.flush();
      count(ctx);
    }
  }

  /** Tells the loop how many bytes wait for this client now. */
  private void count(ChannelHandlerContext ctx) {
    ChannelOutboundBuffer out = ctx.channel().unsafe().outboundBuffer();
    long now = out == null ? 0 : out.totalPendingWriteBytes();
    if (now != counted) {
      long more = now - counted;
      counted = now;
      home.unread(more);
    }
  }

  /** Returns the bytes that wait for this client, as the loop has counted them. */
  long unread() {
    return counted;
  }

  /** Returns whether a long answer is being sent. */
  boolean isSending() {
    return streaming != null;
  }

  private void starve() {
    if (!starved) {
      starved = true;
      home.starve(this);
    }
  }

  /** Goes on, since there is room for more of its answers, or nothing of them waits any more. */
  void feed() {
    starved = false;
    ChannelHandlerContext ctx = Objects.requireNonNull(context);
    if (ctx.channel().isActive()) {
      goOnLater(ctx);
      pump();
      flush(ctx);
    }
  }

  private void goOnLater(ChannelHandlerContext ctx) {
    try {
      goOn(ctx);
    } catch (RuntimeException | Error bug) {
      // The client sees that the answer is cut off.
      FatalErrors.report(bug);
      home.report(bug);
      ctx.close();
    }
  }

  /**
   * Ends the connection. A client that is still sending would lose the answer to a reset, so its
   * data is read and thrown away until the client ends its side, or {@link EventLoop} ends the
   * connection.
   */
  private void linger(ChannelFuture written, boolean clientMaySend) {
    if (!clientMaySend) {
      written.addListener(ChannelFutureListener.CLOSE);
      return;
    }
    discarding = true;
    since = System.nanoTime();
    SocketChannel channel = (SocketChannel) written.channel();
    channel.config().setAutoRead(true);
    written.addListener(done -> channel.shutdownOutput());
  }

  /**
   * Handles the end of the client's side, after which the client may still wait for its answers.
   */
  @Override
  public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
    if (event instanceof ChannelInputShutdownEvent) {
      lastOneCame = true;
      drop();
      forgetBody();
      if (answering == null && waiting.isEmpty()) {
        closeAfterWrites(ctx);
      } else {
        closesWhenAnswered = true;
      }
    }
  }

  @Override
  public void channelReadComplete(ChannelHandlerContext ctx) {
    reading = false;
    if (deferred) {
      // The end of the client's side is told after this.
      home.later(this::beginDeferred);
    }
    flush(ctx);
  }

  /** Begins what was read late, and is still waited for. */
  private void beginDeferred() {
    if (deferred) {
      deferred = false;
      pump();
      flush(Objects.requireNonNull(context));
    }
  }

  private void flush(ChannelHandlerContext ctx) {
    if (unflushed) {
      unflushed = false;
      ctx.flush();
      count(ctx);
    }
  }

  @Override
  public void channelWritabilityChanged(ChannelHandlerContext ctx) {
    count(ctx);
    if (streaming != null) {
      goOnLater(ctx);
    }
    pump();
    if (!reading) {
      flush(ctx);
    }
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
    FatalErrors.report(cause);
    // A client that breaks its connection, or does not encrypt as it should, needs no log line.
    if (!(cause instanceof IOException) && !(cause.getCause() instanceof SSLException)) {
      home.report(cause);
    }
    ctx.close();
  }

  /** Ends the connection if the client has exceeded a time limit. Called every second or so. */
  void sweep(long now) {
    ChannelHandlerContext ctx = Objects.requireNonNull(context);
    ChannelOutboundBuffer out = ctx.channel().unsafe().outboundBuffer();
    long left = out == null ? 0 : out.totalPendingWriteBytes() - out.currentProgress();
    if (left > 0 && left != unwritten) {
      // The client reads an answer.
      since = now;
    }
    unwritten = left;
    count(ctx);
    if (starved && counted == 0) {
      // It has read all: it is not one of those that others wait for.
      pump();
      flush(ctx);
    }
    if (dry) {
      since = now;
    }
    if (headSince != 0 && (answering != null || !waiting.isEmpty())) {
      headSince = now;
    }
    long quiet = now - since;
    boolean wantsToRead = ctx.channel().config().isAutoRead();
    boolean overdue =
        discarding
            ? quiet > EventLoop.LINGER_NANOS
            : head != null
                ? wantsToRead && quiet > home.limits().incomplete().toNanos()
                : isHeadOverdue(now)
                    || (answering == null || streaming != null)
                        && quiet > home.limits().idle().toNanos();
    if (overdue) {
      ctx.close();
    } else if (home.stopping()
        && answering == null
        && waiting.isEmpty()
        && head == null
        && !discarding) {
      closeAfterWrites(ctx);
    }
  }

  private boolean isHeadOverdue(long now) {
    return headSince != 0 && now - headSince > home.limits().incomplete().toNanos();
  }

  private static void closeAfterWrites(ChannelHandlerContext ctx) {
    ctx.writeAndFlush(Unpooled.EMPTY_BUFFER).addListener(ChannelFutureListener.CLOSE);
  }

  /** Ends the connection in any state. */
  void abandon() {
    Objects.requireNonNull(context).close();
  }
}
