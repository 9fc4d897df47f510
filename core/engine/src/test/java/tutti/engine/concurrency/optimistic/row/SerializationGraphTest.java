package tutti.engine.concurrency.optimistic.row;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tutti.engine.concurrency.optimistic.row.SerializationGraph.Done;

/** The judge of the stress test finds what is wrong. */
class SerializationGraphTest {
  private static Done done(
      long id, int begun, int ended, Map<String, Long> reads, String... writes) {
    return new Done(id, begun, ended, reads, List.of(writes));
  }

  private static void assertWrong(Done... history) {
    assertThatThrownBy(() -> SerializationGraph.check(List.of(history)))
        .isInstanceOf(AssertionError.class);
  }

  @Test
  void aSerialHistoryIsRight() {
    SerializationGraph.check(
        List.of(
            done(1, 0, 1, Map.of("x", 0L), "x"),
            done(2, 2, 3, Map.of("x", 1L, "y", 0L), "y"),
            done(3, 4, 5, Map.of("x", 1L, "y", 2L))));
  }

  @Test
  void findsLostUpdatesWriteSkewDirtyAndStaleReads() {
    assertWrong(done(1, 0, 2, Map.of("x", 0L), "x"), done(2, 1, 3, Map.of("x", 0L), "x"));
    assertWrong(
        done(1, 0, 2, Map.of("x", 0L, "y", 0L), "x"), done(2, 1, 3, Map.of("x", 0L, "y", 0L), "y"));
    assertWrong(done(1, 0, 1, Map.of("x", 7L)));
    assertWrong(done(1, 0, 1, Map.of("x", 0L), "x"), done(2, 2, 3, Map.of("x", 0L)));
  }
}
