package tutti.engine.span;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import tutti.engine.concurrency.TransactionId;
import tutti.engine.journal.ManualScheduler;

/** How long a transaction was in each phase. */
class SpansTest {
  private final ManualScheduler time = new ManualScheduler();
  private final List<String> log = new ArrayList<>();

  private SpanRecorder recorder(double sample, Duration slow) {
    return new SpanRecorder(sample, slow, time, log::add);
  }

  private static TransactionId id(long number) {
    return new TransactionId(0, 1, number);
  }

  /** Begun now; queued for a microsecond. */
  private Spans begun(SpanRecorder recorder, long number) {
    Spans spans = Objects.requireNonNull(recorder.begin(id(number), time.nanos()));
    time.advance(1_000);
    spans.begun();
    return spans;
  }

  @Test
  void addUpToTheWhole() {
    Spans spans = begun(recorder(1, Duration.ZERO), 1);
    time.advance(20_000);
    spans.waits();
    time.advance(300_000);
    spans.goesOn();
    time.advance(4_000);
    spans.enter(Phase.VALIDATE);
    spans.waits();
    time.advance(6_000);
    spans.goesOn();
    time.advance(50_000);
    spans.enter(Phase.COMMIT);
    time.advance(700_000);
    spans.enter(Phase.JOURNAL);
    time.advance(8_000_000);
    spans.end("committed");
    assertThat(LongStream.of(1_000, 24_000, 306_000, 50_000, 700_000, 8_000_000).boxed())
        .containsExactlyElementsOf(List.of(Phase.values()).stream().map(spans::nanos).toList());
    assertThat(spans.totalNanos()).isEqualTo(9_081_000);
    assertThat(spans.serverTiming())
        .isEqualTo(
            "queue;dur=0.001, execute;dur=0.024, wait;dur=0.306, validate;dur=0.050,"
                + " commit;dur=0.700, journal;dur=8.000, total;dur=9.081");
  }

  @Test
  void onlyItsOwnTaskMovesItOn() throws Exception {
    Spans spans = begun(recorder(1, Duration.ZERO), 1);
    time.advance(5_000);
    Thread beside = new Thread(spans::waits);
    beside.start();
    beside.join();
    time.advance(5_000);
    spans.end("committed");
    assertThat(spans.nanos(Phase.EXECUTE)).isEqualTo(10_000);
    assertThat(spans.nanos(Phase.WAIT)).isZero();
  }

  @Test
  void timesNothingUnlessAsked() {
    SpanRecorder off = recorder(0, Duration.ZERO);
    for (long i = 0; i < 10_000; i++) {
      assertThat(off.begin(id(i), 0)).isNull();
    }
    assertThat(off.find(id(1))).isNull();
  }

  @Test
  void timesTheShareThatIsAskedFor() {
    SpanRecorder tenth = recorder(0.1, Duration.ZERO);
    long timed = LongStream.range(0, 100_000).filter(i -> tenth.begin(id(i), 0) != null).count();
    assertThat(timed).isBetween(9_500L, 10_500L);
  }

  @Test
  void keepsTheNewestForWhoeverAsks() {
    SpanRecorder recorder = recorder(1, Duration.ZERO);
    List<Spans> heard = new ArrayList<>();
    recorder.onEnd(heard::add);
    Spans first = begun(recorder, 1);
    assertThat(recorder.find(id(1))).as("not ended yet").isNull();
    first.end("committed");
    assertThat(recorder.find(id(1))).isSameAs(first);
    Spans later = begun(recorder, 1 + SpanRecorder.KEPT);
    later.end("committed");
    assertThat(recorder.find(id(1))).isNull();
    assertThat(recorder.find(id(1 + SpanRecorder.KEPT))).isSameAs(later);
    assertThat(heard).containsExactly(first, later);
  }

  @Test
  void tellsOfSlowOnesAndCountsTheRestOfASecond() {
    SpanRecorder recorder = recorder(0, Duration.ofMillis(10));
    Spans fast = begun(recorder, 1);
    time.advance(9_000_000);
    fast.end("committed");
    assertThat(log).isEmpty();
    for (int i = 0; i < 4; i++) {
      Spans slow = begun(recorder, 2 + i);
      time.advance(10_000_000);
      slow.enter(Phase.WAIT);
      time.advance(2_500_000);
      slow.end("aborted/deadline");
    }
    assertThat(log)
        .containsExactly(
            "slow transaction 0-1-2, aborted/deadline, took 12.501 ms:"
                + " queue 0.001 ms, execute 10.000 ms, wait 2.500 ms");
    time.advance(1_000_000_000);
    Spans last = begun(recorder, 9);
    time.advance(20_000_000);
    last.end("committed");
    assertThat(log).hasSize(2);
    assertThat(log.getLast()).endsWith("; and 3 more since the last line like this");
  }
}
