package tutti.engine.integrated.janus;

import static org.assertj.core.api.Assertions.assertThat;
import static tutti.engine.integrated.VirtualHosts.SHARDS;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tutti.engine.integrated.janus.JanusHosts.Host;

/** The transactions that replicas keep while one of three hosts is away for long. */
@Tag("slow")
class BoundedGraphTest {
  private static final int MINUTE = 60_000;
  private static final int MINUTES = 10;

  /** The transfers among six accounts that begin at once, every so many milliseconds. */
  private static final int BURST = 5;

  private static final int EVERY = 200;

  /** A host that is silent for so long is left out: three times the wait for a coordinator. */
  private static final int AWAY = 300;

  /** The round trips and flushes by which a configuration changes, with the looks between them. */
  private static final int CHANGE = 300;

  private static final int SEGMENT_BYTES = 1 << 20;

  private final JanusHosts all = new JanusHosts(22, SEGMENT_BYTES);
  private final List<Host> others = all.hosts.subList(0, 2);
  private int inFlight;
  private int kept;
  private long log;

  @Test
  void staysBoundedForTenMinutesWhileAHostIsAwayForThree() throws IOException {
    pass(2 * MINUTE);
    all.cutOff.add(2);
    pass(3 * MINUTE);
    all.cutOff.clear();
    pass((MINUTES - 5) * MINUTE);

    assertThat(inFlight).isGreaterThanOrEqualTo(BURST);
    assertThat(kept).isLessThan(4 * inFlight + (AWAY + CHANGE) * BURST / EVERY);
    assertThat(log).isLessThan(4 * SEGMENT_BYTES);
    all.settle();
    all.hosts.forEach(host -> assertThat(host.open()).isZero());
    assertThat(all.balances()).isEqualTo(JanusHosts.expected(all.happened()));
  }

  private void pass(int millis) throws IOException {
    for (int milli = 0; milli < millis; milli++) {
      if (milli % EVERY == 0) {
        for (int i = 0; i < BURST; i++) {
          all.payAnything(others.get(i % 2));
        }
      }
      all.pass(1);
      inFlight = Math.max(inFlight, others.stream().mapToInt(host -> host.janus.inFlight()).sum());
      for (Host host : others) {
        SHARDS.forEach(shard -> kept = Math.max(kept, host.janus.glance(shard).open()));
      }
      if (milli % 10_000 == 0) {
        for (Host host : others) {
          log = Math.max(log, host.logBytes());
        }
      }
    }
  }
}
