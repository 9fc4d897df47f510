package tutti.lab.process;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A proxy between callers and a server on this machine. It passes on their bytes, and can be told
 * to cut, to hold, to delay, or to abandon one side. Thread-safe.
 */
public final class TcpProxy implements AutoCloseable {
  private static final int CHUNK = 16 << 10;

  private final ServerSocket server;
  private final Supplier<@Nullable InetSocketAddress> target;
  private final List<Pair> pairs = new ArrayList<>();
  private boolean cut;
  private boolean deaf;
  private boolean heldThere;
  private boolean heldBack;
  private long delayMillis;

  /** A connection from a caller, and the one to the server behind it. */
  private record Pair(Socket caller, Socket called) {}

  /**
   * @param target gives the address of the server now, or null if it has none: then callers are
   *     turned away
   * @throws IOException if no port is free
   */
  public TcpProxy(Supplier<@Nullable InetSocketAddress> target) throws IOException {
    this.target = target;
    server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    Thread.ofVirtual().start(this::accept);
  }

  /**
   * @param port of a server on this machine
   * @throws IOException if no port is free
   */
  public static TcpProxy to(int port) throws IOException {
    InetSocketAddress there = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
    return new TcpProxy(() -> there);
  }

  /** Returns the port where callers find the server, on this machine. */
  public int port() {
    return server.getLocalPort();
  }

  private void accept() {
    while (!server.isClosed()) {
      try {
        join(server.accept());
      } catch (IOException closed) {
        // The caller sees the failure, and tries again.
      }
    }
  }

  private void join(Socket caller) throws IOException {
    InetSocketAddress to = target.get();
    Socket called = new Socket();
    try {
      caller.setTcpNoDelay(true);
      if (to == null) {
        throw new IOException("there is no server");
      }
      called.connect(to);
      called.setTcpNoDelay(true);
    } catch (IOException nobody) {
      caller.close();
      return;
    }
    synchronized (this) {
      Pair pair = new Pair(caller, called);
      pairs.add(pair);
      if (cut) {
        closeAll();
        return;
      }
      if (deaf) {
        close(called);
      }
    }
    Thread.ofVirtual().start(() -> pass(caller, called, true));
    Thread.ofVirtual().start(() -> pass(called, caller, false));
  }

  private void pass(Socket from, Socket to, boolean there) {
    byte[] bytes = new byte[CHUNK];
    try {
      InputStream in = from.getInputStream();
      OutputStream out = to.getOutputStream();
      int length = in.read(bytes);
      while (length >= 0) {
        awaitRelease(there);
        out.write(bytes, 0, length);
        length = in.read(bytes);
      }
    } catch (IOException | InterruptedException ended) {
      // The side that is still there is told below.
    }
    end(from, to);
  }

  private synchronized void awaitRelease(boolean there) throws InterruptedException {
    long delayed = delayMillis;
    if (delayed > 0) {
      long until = System.nanoTime() + delayed * 1_000_000;
      for (long left = delayed; left > 0 && delayMillis > 0 && !cut; ) {
        wait(left);
        left = (until - System.nanoTime()) / 1_000_000;
      }
    }
    while ((there ? heldThere : heldBack) && !cut) {
      wait();
    }
  }

  /**
   * Ends the other side of a connection of which one side has ended, unless the other is to notice
   * nothing.
   */
  private synchronized void end(Socket one, Socket other) {
    if (!deaf) {
      close(one);
      close(other);
      pairs.removeIf(pair -> pair.caller().isClosed() && pair.called().isClosed());
    }
  }

  private synchronized void closeAll() {
    for (Pair pair : pairs) {
      close(pair.caller());
      close(pair.called());
    }
    pairs.clear();
    notifyAll();
  }

  private static void close(Socket socket) {
    try {
      socket.close();
    } catch (IOException alreadyGone) {
      // The socket was to be closed anyway.
    }
  }

  /** Ends all connections, and refuses new ones. */
  public synchronized void cut() {
    cut = true;
    closeAll();
  }

  /** Passes nothing on, but keeps the connections: neither side is told. */
  public synchronized void hold() {
    heldThere = true;
    heldBack = true;
  }

  /** Holds only the bytes of callers, or only those of the server. */
  public synchronized void holdOneWay(boolean callers) {
    heldThere = callers;
    heldBack = !callers;
  }

  /** Passes everything on later, and slowly: each piece takes this long. */
  public synchronized void delay(long millis) {
    delayMillis = millis;
  }

  /**
   * Leaves connections half-open: the server loses its connections, and callers, also new ones,
   * keep theirs and get nothing more.
   */
  public synchronized void deafen() {
    deaf = true;
    pairs.forEach(pair -> close(pair.called()));
  }

  /** Ends every cut, hold and delay. Connections that have lost a side end. */
  public synchronized void restore() {
    cut = false;
    heldThere = false;
    heldBack = false;
    delayMillis = 0;
    if (deaf) {
      deaf = false;
      closeAll();
    }
    notifyAll();
  }

  @Override
  public void close() throws IOException {
    cut();
    server.close();
  }
}
