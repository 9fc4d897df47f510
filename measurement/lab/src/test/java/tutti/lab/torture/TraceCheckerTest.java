package tutti.lab.torture;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import tutti.lab.served.ServedBenchmark.Trace;
import tutti.lab.smallbank.ServedSmallbank;
import tutti.lab.torture.RequestRecord.End;
import tutti.simulator.history.Anomaly;
import tutti.simulator.history.HistoryChecker;
import tutti.simulator.history.HistoryClaim;
import tutti.simulator.history.RecordedHistory;

/** Rounds of a benchmark as they should end, and as they should not. */
class TraceCheckerTest {
  private final BenchmarkTraffic traffic = new BenchmarkTraffic(new ServedSmallbank());
  private final SplittableRandom random = new SplittableRandom(3);

  /** A payment of one customer to another. */
  private final Ask payment = payment();

  private Ask payment() {
    Ask ask = traffic.next(random);
    while (traces(ask).size() != 4) {
      ask = traffic.next(random);
    }
    return ask;
  }

  private List<Trace> traces(Ask ask) {
    return Objects.requireNonNull(traffic.asked(ask.signature())).traces(null);
  }

  /** Returns the amounts after the payment has happened so many times. */
  private Map<String, Long> happened(int times) {
    Map<String, Long> stored = new HashMap<>();
    for (int i = 0; i < times; i++) {
      traces(payment).forEach(trace -> stored.merge(trace.of(), trace.least(), Long::sum));
    }
    return stored;
  }

  private List<String> wrong(Map<String, Long> stored, End... ends) {
    TraceChecker judge = new TraceChecker(traffic, stored);
    List<RequestRecord> deeds =
        IntStream.range(0, ends.length)
            .mapToObj(
                i ->
                    new RequestRecord(
                        "r" + i, "c" + i, payment, null, 1, 2, ends[i], "0-1-" + i, -1))
            .toList();
    RecordedHistory history = judge.history(HistoryClaim.STRICT_SERIALIZABLE, deeds);
    assertThat(HistoryChecker.check(history)).isEmpty();
    return judge.anomalies(List.of()).stream().map(Anomaly::name).distinct().sorted().toList();
  }

  @Test
  void whatWasAcknowledgedIsThereAndWhatIsInDoubtMayBe() {
    assertThat(wrong(happened(1), End.COMMITTED, End.ABORTED)).isEmpty();
    assertThat(wrong(happened(1), End.COMMITTED, End.UNKNOWN)).isEmpty();
    assertThat(wrong(happened(2), End.COMMITTED, End.UNKNOWN)).isEmpty();
    assertThat(wrong(happened(0), End.UNKNOWN)).isEmpty();
  }

  @Test
  void anAcknowledgedRequestThatIsLostIsFound() {
    assertThat(wrong(happened(0), End.COMMITTED)).containsExactly("lost-write");
    assertThat(wrong(happened(1), End.COMMITTED, End.COMMITTED)).containsExactly("lost-write");
    assertThat(wrong(happened(1), End.COMMITTED, End.UNKNOWN, End.COMMITTED))
        .containsExactly("lost-write");
  }

  @Test
  void aRequestThatHappensTwiceOrWasRefusedIsFound() {
    assertThat(wrong(happened(2), End.COMMITTED)).containsExactly("unasked");
    assertThat(wrong(happened(1), End.ABORTED)).containsExactly("unasked");
    assertThat(wrong(Map.of("changes of nobody", 1L))).containsExactly("unasked");
  }

  @Test
  void theRulesOfTheBenchmarkAreAnomaliesToo() {
    TraceChecker judge = new TraceChecker(traffic, Map.of());
    Anomaly broken = new Anomaly("tpcc-1", List.of(), List.of("a sum differs"));
    assertThat(judge.anomalies(List.of(broken))).containsExactly(broken);
    assertThat(judge.foundOutLater()).isZero();
  }
}
