package tutti.simulator.history;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringWriter;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** The checker says what trying every order says, of thousands of small histories. */
class OracleTest {
  private static final int HISTORIES = 8_000;

  @Test
  void theCheckerAndTheDefinitionAgree() throws IOException {
    SmallHistories small = new SmallHistories(1);
    Map<Claim, int[]> verdicts = new TreeMap<>();
    TreeSet<String> names = new TreeSet<>();
    for (int i = 0; i < HISTORIES; i++) {
      RecordedHistory history = small.draw();
      boolean allowed = Oracle.allows(history);
      List<Anomaly> found = HistoryChecker.check(history);
      found.forEach(anomaly -> names.add(anomaly.name()));
      if (allowed || !Oracle.isAmbiguous(history)) {
        assertThat(found.isEmpty())
            .as(
                "history %d, which is %sas claimed:%n%s%n%s",
                i, allowed ? "" : "not ", text(history), found)
            .isEqualTo(allowed);
      }
      verdicts.computeIfAbsent(history.claim(), claim -> new int[2])[allowed ? 1 : 0]++;
    }
    // A comparison of nothing but good histories, or of nothing but bad ones, would say little.
    verdicts.forEach(
        (claim, counts) ->
            assertThat(Arrays.stream(counts).min().orElse(0)).as("%s", claim).isGreaterThan(300));
    assertThat(names)
        .contains("G0", "G1a", "G1b", "G1c", "G-single", "G2", "fractured-read")
        .contains("G0-realtime", "G1c-realtime", "G-single-realtime", "G2-realtime")
        .contains("not-linearizable", "lost-write", "half-done", "key-twice", "version-twice")
        .contains("unmade-version", "aborted-seen");
  }

  private static String text(RecordedHistory history) throws IOException {
    StringWriter text = new StringWriter();
    HistoryFiles.write(text, history);
    return text.toString();
  }
}
