package tutti.lab.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(300)
class TcpProxyTest {
  private ServerSocket echo;
  private TcpProxy proxy;

  @BeforeEach
  void start() throws IOException {
    echo = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
    Thread.ofVirtual().start(this::accept);
    proxy = TcpProxy.to(echo.getLocalPort());
  }

  private void accept() {
    while (!echo.isClosed()) {
      try {
        Socket caller = echo.accept();
        Thread.ofVirtual().start(() -> answer(caller));
      } catch (IOException closed) {
        return;
      }
    }
  }

  private static void answer(Socket caller) {
    try (caller) {
      caller.getInputStream().transferTo(caller.getOutputStream());
    } catch (IOException broken) {
      // The test ends connections.
    }
  }

  @AfterEach
  void stop() throws IOException {
    proxy.close();
    echo.close();
  }

  private Socket call() throws IOException {
    Socket socket = new Socket(InetAddress.getLoopbackAddress(), proxy.port());
    socket.setSoTimeout(20_000);
    return socket;
  }

  private static int ask(Socket socket, int what) throws IOException {
    socket.getOutputStream().write(what);
    return socket.getInputStream().read();
  }

  @Test
  void passesOnWhatIsSaid() throws IOException {
    try (Socket socket = call()) {
      assertThat(ask(socket, 7)).isEqualTo(7);
    }
  }

  @Test
  void aCutEndsConnectionsAndLetsNoneBeginUntilItIsOver() throws IOException {
    try (Socket socket = call()) {
      assertThat(ask(socket, 7)).isEqualTo(7);
      proxy.cut();
      assertThat(ends(socket)).isTrue();
    }
    try (Socket another = call()) {
      assertThat(ends(another)).isTrue();
    }
    proxy.restore();
    try (Socket later = call()) {
      assertThat(ask(later, 8)).isEqualTo(8);
    }
  }

  private static boolean ends(Socket socket) {
    try {
      return ask(socket, 1) < 0;
    } catch (IOException reset) {
      return true;
    }
  }

  @Test
  void whatIsHeldArrivesLater() throws IOException {
    try (Socket socket = call()) {
      assertThat(ask(socket, 7)).isEqualTo(7);
      proxy.holdOneWay(true);
      socket.setSoTimeout(100);
      assertThatThrownBy(() -> ask(socket, 8)).isInstanceOf(SocketTimeoutException.class);
      proxy.restore();
      socket.setSoTimeout(20_000);
      assertThat(socket.getInputStream().read()).isEqualTo(8);
    }
  }

  @Test
  void aCallerOfAHalfOpenConnectionHearsNothingUntilItIsOver() throws IOException {
    try (Socket socket = call()) {
      assertThat(ask(socket, 7)).isEqualTo(7);
      proxy.deafen();
      socket.setSoTimeout(100);
      assertThatThrownBy(() -> ask(socket, 8)).isInstanceOf(SocketTimeoutException.class);
      proxy.restore();
      socket.setSoTimeout(20_000);
      assertThat(ends(socket)).isTrue();
    }
  }

  @Test
  void whatIsDelayedArrives() throws IOException {
    try (Socket socket = call()) {
      proxy.delay(20);
      long begin = System.nanoTime();
      assertThat(ask(socket, 7)).isEqualTo(7);
      assertThat(System.nanoTime() - begin).isGreaterThan(30_000_000);
    }
  }
}
