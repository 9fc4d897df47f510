package tutti.engine.integrated.tapir;

import static org.assertj.core.api.Assertions.assertThat;
import static tutti.engine.integrated.VirtualHosts.SHARDS;

import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import tutti.engine.integrated.ClientDeadline;
import tutti.engine.integrated.tapir.TapirHosts.Host;
import tutti.model.ActorId;
import tutti.protocol.integrated.tapir.Part;

/** A host that was cut off while others wrote, and then nothing is written any more (T3). */
class LeftOutTest {
  private static final int ITEMS = 12;

  private final TapirHosts all = new TapirHosts(7);
  private final Host writer = all.hosts.get(0);
  private final Host away = all.hosts.get(2);

  private void write(int number) {
    ActorId item = new ActorId("Note", "number " + number);
    Map<Integer, Part> accesses = new TreeMap<>();
    for (int shard : SHARDS) {
      accesses.put(
          shard,
          new Part(new TreeMap<>(), new TreeMap<>(Map.of(item, new Part.Value(new byte[10])))));
    }
    writer.tapir.begin(SHARDS, accesses, null, ClientDeadline.NEVER, end -> {}, () -> {});
    all.pass(500);
  }

  private int items(Host host) {
    return SHARDS.stream().mapToInt(shard -> host.memory(shard).items(null, 1 << 20).size()).sum();
  }

  @Test
  void catchesUpByItselfAndIsCountedUntilThen() {
    all.tellOfCuts();
    all.cutOff.add(away.number);
    for (int i = 0; i < ITEMS; i++) {
      write(i);
    }
    all.pass(5_000);
    assertThat(writer.coordinators()).isZero();
    assertThat(writer.tapir.leftOut()).isEqualTo(SHARDS.size());
    assertThat(items(writer)).isEqualTo(ITEMS * SHARDS.size());
    assertThat(items(away)).isZero();

    all.cutOff.clear();
    all.pass(20_000);
    assertThat(items(away)).isEqualTo(ITEMS * SHARDS.size());
    assertThat(writer.tapir.leftOut()).isZero();
  }
}
