package tutti.engine.integrated.tapir;

import static org.assertj.core.api.Assertions.assertThat;
import static tutti.engine.integrated.VirtualHosts.SHARDS;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tutti.engine.integrated.tapir.TapirHosts.Host;
import tutti.engine.integrated.tapir.TapirHosts.Increment;

/** The record of replicas, and the log of their hosts, while one of three is away for long. */
@Tag("slow")
class BoundedRecordTest {
  private static final int MINUTE = 60_000;
  private static final int MINUTES = 10;

  /** A transaction begins every so many milliseconds, at one of the hosts that are not away. */
  private static final int EVERY = 100;

  /** A view ends once a record has grown by so much: as TapirHosts has it. */
  private static final long MOST_ENTRIES = 40;

  /** Outcomes that the next view begins with, and those that come while it begins. */
  private static final int IN_PROGRESS = 20;

  private static final int MOST_LOG_BYTES = 1 << 19;

  private final TapirHosts all = new TapirHosts(24);
  private final List<Host> others = all.hosts.subList(0, 2);
  private long record;
  private long log;

  @Test
  void staysBoundedForTenMinutesWhileAHostIsAwayForThree() throws IOException {
    pass(2 * MINUTE);
    all.cutOff.add(2);
    pass(3 * MINUTE);
    all.cutOff.clear();
    pass((MINUTES - 5) * MINUTE);

    assertThat(all.committed()).isGreaterThan(10 * MOST_ENTRIES);
    assertThat(record).isBetween(MOST_ENTRIES, MOST_ENTRIES + IN_PROGRESS);
    assertThat(log).isLessThan(MOST_LOG_BYTES);
    all.settle();
    assertThat(all.numbers()).containsExactly(all.committed());
  }

  private void pass(int millis) throws IOException {
    for (int milli = 0; milli < millis; milli++) {
      if (milli % EVERY == 0) {
        Increment _ = all.new Increment(others.get(milli / EVERY % 2));
      }
      all.pass(1);
      for (Host host : others) {
        SHARDS.forEach(shard -> record = Math.max(record, host.tapir.status(shard).open()));
      }
      if (milli % 10_000 == 0) {
        for (Host host : others) {
          log = Math.max(log, host.logBytes());
        }
      }
    }
  }
}
