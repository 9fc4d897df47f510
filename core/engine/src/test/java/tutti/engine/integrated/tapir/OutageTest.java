package tutti.engine.integrated.tapir;

import static org.assertj.core.api.Assertions.assertThat;
import static tutti.engine.integrated.VirtualHosts.MILLI;
import static tutti.engine.integrated.VirtualHosts.SHARDS;

import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import tutti.engine.integrated.ClientDeadline;
import tutti.engine.integrated.tapir.TapirHosts.Host;
import tutti.engine.integrated.tapir.TapirHosts.Increment;
import tutti.model.ActorId;
import tutti.protocol.integrated.tapir.Part;
import tutti.protocol.integrated.tapir.Settings;

/** A host that goes on to take transactions while no majority of any shard is up. */
class OutageTest {
  private static final int SEGMENT_BYTES = 1 << 17;
  private static final int MOST_BYTES = SEGMENT_BYTES / 16;
  private static final int VALUE_BYTES = SEGMENT_BYTES / 32;

  private final TapirHosts all =
      new TapirHosts(
          31,
          new Settings(true, 5 * MILLI, 20 * MILLI, 100 * MILLI, 1_000, MOST_BYTES, 100),
          SEGMENT_BYTES);
  private final Host host = all.hosts.getFirst();
  private int begun;

  private void begin() {
    ActorId item = new ActorId("Note", "number " + begun++);
    Map<Integer, Part> accesses = new TreeMap<>();
    for (int shard : SHARDS) {
      accesses.put(
          shard,
          new Part(
              new TreeMap<>(), new TreeMap<>(Map.of(item, new Part.Value(new byte[VALUE_BYTES])))));
    }
    host.tapir.begin(SHARDS, accesses, null, ClientDeadline.NEVER, end -> {}, () -> {});
  }

  @Test
  void remembersNoMoreThanFitsIntoARecordAndGoesOnAfterwards() {
    all.hosts.get(1).crash();
    all.hosts.get(2).crash();
    for (int times = 0; times < 4 * TapirHosts.MOST_IN_FLIGHT; times++) {
      begin();
      all.pass(2);
    }
    assertThat(host.coordinators()).isEqualTo(TapirHosts.MOST_IN_FLIGHT);
    all.settle();
    Increment one = all.new Increment(host);
    all.pass(100);
    assertThat(one.committed()).isTrue();
  }
}
