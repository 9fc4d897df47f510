package tutti.engine.node.integrated;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import tutti.engine.deployment.Deployment;
import tutti.engine.memory.Heap;
import tutti.engine.memory.TestHeap;
import tutti.protocol.integrated.tapir.Settings;

/** A view's record and the outcomes are in memory, so a small heap has less of them. */
class TapirSettingsTest {
  private static final int SHARDS = 3;

  private static Settings of(long heapBytes) {
    return TapirSettings.machines(Deployment.DEFAULT, heapBytes, SHARDS);
  }

  @Test
  void aSmallHeapHasShorterRecordsAndFewerOutcomes() {
    Settings small = of(96 * TestHeap.MB);
    long share = 96 * TestHeap.MB / 16;
    assertThat(small.mostEntries()).isPositive();
    assertThat(SHARDS * small.mostEntries() * 1024L).isLessThanOrEqualTo(share);
    assertThat(SHARDS * small.mostBytes() * 8).isLessThanOrEqualTo(share);
    assertThat(SHARDS * small.mostEnded() * 128L).isLessThanOrEqualTo(share);
  }

  @Test
  void aLargeHeapChangesNothing() {
    assertThat(of(1000 * TestHeap.MB)).isEqualTo(of(Heap.AMPLE.most()));
    assertThat(of(1000 * TestHeap.MB).mostEntries()).isEqualTo(10_000);
  }

  @Test
  void theSmallestHeapHasRecordsAllTheSame() {
    assertThat(of(8 * TestHeap.MB).mostEntries()).isGreaterThan(100);
    assertThat(of(8 * TestHeap.MB).mostBytes()).isGreaterThan(10_000);
    assertThat(of(8 * TestHeap.MB).mostEnded()).isGreaterThan(1000);
  }
}
