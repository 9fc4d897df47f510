package tutti.simulator.history;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.LongUnaryOperator;
import org.junit.jupiter.api.Test;
import tutti.simulator.history.Operation.Read;
import tutti.simulator.history.Operation.Write;
import tutti.simulator.history.file.HistoryFiles;

/** The checker says what trying every order says, of thousands of small histories. */
class OracleTest {
  private static final int HISTORIES = 6_000;

  @Test
  void theCheckerAndTheDefinitionAgree() throws IOException {
    SmallHistories small = new SmallHistories(1);
    Map<HistoryClaim, int[]> verdicts = new TreeMap<>();
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
        .contains("G0-realtime", "G1c-realtime", "G-single-realtime")
        .contains("not-linearizable", "lost-write", "half-done", "key-twice", "version-twice")
        .contains("unmade-version", "aborted-seen");
  }

  /**
   * The meaning of {@code follows}: effects are sums and settings, of which only sums commute.
   * Where the checker finds nothing wrong there is an order that, carried out with numbers, shows
   * each reader what it saw.
   */
  @Test
  void effectsThatCommuteMayTakePlaceInAnyOrder() {
    SmallHistories small = new SmallHistories(2);
    Random random = new Random(2);
    int carriedOut = 0;
    int otherwise = 0;
    for (int i = 0; i < HISTORIES / 2; i++) {
      Map<String, LongUnaryOperator> effects = new HashMap<>();
      RecordedHistory history = withEffects(small.draw(), random, effects);
      List<Operation> order = Oracle.order(history);
      if (!Oracle.isAmbiguous(history)) {
        assertThat(HistoryChecker.check(history).isEmpty()).isEqualTo(order != null);
      }
      if (order != null && history.claim() != HistoryClaim.OBJECT) {
        carriedOut++;
        otherwise += carryOut(order, effects) ? 1 : 0;
      }
    }
    assertThat(carriedOut).isGreaterThan(200);
    assertThat(otherwise).as("orders that are not those of the versions").isGreaterThan(30);
  }

  /** Gives each version an effect, and each write what it follows by that. */
  private static RecordedHistory withEffects(
      RecordedHistory drawn, Random random, Map<String, LongUnaryOperator> effects) {
    Map<String, Boolean> sums = new HashMap<>();
    List<Operation> operations = new ArrayList<>();
    for (Operation operation : drawn.operations()) {
      for (Write write : operation.writes()) {
        String version = write.actor() + write.version();
        long number = random.nextLong();
        sums.putIfAbsent(version, random.nextInt(3) > 0);
        effects.putIfAbsent(
            version, sums.get(version) ? before -> before + number : before -> number);
      }
    }
    for (Operation one : drawn.operations()) {
      List<Write> writes = new ArrayList<>();
      for (Write write : one.writes()) {
        long follows = write.version() - 1;
        while (sums.get(write.actor() + write.version())
            && follows > 0
            && sums.getOrDefault(write.actor() + follows, false)) {
          follows--;
        }
        writes.add(new Write(write.actor(), write.version(), follows, null));
      }
      operations.add(
          new Operation(
              one.id(),
              one.client(),
              one.key(),
              one.invoked(),
              one.completed(),
              one.outcome(),
              one.reads(),
              writes));
    }
    return new RecordedHistory(drawn.claim(), operations, drawn.last());
  }

  /**
   * Does everything in an order, and compares what readers see with what the versions say.
   *
   * @return whether effects took place in another order than that of their versions
   */
  private static boolean carryOut(List<Operation> order, Map<String, LongUnaryOperator> effects) {
    Map<String, Long> states = new HashMap<>();
    Map<String, Long> newest = new HashMap<>();
    boolean otherwise = false;
    for (Operation operation : order) {
      for (Read read : operation.reads()) {
        if (read.follows() == read.until()
            && operation.writes().stream().noneMatch(w -> w.actor().equals(read.actor()))) {
          long expected = 0;
          for (long version = 1; version <= read.version(); version++) {
            expected = effects.get(read.actor() + version).applyAsLong(expected);
          }
          assertThat(states.getOrDefault(read.actor(), 0L)).as("%s", order).isEqualTo(expected);
        }
      }
      for (Write write : operation.writes()) {
        LongUnaryOperator effect = effects.get(write.actor() + write.version());
        states.compute(write.actor(), (a, old) -> effect.applyAsLong(old == null ? 0 : old));
        otherwise |= newest.merge(write.actor(), write.version(), Math::max) > write.version();
      }
    }
    return otherwise;
  }

  private static String text(RecordedHistory history) throws IOException {
    StringWriter text = new StringWriter();
    HistoryFiles.write(text, history);
    return text.toString();
  }
}
