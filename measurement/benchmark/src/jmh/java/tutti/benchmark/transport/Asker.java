package tutti.benchmark.transport;

import java.nio.ByteBuffer;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;
import tutti.lab.load.LoadPlan;
import tutti.lab.load.ProcessorTime;
import tutti.lab.measure.Outcomes;
import tutti.lab.measure.RunResult;

/**
 * The end that sends first: it keeps a number of messages on their way, and checks that each comes
 * back whole and in order. Used by one thread; only {@link #result} by another, at the end.
 */
final class Asker {
  /** The least size of a message: it begins with its number. */
  static final int LEAST_PAYLOAD = 8;

  private static final long HIGHEST_NANOS = 60_000_000_000L;
  private static final long PATIENCE_SECONDS = 30;

  private final LoadPlan plan;
  private final Output output;
  private final ByteBuffer message;
  private final long[] sentAt;
  private final Histogram latency = new Histogram(HIGHEST_NANOS, 3);
  private final CountDownLatch done = new CountDownLatch(1);
  private long sent;
  private long back;
  private boolean intact = true;
  private long measureFrom;
  private long measureUntil;
  private long measuredFrom;
  private double cpu;
  private double seconds;

  /** The way in which a message is sent. */
  @FunctionalInterface
  interface Output {
    void send(byte[] bytes);
  }

  Asker(LoadPlan plan, int payload, Output output) {
    this.plan = plan;
    this.output = output;
    message = ByteBuffer.allocate(payload);
    sentAt = new long[plan.clients()];
  }

  /** Sends the first messages. */
  void begin() {
    long now = System.nanoTime();
    measureFrom = now + plan.warmup().toNanos();
    measureUntil = measureFrom + plan.measured().toNanos();
    for (int i = 0; i < plan.clients(); i++) {
      send(now);
    }
  }

  private void send(long now) {
    sentAt[(int) (sent % sentAt.length)] = now;
    message.putLong(0, sent++);
    output.send(message.array());
  }

  /** Takes a message that has come back. */
  void answered(byte[] bytes, int offset, int length) {
    long now = System.nanoTime();
    long number = ByteBuffer.wrap(bytes, offset, length).getLong();
    intact &= number == back && length == message.capacity();
    if (now - measureFrom >= 0 && now - measureUntil < 0) {
      if (latency.getTotalCount() == 0) {
        measuredFrom = now;
        cpu = ProcessorTime.seconds();
      }
      latency.recordValue(Math.min(now - sentAt[(int) (back % sentAt.length)], HIGHEST_NANOS));
    } else if (now - measureUntil >= 0 && seconds == 0) {
      seconds = (now - measuredFrom) / 1e9;
      cpu = ProcessorTime.seconds() - cpu;
    }
    back++;
    if (now - measureUntil < 0) {
      send(now);
    } else if (over()) {
      done.countDown();
    }
  }

  /** Returns whether all sent messages have come back, and no more will be sent. */
  boolean over() {
    return back == sent;
  }

  /** Waits for the end of the run. */
  RunResult result(String side) throws InterruptedException {
    long patience = plan.warmup().plus(plan.measured()).toSeconds() + PATIENCE_SECONDS;
    boolean answered = done.await(patience, TimeUnit.SECONDS);
    if (!answered) {
      return RunResult.of(side, 0, latency, Outcomes.NONE).check("all-came-back", false);
    }
    long count = latency.getTotalCount();
    return RunResult.of(side, count / seconds, latency, new Outcomes(count, 0, 0, 0, 0))
        .measure("cpu-us-per-request", cpu * 1e6 / Math.max(1, count))
        .check("all-came-back", true)
        .check("in-order", intact);
  }
}
