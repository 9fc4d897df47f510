package tutti.cli.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;

/** Stands between two nodes and passes on what they say, until it is told to cut or to hold. */
final class Link implements AutoCloseable {
  private final ServerSocket server;
  private final InetSocketAddress target;
  private final List<Socket> sockets = new ArrayList<>();
  private boolean cut;
  private boolean held;

  /**
   * @param port on this machine, of the node that is called
   */
  Link(int port) throws IOException {
    target = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
    server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    Thread.ofVirtual().start(this::accept);
  }

  /** Where the node that calls finds the other one. */
  int port() {
    return server.getLocalPort();
  }

  private void accept() {
    while (!server.isClosed()) {
      try {
        join(server.accept());
      } catch (IOException closed) {
        // The caller sees it, and tries again.
      }
    }
  }

  private void join(Socket caller) throws IOException {
    Socket called = new Socket();
    try {
      called.connect(target);
      caller.setTcpNoDelay(true);
      called.setTcpNoDelay(true);
    } catch (IOException nobody) {
      caller.close();
      return;
    }
    synchronized (this) {
      sockets.add(caller);
      sockets.add(called);
      if (cut) {
        closeAll();
      }
    }
    Thread.ofVirtual().start(() -> pass(caller, called));
    Thread.ofVirtual().start(() -> pass(called, caller));
  }

  private void pass(Socket from, Socket to) {
    byte[] bytes = new byte[16 << 10];
    try (from;
        to) {
      int length = from.getInputStream().read(bytes);
      while (length >= 0) {
        awaitRelease();
        to.getOutputStream().write(bytes, 0, length);
        length = from.getInputStream().read(bytes);
      }
    } catch (IOException | InterruptedException ended) {
      // Both are closed.
    }
  }

  private synchronized void awaitRelease() throws InterruptedException {
    while (held && !cut) {
      wait();
    }
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

  /** Ends all connections, and lets none begin. */
  synchronized void cut() {
    cut = true;
    closeAll();
  }

  /** Passes nothing on, but keeps the connections: neither side is told. */
  synchronized void hold() {
    held = true;
  }

  synchronized void restore() {
    cut = false;
    held = false;
    notifyAll();
  }

  @Override
  public void close() throws IOException {
    cut();
    server.close();
  }
}
