package tutti.engine.transport.tcp;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import tutti.engine.transport.RecordingReceiver;

/** Node 0 in a process of its own: says again and again that it is alive. */
public final class PeerProcess {
  private static final long AGAIN_MILLIS = 100;

  private PeerProcess() {}

  /** Called with the port of node 1. */
  public static void main(String[] arguments) throws InterruptedException {
    InetAddress here = InetAddress.getLoopbackAddress();
    TcpTransport transport =
        new TcpTransport(
            0,
            List.of(
                new InetSocketAddress(here, 0),
                new InetSocketAddress(here, Integer.parseInt(arguments[0]))),
            Settings.usual(),
            new Random());
    RecordingReceiver receiver = new RecordingReceiver();
    transport.start(() -> new byte[0], receiver);
    receiver.awaitEvent("connected 1");
    byte[] alive = "alive".getBytes(StandardCharsets.US_ASCII);
    while (true) {
      // A session may end beside much else, and what was said in it be lost.
      transport.send(1, alive, 0, alive.length);
      Thread.sleep(AGAIN_MILLIS);
    }
  }
}
