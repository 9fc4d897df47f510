package tutti.benchmark.transport;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import tutti.engine.transport.Receiver;
import tutti.engine.transport.TransportStatistics;
import tutti.engine.transport.tcp.Settings;
import tutti.engine.transport.tcp.TcpTransport;
import tutti.lab.load.LoadPlan;
import tutti.lab.measure.RunResult;

/** Two nodes' transports, as a node uses them. */
final class TuttiSockets {
  private static final byte[] GREETING = {};

  private TuttiSockets() {}

  static RunResult run(String side, LoadPlan plan, int payload) throws InterruptedException {
    InetSocketAddress any = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    SplittableRandom random = new SplittableRandom(plan.seed());
    try (TcpTransport echo =
        new TcpTransport(1, List.of(any, any), Settings.usual(), random.split())) {
      echo.start(() -> GREETING, new Echo(echo));
      try (TcpTransport asking =
          new TcpTransport(0, List.of(any, echo.address()), Settings.usual(), random.split())) {
        Asker asker = new Asker(plan, payload, bytes -> asking.send(1, bytes, 0, bytes.length));
        asking.start(() -> GREETING, new Answers(asker));
        RunResult run = asker.result(side);
        TransportStatistics statistics = asking.statistics();
        return run.measure(
            "messages-per-write",
            statistics.messagesSent() / (double) Math.max(1, statistics.batchesSent()));
      }
    }
  }

  /** A receiver that does nothing with news of the session, as both ends do. */
  private abstract static class Quiet implements Receiver {
    @Override
    public @Nullable String greeted(int node, byte[] greeting) {
      return null;
    }

    @Override
    public void refused(int node, String why) {}

    @Override
    public void connected(int node) {}

    @Override
    public void disconnected(int node, String why) {}
  }

  private static final class Echo extends Quiet {
    private final TcpTransport transport;

    Echo(TcpTransport transport) {
      this.transport = transport;
    }

    @Override
    public void received(int node, byte[] bytes, int offset, int length) {
      transport.send(node, bytes, offset, length);
    }
  }

  private static final class Answers extends Quiet {
    private final Asker asker;

    Answers(Asker asker) {
      this.asker = asker;
    }

    @Override
    public void connected(int node) {
      asker.begin();
    }

    @Override
    public void received(int node, byte[] bytes, int offset, int length) {
      asker.answered(bytes, offset, length);
    }
  }
}
