package tutti.engine.memory;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tutti.engine.memory.JvmHeap.Reach;
import tutti.model.testing.Await;

/** Bytes that are known to live, by what collections leave. */
class JvmHeapTest {
  @ParameterizedTest
  @CsvSource({
    "Copy, end of minor GC, YOUNG",
    "MarkSweepCompact, end of major GC, WHOLE",
    "PS Scavenge, end of minor GC, YOUNG",
    "PS MarkSweep, end of major GC, WHOLE",
    "G1 Young Generation, end of minor GC, YOUNG",
    "G1 Concurrent GC, end of concurrent GC pause, MARKED",
    "G1 Old Generation, end of major GC, WHOLE",
    "ZGC Minor Cycles, end of GC cycle, YOUNG",
    "ZGC Minor Pauses, end of GC pause, NONE",
    "ZGC Major Cycles, end of GC cycle, WHOLE",
    "ZGC Major Pauses, end of GC pause, NONE",
    "Shenandoah Pauses, end of GC pause, NONE",
    "Shenandoah Cycles, end of GC cycle, WHOLE"
  })
  void knowsTheCollectorsOfTheJdk(String collector, String action, Reach reach) {
    assertThat(JvmHeap.reach(collector, action)).isEqualTo(reach);
  }

  @Test
  void aWholeCollectionIsBelievedAndAYoungOneOnlyWhenItFindsLess() {
    try (JvmHeap heap = new JvmHeap()) {
      heap.collected(Reach.WHOLE, 1L << 50);
      heap.collected(Reach.YOUNG, 1L << 51);
      assertThat(heap.afterCollection()).isEqualTo(1L << 50);
      heap.collected(Reach.YOUNG, 1L << 49);
      assertThat(heap.afterCollection()).isEqualTo(1L << 49);
      heap.collected(Reach.WHOLE, 1L << 52);
      assertThat(heap.afterCollection()).isEqualTo(1L << 52);
    }
  }

  @Test
  void aPauseWithinACollectionTellsNothing() {
    try (JvmHeap heap = new JvmHeap()) {
      AtomicInteger looks = new AtomicInteger();
      heap.onCollection(looks::incrementAndGet);
      heap.collected(Reach.WHOLE, 1L << 50);
      int before = looks.get();
      heap.collected(Reach.NONE, 0);
      assertThat(heap.afterCollection()).isEqualTo(1L << 50);
      assertThat(looks.get()).isEqualTo(before);
    }
  }

  /** After its marking G1 has the garbage of the old generation still to collect. */
  @Test
  void aMarkingCountsOnceTwoCyclesHaveFoundNoLess() {
    try (JvmHeap heap = new JvmHeap()) {
      heap.collected(Reach.WHOLE, 100);
      for (int cycle = 0; cycle < 3; cycle++) {
        heap.collected(Reach.MARKED, 900);
        heap.collected(Reach.MARKED, 880);
        assertThat(heap.afterCollection()).isLessThanOrEqualTo(100);
        heap.collected(Reach.YOUNG, 500);
        heap.collected(Reach.YOUNG, 90);
      }
      for (int pause = 0; pause < 5; pause++) {
        heap.collected(Reach.MARKED, 900 + pause);
        heap.collected(Reach.YOUNG, 950);
      }
      assertThat(heap.afterCollection()).isEqualTo(900);
    }
  }

  @Test
  void hearsOfTheCollectionsOfThisProcess() throws Exception {
    try (JvmHeap heap = new JvmHeap()) {
      AtomicInteger looks = new AtomicInteger();
      heap.onCollection(looks::incrementAndGet);
      assertThat(heap.collect()).isBetween(1L, heap.most());
      Await.that("a collection is told", () -> looks.get() > 0);
      assertThat(heap.afterCollection()).isBetween(1L, heap.most());
    }
  }
}
