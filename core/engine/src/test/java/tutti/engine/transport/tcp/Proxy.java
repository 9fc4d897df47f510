package tutti.engine.transport.tcp;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Stands between two nodes: passes on what they say, until it is told to cut or to hold. */
final class Proxy implements AutoCloseable {
  private final ServerSocket server;
  private final Supplier<@Nullable InetSocketAddress> target;
  private final List<Socket> sockets = new ArrayList<>();
  private boolean cut;
  private boolean held;

  Proxy(Supplier<@Nullable InetSocketAddress> target) {
    this.target = target;
    try {
      server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    Thread.ofPlatform().daemon().start(this::accept);
  }

  InetSocketAddress address() {
    return (InetSocketAddress) server.getLocalSocketAddress();
  }

  private void accept() {
    while (!server.isClosed()) {
      try {
        Socket caller = server.accept();
        InetSocketAddress to = target.get();
        if (to == null || isCut()) {
          caller.close();
        } else {
          join(caller, to);
        }
      } catch (IOException e) {
        // Closed, or nobody there: the caller sees it.
      }
    }
  }

  private void join(Socket caller, InetSocketAddress to) throws IOException {
    Socket called = new Socket();
    try {
      called.connect(to);
    } catch (IOException nobody) {
      caller.close();
      return;
    }
    caller.setTcpNoDelay(true);
    called.setTcpNoDelay(true);
    synchronized (this) {
      sockets.add(caller);
      sockets.add(called);
    }
    Thread.ofPlatform().daemon().start(() -> pump(caller, called));
    Thread.ofPlatform().daemon().start(() -> pump(called, caller));
    if (isCut()) {
      closeAll();
    }
  }

  private void pump(Socket from, Socket to) {
    byte[] bytes = new byte[16 << 10];
    try (from;
        to) {
      int length;
      while ((length = from.getInputStream().read(bytes)) >= 0) {
        awaitRelease();
        to.getOutputStream().write(bytes, 0, length);
      }
    } catch (IOException | InterruptedException e) {
      // Ends both.
    }
  }

  private synchronized void awaitRelease() throws InterruptedException {
    while (held && !cut) {
      wait();
    }
  }

  private synchronized boolean isCut() {
    return cut;
  }

  private synchronized void closeAll() {
    for (Socket socket : sockets) {
      try {
        socket.close();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    sockets.clear();
    notifyAll();
  }

  synchronized void cut() {
    cut = true;
    closeAll();
  }

  synchronized void restore() {
    cut = false;
    held = false;
    notifyAll();
  }

  /** Passes nothing on, but keeps the connections. */
  synchronized void hold() {
    held = true;
  }

  @Override
  public void close() {
    cut();
    try {
      server.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
