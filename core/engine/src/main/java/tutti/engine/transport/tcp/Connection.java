package tutti.engine.transport.tcp;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.socket.SocketChannel;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tutti.engine.runtime.FatalErrors;
import tutti.model.MalformedData;

/**
 * One connection: its handshake, then its session. All methods are called on the IO thread. A fault
 * in the arriving bytes ends only the connection, with one line in the log.
 */
final class Connection extends ChannelInboundHandlerAdapter implements FrameReader.Sink {
  private static final Logger LOG = LoggerFactory.getLogger(Connection.class);

  /** The monotonic time of what has not happened. */
  private static final long NEVER = Long.MIN_VALUE;

  private enum Phase {
    /** The peer has yet to introduce itself. */
    GREETING,
    /** The peer has introduced itself, and its greeting is judged, on another thread. */
    JUDGING,
    /** The call of the peer is answered; its welcome is awaited. */
    ANSWERED,
    /** The session. */
    OPEN,
    /** The connection has nothing more to say; what still arrives is thrown away. */
    OVER
  }

  private final TcpTransport home;
  private final FrameReader reader = new FrameReader(this);
  private final Incoming incoming = new Incoming();
  private final boolean dialed;

  /** The peer; null until an accepted connection has introduced itself. */
  private @Nullable Peer peer;

  private @Nullable Channel channel;
  private @Nullable Outgoing session;
  private Phase phase = Phase.GREETING;
  private int version;
  private boolean heard;

  /** The number of received messages that the counters have not been told of. */
  private long messages;

  private long messageBytes;
  private int silentTicks;

  /** The peer's monotonic time in its newest heartbeat, and when that came here. */
  private long clockEcho;

  private long clockAt = NEVER;

  /** Whether the peer's greeting is judged just now. */
  private boolean judging;

  /** Whether the connection is closed. */
  private volatile boolean gone;

  /** Whether the log has its one line about the end already. */
  private boolean logged;

  private String why = "the peer closed the connection";

  /**
   * @param peer the node that is called, or null for a connection that was accepted
   */
  Connection(TcpTransport home, @Nullable Peer peer) {
    this.home = home;
    this.peer = peer;
    this.dialed = peer != null;
  }

  String address() {
    return channel == null ? "nowhere" : String.valueOf(channel.remoteAddress());
  }

  @Override
  public void channelActive(ChannelHandlerContext context) {
    channel = context.channel();
    home.connections().add(this);
    if (dialed) {
      Peer called = known();
      called.take(this);
      channel.write(Frames.preamble());
      channel.writeAndFlush(Frames.hello(home.self(), called.number, home.greeting()));
    }
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) {
    ByteBuf bytes = (ByteBuf) message;
    try {
      heard = true;
      if (phase != Phase.OVER) {
        reader.read(bytes);
      }
    } catch (RuntimeException wrong) {
      String problem = wrong instanceof MalformedData ? wrong.getMessage() : wrong.toString();
      complain(problem == null ? "malformed data" : problem);
    } finally {
      bytes.release();
      count();
    }
  }

  private void count() {
    if (messages > 0) {
      home.counters().batchesReceived.increment();
      home.counters().messagesReceived.add(messages);
      home.counters().bytesReceived.add(messageBytes);
      messages = 0;
      messageBytes = 0;
    }
  }

  @Override
  public void version(int spoken) {
    version = spoken;
    if (!dialed && spoken != Frames.VERSION) {
      refuse(Objections.toVersion(home.self(), version));
    }
  }

  @Override
  public void frame(byte kind, byte[] bytes, int offset, int length) {
    switch (phase) {
      case GREETING -> greeting(kind, bytes, offset, length);
      case JUDGING -> throw unexpected(kind, length);
      case ANSWERED -> answer(kind, bytes, offset, length);
      case OPEN -> inSession(kind, bytes, offset, length);
      case OVER -> {}
    }
  }

  private void greeting(byte kind, byte[] bytes, int offset, int length) {
    // A refusal is alike in every version.
    if (kind == Frames.REFUSED && dialed) {
      refused(bytes, offset, length);
    } else if (dialed && version != Frames.VERSION) {
      refuse(Objections.toVersion(home.self(), version));
    } else if (kind == Frames.HELLO && length >= Frames.NODES) {
      int from = Frames.intAt(bytes, offset);
      int to = Frames.intAt(bytes, offset + 4);
      hello(from, to, Arrays.copyOfRange(bytes, offset + Frames.NODES, offset + length));
    } else {
      throw unexpected(kind, length);
    }
  }

  private void hello(int from, int to, byte[] greeting) {
    String objection =
        dialed
            ? Objections.toAnswer(home.self(), known().number, from, to)
            : objectToCall(from, to);
    if (objection != null) {
      refuse(objection);
      return;
    }
    phase = Phase.JUDGING;
    judging = true;
    home.judge(known(), greeting, this::judged);
  }

  /** The peer is judged. Until then it has no other connection, also if this one is closed. */
  private void judged(@Nullable String objection) {
    judging = false;
    if (gone) {
      known().ended(this, null, why);
    } else if (phase != Phase.JUDGING) {
      // A fault meanwhile ends the connection.
      return;
    } else if (objection != null) {
      refuse(objection);
    } else if (dialed) {
      write(Frames.welcome());
      open();
    } else {
      phase = Phase.ANSWERED;
      channel().write(Frames.preamble());
      write(Frames.hello(home.self(), known().number, home.greeting()));
    }
  }

  private @Nullable String objectToCall(int from, int to) {
    String objection = Objections.toCall(home.self(), from, to);
    if (objection != null) {
      return objection;
    }
    Peer caller = home.peer(from);
    String taken = caller.take(this);
    if (taken == null) {
      peer = caller;
    }
    return taken;
  }

  private void answer(byte kind, byte[] bytes, int offset, int length) {
    switch (kind) {
      case Frames.WELCOME -> open();
      case Frames.REFUSED -> refused(bytes, offset, length);
      default -> throw unexpected(kind, length);
    }
  }

  private void open() {
    Outgoing begun = new Outgoing(channel(), home);
    phase = Phase.OPEN;
    session = begun;
    reader.longest(home.settings().maxMessageBytes());
    known().opened(begun);
    sendHeartbeat();
  }

  private void inSession(byte kind, byte[] bytes, int offset, int length) {
    switch (kind) {
      case Frames.MESSAGE -> {
        messages++;
        messageBytes += length;
        receive(bytes, offset, length);
      }
      case Frames.HEARTBEAT -> heartbeat(bytes, offset, length);
      case Frames.LONG -> longMessage(length == 4 ? Frames.intAt(bytes, offset) : -1);
      case Frames.PIECE -> {
        byte[] whole = incoming.piece(bytes, offset, length);
        if (whole != null) {
          messages++;
          messageBytes += whole.length;
          home.onBulk(() -> receiveLong(whole));
        }
        giveCredit();
      }
      case Frames.CREDIT -> credited(bytes, offset, length);
      default -> throw unexpected(kind, length);
    }
  }

  private void longMessage(int length) {
    if (length < 1 || length > home.settings().maxMessageBytes()) {
      throw new MalformedData("a long message of " + length + " bytes");
    }
    incoming.begin(length);
  }

  /** Gives a long message to the node. Called on the thread of long messages. */
  private void receiveLong(byte[] message) {
    try {
      if (!gone) {
        receive(message, 0, message.length);
      }
    } catch (MalformedData wrong) {
      home.onLoop(() -> complain(String.valueOf(wrong.getMessage())));
    }
    home.onLoop(
        () -> {
          incoming.delivered(message.length);
          giveCredit();
        });
  }

  private void credited(byte[] bytes, int offset, int length) {
    if (length != 4 || session == null) {
      throw unexpected(Frames.CREDIT, length);
    }
    session.credit(Frames.intAt(bytes, offset));
  }

  private void giveCredit() {
    int bytes = phase == Phase.OPEN ? incoming.credit() : 0;
    if (bytes > 0) {
      write(Frames.credit(bytes));
    }
  }

  /** Reads the peer's clock, and answers its first one: the time for which that was on its way. */
  private void heartbeat(byte[] bytes, int offset, int length) {
    if (length != Frames.HEARTBEAT_BYTES) {
      throw unexpected(Frames.HEARTBEAT, length);
    }
    boolean first = clockAt == NEVER;
    clockEcho = Frames.longAt(bytes, offset);
    clockAt = home.clocks().nanos();
    long held = Frames.longAt(bytes, offset + 24);
    if (held >= 0) {
      long roundTrip = clockAt - Frames.longAt(bytes, offset + 16) - held;
      long sent = Frames.longAt(bytes, offset + 8);
      home.clocks().heard(known().number, home.name(known().number), sent, roundTrip);
    }
    if (first) {
      sendHeartbeat();
    }
  }

  private void sendHeartbeat() {
    long nanos = home.clocks().nanos();
    long held = clockAt == NEVER ? -1 : nanos - clockAt;
    write(Frames.heartbeat(nanos, home.clocks().now(), clockEcho, held));
  }

  /**
   * Gives a message to the node. Only bytes that are none end the connection: whatever else leaves
   * the node is a failure of its own, and the message counts as lost. The peer has done nothing
   * wrong, and to end the session would lose what is under way for everything that the two share.
   */
  private void receive(byte[] bytes, int offset, int length) {
    try {
      home.receiver().received(known().number, bytes, offset, length);
    } catch (MalformedData wrong) {
      throw wrong;
    } catch (Throwable failure) {
      FatalErrors.report(failure);
      LOG.error(
          "a message of {} with {} bytes is lost, since this node failed at it; the connection stays",
          who(),
          length,
          failure);
    }
  }

  private static MalformedData unexpected(byte kind, int length) {
    return new MalformedData("an unexpected frame of kind " + kind + " with " + length + " bytes");
  }

  private void refused(byte[] bytes, int offset, int length) {
    known().refusedBy(new String(bytes, offset, length, StandardCharsets.UTF_8));
    end("refused");
  }

  /** Tells the peer why, and lets it hang up: an immediate close could destroy the refusal. */
  private void refuse(String objection) {
    phase = Phase.OVER;
    why = "refused";
    if (peer != null) {
      peer.refuses(objection);
    } else {
      home.counters().refusedHandshakes.increment();
      LOG.warn("a connection from {} is refused: {}", address(), objection);
    }
    if (!dialed) {
      channel().write(Frames.preamble());
    }
    channel()
        .writeAndFlush(Frames.refused(objection))
        .addListener(done -> ((SocketChannel) channel()).shutdownOutput());
  }

  /** Counts a heartbeat interval. */
  void tick(int mostSilent) {
    boolean silent = phase == Phase.OPEN ? !heard : true;
    heard = false;
    silentTicks = silent ? silentTicks + 1 : 0;
    if (silentTicks >= mostSilent) {
      end(phase == Phase.OPEN ? "nothing was heard for too long" : "the handshake took too long");
      return;
    }
    if (session != null && phase == Phase.OPEN) {
      known().lasting();
      sendHeartbeat();
    }
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
    FatalErrors.report(cause);
    if (cause instanceof IOException) {
      end(String.valueOf(cause.getMessage()));
    } else {
      complain(cause.toString());
    }
  }

  private void complain(String problem) {
    if (phase != Phase.OVER) {
      LOG.warn("the connection with {} is closed: {}", who(), problem);
      logged = true;
      end(problem);
    }
  }

  private String who() {
    return peer == null ? "an unknown peer at " + address() : "node " + home.name(peer.number);
  }

  private void end(String reason) {
    if (phase != Phase.OVER) {
      why = reason;
      phase = Phase.OVER;
    }
    channel().close();
  }

  @Override
  public void channelInactive(ChannelHandlerContext context) {
    phase = Phase.OVER;
    home.connections().remove(this);
    if (session != null && !logged) {
      LOG.debug("disconnected from {}: {}", who(), why);
    }
    gone = true;
    if (peer != null && session != null) {
      home.clocks().lost(peer.number);
    }
    if (peer != null && !judging) {
      peer.ended(this, session, why);
    }
  }

  private void write(ByteBuf frame) {
    channel().writeAndFlush(frame);
  }

  private Channel channel() {
    if (channel == null) {
      throw new IllegalStateException("not connected yet");
    }
    return channel;
  }

  private Peer known() {
    if (peer == null) {
      throw new IllegalStateException("the peer has not introduced itself");
    }
    return peer;
  }
}
