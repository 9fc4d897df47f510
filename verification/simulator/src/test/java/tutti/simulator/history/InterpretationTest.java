package tutti.simulator.history;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import tutti.model.testing.Effort;
import tutti.simulator.history.Operation.Outcome;
import tutti.simulator.history.Operation.Read;
import tutti.simulator.history.Operation.Write;

/** The versions that unclear reads saw: those that trying everything gives. */
class InterpretationTest {
  private static final int SEEDS = 30;
  private static final int HISTORIES = 100;
  private static final int MOST_UNCLEAR = 4;

  private static List<Read> readings(String actor, long... versions) {
    return IntStream.range(0, versions.length).mapToObj(i -> new Read(actor, versions[i])).toList();
  }

  @Test
  void twoLooksThatMustBeReadTogetherAre() {
    HistoryBuilder history = new HistoryBuilder(HistoryClaim.STRICT_SERIALIZABLE);
    history.operation("insert", 0, 100).made("a", 1).committed();
    history.operation("both", 0, 100).made("a", 2).made("b", 1).committed();
    history.operation("again", 0, 100).made("a", 3).made("b", 2).committed();
    history.operation("reader", 0, 100).saw("b", 0).committed();
    // Absent before the first, and after the second: it was before "both", as it saw of b.
    List<UnclearRead> unclear =
        List.of(new UnclearRead(3, readings("a", 0, 2)), new UnclearRead(3, readings("a", 0, 2)));
    assertThat(HistoryChecker.check(Interpretation.newest(history.history(), unclear)))
        .isNotEmpty();
    assertThat(Interpretation.check(history.history(), unclear)).isEmpty();
  }

  @Test
  void twoReadersOfWhomOneMustComeBeforeTheOtherFindTheirPlaces() {
    HistoryBuilder history = new HistoryBuilder(HistoryClaim.SERIALIZABLE);
    history.operation("x", 0, 100).made("a", 1).made("b", 1).committed();
    history.operation("y", 0, 100).made("a", 2).committed();
    history.operation("z", 0, 100).made("b", 2).committed();
    history.operation("one", 0, 100).saw("b", 1).made("c", 1).committed();
    history.operation("other", 0, 100).saw("c", 0).committed();
    List<UnclearRead> unclear =
        List.of(new UnclearRead(3, readings("a", 0, 2)), new UnclearRead(4, readings("b", 0, 2)));
    assertThat(Interpretation.check(history.history(), unclear)).isEmpty();
  }

  @Test
  void agreesWithTryingEverything() {
    Verdicts verdicts = new Verdicts();
    Effort.seeds(SEEDS, verdicts::areEnough, seed -> agrees(new Random(seed), verdicts));
  }

  /** How many histories were judged how. */
  private static final class Verdicts {
    private int wrong;
    private int holding;
    private int notTheNewest;

    /** Whether histories of every kind were met: some kinds are rare. */
    boolean areEnough() {
      return wrong > Effort.of(300) && holding > Effort.of(300) && notTheNewest > Effort.of(100);
    }
  }

  private static void agrees(Random random, Verdicts verdicts) {
    for (int i = 0; i < HISTORIES; i++) {
      List<UnclearRead> unclear = new ArrayList<>();
      RecordedHistory clear = draw(random, unclear);
      boolean holds = anyHolds(clear, unclear, 0);
      assertThat(Interpretation.check(clear, unclear).isEmpty())
          .as("%s %s", clear, unclear)
          .isEqualTo(holds);
      verdicts.wrong += holds ? 0 : 1;
      verdicts.holding += holds ? 1 : 0;
      if (holds && !HistoryChecker.check(Interpretation.newest(clear, unclear)).isEmpty()) {
        verdicts.notTheNewest++;
      }
    }
  }

  private static boolean anyHolds(RecordedHistory history, List<UnclearRead> unclear, int next) {
    if (next == unclear.size()) {
      return HistoryChecker.check(history).isEmpty();
    }
    UnclearRead what = unclear.get(next);
    for (Read reading : what.readings()) {
      List<Operation> operations = new ArrayList<>(history.operations());
      Operation reader = operations.get(what.operation());
      List<Read> reads = new ArrayList<>(reader.reads());
      reads.add(reading);
      operations.set(what.operation(), reader.with(reads));
      if (anyHolds(
          new RecordedHistory(history.claim(), operations, history.last()), unclear, next + 1)) {
        return true;
      }
    }
    return false;
  }

  /**
   * Writers of a few actors, in much the same order on each, and readers of odd or even versions.
   */
  private static RecordedHistory draw(Random random, List<UnclearRead> unclear) {
    int count = 4 + random.nextInt(5);
    List<List<Read>> reads = new ArrayList<>();
    List<List<Write>> writes = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      reads.add(new ArrayList<>());
      writes.add(new ArrayList<>());
    }
    for (String actor : List.of("a", "b", "c")) {
      List<Integer> writers = new ArrayList<>();
      for (int i = 0; i < count; i++) {
        if (random.nextInt(3) > 0) {
          writers.add(random.nextInt(12) == 0 ? 0 : writers.size(), i);
        }
      }
      for (int i = 0; i < writers.size(); i++) {
        writes.get(writers.get(i)).add(Write.of(actor, i + 1L));
      }
      for (int reader = 0; reader < count; reader++) {
        if (!writers.contains(reader)) {
          look(random, actor, reader, writers.size(), reads.get(reader), unclear);
        }
      }
    }
    List<Operation> operations = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      long invoked = 3L * i;
      operations.add(
          new Operation(
              "t" + i,
              "client " + i,
              null,
              invoked,
              invoked + random.nextInt(30),
              Outcome.COMMITTED,
              List.copyOf(reads.get(i)),
              List.copyOf(writes.get(i))));
    }
    HistoryClaim[] claims = HistoryClaim.values();
    return new RecordedHistory(claims[random.nextInt(claims.length)], operations, Map.of());
  }

  private static void look(
      Random random,
      String actor,
      int reader,
      int versions,
      List<Read> clear,
      List<UnclearRead> unclear) {
    List<Read> readings = new ArrayList<>();
    for (int version = random.nextInt(2); version <= versions; version += 2) {
      readings.add(new Read(actor, version));
    }
    if (readings.size() < 2 || unclear.size() >= MOST_UNCLEAR || random.nextInt(4) == 0) {
      clear.addAll(
          readings.isEmpty() ? readings : readings.subList(readings.size() - 1, readings.size()));
      return;
    }
    for (int times = 1 + random.nextInt(2); times > 0; times--) {
      unclear.add(new UnclearRead(reader, List.copyOf(readings)));
    }
  }
}
