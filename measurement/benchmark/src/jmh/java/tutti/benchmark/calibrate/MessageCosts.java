package tutti.benchmark.calibrate;

import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import tutti.engine.transport.Receiver;
import tutti.engine.transport.Transport;
import tutti.engine.transport.loopback.LoopbackNetwork;

/** The costs of the bytes of a message, measured by sending large and small ones. */
final class MessageCosts {
  private static final int ROUNDS = 9;
  private static final int MANY = 2_000;
  private static final int SMALL = 128;
  private static final int LARGE = 64 << 10;

  private MessageCosts() {}

  /** Measures the processor time of each KiB at one end, in nanoseconds. */
  static Samples perKib() throws Exception {
    try (CountedScheduler one = new CountedScheduler();
        CountedScheduler other = new CountedScheduler()) {
      LoopbackNetwork network = new LoopbackNetwork(2);
      CountDownLatch met = new CountDownLatch(2);
      try (Transport sender = network.transport(0, one);
          Transport receiver = network.transport(1, other)) {
        Heard heard = new Heard(met);
        sender.start(() -> new byte[0], new Heard(met));
        receiver.start(() -> new byte[0], heard);
        met.await();
        return Samples.measure(
            ROUNDS,
            () -> {
              double more = send(sender, heard, other, LARGE) - send(sender, heard, other, SMALL);
              return Math.max(0, more / 2 / ((LARGE - SMALL) / 1024.0));
            });
      }
    }
  }

  /** Returns the processor time of one message at both ends. */
  private static double send(Transport sender, Heard heard, CountedScheduler other, int length)
      throws Exception {
    byte[] bytes = new byte[length];
    CountDownLatch all = new CountDownLatch(MANY);
    heard.all = all;
    long there = other.processorNanos();
    long here = CountedScheduler.ownProcessorNanos();
    for (int i = 0; i < MANY; i++) {
      sender.send(1, bytes, 0, length);
    }
    here = CountedScheduler.ownProcessorNanos() - here;
    all.await();
    return (here + other.processorNanos() - there) / (double) MANY;
  }

  private static final class Heard implements Receiver {
    private final CountDownLatch met;
    private volatile CountDownLatch all = new CountDownLatch(0);

    Heard(CountDownLatch met) {
      this.met = met;
    }

    @Override
    public @Nullable String greeted(int node, byte[] greeting) {
      return null;
    }

    @Override
    public void refused(int node, String why) {}

    @Override
    public void connected(int node) {
      met.countDown();
    }

    @Override
    public void disconnected(int node, String why) {}

    @Override
    public void received(int node, byte[] bytes, int offset, int length) {
      all.countDown();
    }
  }
}
