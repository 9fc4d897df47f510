package tutti.lab.torture;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tutti.lab.torture.RequestRecord.End;
import tutti.simulator.history.Anomaly;
import tutti.simulator.history.HistoryChecker;
import tutti.simulator.history.HistoryClaim;
import tutti.simulator.history.RecordedHistory;

/** Rounds of charges as they should end, and as they should not. */
class ChargesCheckerTest {

  private static RequestRecord pay(String key, End end) {
    Ask ask = new Ask("/Purse/1/Pay", "{}", key);
    return new RequestRecord("r-" + key, "c-" + key, ask, null, 1, 2, end, "0-1-2", -1);
  }

  private static List<String> wrong(
      Map<String, Integer> charged, Map<String, Long> found, RequestRecord... deeds) {
    ChargesChecker judge = new ChargesChecker(true, charged, found);
    RecordedHistory history = judge.history(HistoryClaim.STRICT_SERIALIZABLE, List.of(deeds));
    assertThat(HistoryChecker.check(history)).isEmpty();
    return judge.anomalies().stream().map(Anomaly::name).toList();
  }

  @Test
  void whatIsChargedOnceAndInAllItsPursesHolds() {
    assertThat(
            wrong(
                Map.of("a", 1, "b", 1),
                Map.of("1/a", 2L, "2/a", 2L, "3/b", 1L),
                pay("a", End.COMMITTED),
                pay("b", End.UNKNOWN),
                pay("c", End.ABORTED),
                pay("d", End.UNKNOWN)))
        .isEmpty();
  }

  @Test
  void aPaymentWithoutCardsIsInAllOfItsPursesOrInNone() {
    Map<String, Long> found = Map.of("1/a", 2L, "2/a", 2L, "3/b", 2L);
    ChargesChecker judge = new ChargesChecker(false, Map.of(), found);
    judge.history(
        HistoryClaim.STRICT_SERIALIZABLE,
        List.of(pay("a", End.COMMITTED), pay("b", End.UNKNOWN), pay("c", End.COMMITTED)));
    assertThat(judge.anomalies())
        .extracting(Anomaly::name)
        .containsExactly("half-paid", "lost-write");
  }

  @Test
  void aChargeThatHappensTwiceIsFound() {
    assertThat(wrong(Map.of("a", 2), Map.of("1/a", 1L), pay("a", End.COMMITTED)))
        .containsExactly("charged-twice");
  }

  @Test
  void aChargeWithoutAPaymentIsFound() {
    assertThat(wrong(Map.of("a", 1), Map.of(), pay("a", End.UNKNOWN))).containsExactly("half-paid");
  }

  @Test
  void aPaymentWithoutAChargeIsFound() {
    assertThat(wrong(Map.of(), Map.of("1/a", 1L), pay("a", End.COMMITTED)))
        .containsExactly("half-paid");
  }

  @Test
  void aPaymentThatOnlySomeOfItsPursesHaveIsFound() {
    assertThat(wrong(Map.of("a", 1), Map.of("1/a", 2L), pay("a", End.COMMITTED)))
        .containsExactly("half-paid");
  }

  @Test
  void anAnswerThatIsNotTrueIsFound() {
    assertThat(wrong(Map.of(), Map.of(), pay("a", End.COMMITTED))).containsExactly("lost-write");
    assertThat(wrong(Map.of("a", 1), Map.of("1/a", 1L), pay("a", End.ABORTED)))
        .containsExactly("aborted-and-done");
    assertThat(wrong(Map.of("a", 1), Map.of("1/a", 1L))).containsExactly("unasked");
  }
}
