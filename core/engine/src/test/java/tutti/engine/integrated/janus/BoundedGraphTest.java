package tutti.engine.integrated.janus;

import static org.assertj.core.api.Assertions.assertThat;
import static tutti.engine.integrated.VirtualHosts.SHARDS;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tutti.engine.integrated.janus.JanusHosts.Host;
import tutti.model.ActorId;

/** The transactions that replicas keep while one of three hosts stands still for long. */
@Tag("slow")
class BoundedGraphTest {
  private static final int MINUTE = 60_000;
  private static final int MINUTES = 10;

  /** The transfers that begin at once, every so many milliseconds. */
  private static final int BURST = 20;

  private static final int EVERY = 200;

  /** Account number <i>i</i> of a shard is drawn in proportion to 1/(<i>i</i>+1)^theta. */
  private static final double THETA = 0.99;

  private static final int ACCOUNTS = 1000;

  /**
   * The time in which a host is found to be away, which is three times the wait for a coordinator,
   * and a configuration without it is made, which takes round trips and flushes.
   */
  private static final int CHANGE = 3 * JanusHosts.RECOVER_AFTER + 100;

  private static final int SEGMENT_BYTES = 1 << 20;

  private final JanusHosts all = new JanusHosts(22, SEGMENT_BYTES);
  private final List<Host> others = all.hosts.subList(0, 2);
  private final double[] upTo = upTo();
  private int inFlight;
  private long kept;
  private long log;

  @Test
  void staysBoundedForTenMinutesWhileAReplicaIsPausedForOne() throws IOException {
    pass(2 * MINUTE);
    long usual = kept;
    all.hosts.get(2).pause();
    pass(MINUTE);
    all.hosts.get(2).goOn();
    pass((MINUTES - 3) * MINUTE);

    assertThat(inFlight).isGreaterThanOrEqualTo(BURST);
    assertThat(kept)
        .as("%s with all hosts, of %s in flight", usual, inFlight)
        .isLessThanOrEqualTo(4 * inFlight + (JanusHosts.RECOVER_AFTER + CHANGE) * BURST / EVERY)
        .isGreaterThan(usual);
    assertThat(log).isLessThanOrEqualTo(4 * SEGMENT_BYTES);
    all.settle();
    all.hosts.forEach(host -> assertThat(host.open()).isZero());
    Map<ActorId, Long> popular = all.balances();
    Map<ActorId, Long> expected = JanusHosts.expected(all.happened());
    expected.keySet().retainAll(popular.keySet());
    assertThat(popular).isEqualTo(expected);
  }

  private void pass(int millis) throws IOException {
    for (int milli = 0; milli < millis; milli++) {
      if (milli % EVERY == 0) {
        for (int i = 0; i < BURST; i++) {
          all.pay(
              others.get(i % 2),
              all.random.nextInt(2),
              account(),
              account(),
              1 + all.random.nextInt(60));
        }
      }
      all.pass(1);
      inFlight = Math.max(inFlight, others.stream().mapToInt(host -> host.janus.inFlight()).sum());
      for (Host host : all.hosts) {
        SHARDS.forEach(shard -> kept = Math.max(kept, host.janus.status(shard).open()));
      }
      if (milli % 10_000 == 0) {
        for (Host host : others) {
          log = Math.max(log, host.logBytes());
        }
      }
    }
  }

  private int account() {
    int found = Arrays.binarySearch(upTo, all.random.nextDouble() * upTo[ACCOUNTS - 1]);
    return found < 0 ? -found - 1 : found;
  }

  /** Returns the weight of all accounts up to each. */
  private static double[] upTo() {
    double[] upTo = new double[ACCOUNTS];
    double sum = 0;
    for (int i = 0; i < ACCOUNTS; i++) {
      sum += Math.pow(i + 1, -THETA);
      upTo[i] = sum;
    }
    return upTo;
  }
}
