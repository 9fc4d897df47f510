package tutti.simulator.history;

import static org.assertj.core.api.Assertions.assertThat;
import static tutti.simulator.history.HistoryClaim.OBJECT;
import static tutti.simulator.history.HistoryClaim.SERIALIZABLE;
import static tutti.simulator.history.HistoryClaim.STRICT_SERIALIZABLE;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The verdict on each kind of history, and its reason. */
class HistoryCheckerTest {

  private static HistoryBuilder history(HistoryClaim claim) {
    return new HistoryBuilder(claim);
  }

  private static HistoryBuilder transfers(HistoryClaim claim) {
    return history(claim)
        .operation("open", 0, 10)
        .made("a", 1)
        .made("b", 1)
        .committed()
        .operation("move", 20, 30)
        .made("a", 2)
        .made("b", 2)
        .committed();
  }

  @ParameterizedTest
  @EnumSource
  void aSerialHistoryIsAsClaimed(HistoryClaim claim) {
    HistoryBuilder good =
        transfers(claim)
            .operation("look", 40, 50)
            .saw("a", 2)
            .saw("b", 2)
            .committed()
            .last("a", 2)
            .last("b", 2);
    assertThat(good.check()).isEmpty();
  }

  @Test
  void anEmptyHistoryIsAsClaimed() {
    assertThat(history(STRICT_SERIALIZABLE).check()).isEmpty();
  }

  @Test
  void halfOfATransactionSeenIsAFracturedRead() {
    List<Anomaly> found =
        transfers(SERIALIZABLE)
            .operation("look", 22, 40)
            .saw("a", 2)
            .saw("b", 1)
            .committed()
            .check();
    assertThat(found).extracting(Anomaly::name).containsExactly("fractured-read");
    assertThat(found.getFirst().operations()).containsExactlyInAnyOrder("move", "look");
    assertThat(found.getFirst().story())
        .containsExactly(
            "Adya's name for it is G-single.",
            "move (client c-move, asked at 0.00002 ms, answered at 0.00003 ms, committed) made"
                + " version 2 of a and version 2 of b.",
            "look (client c-look, asked at 0.000022 ms, answered at 0.00004 ms, committed) saw"
                + " version 2 of a and version 1 of b.",
            "move must come before look: look saw version 2 of a, which move made.",
            "look must come before move: look saw version 1 of b, without version 2, which move"
                + " made.",
            "So look saw one half of move and not the other: no order of whole transactions shows"
                + " that.");
  }

  @Test
  void oneObjectAloneMayBeSeenBeforeAndAnotherAfter() {
    HistoryBuilder fractured =
        transfers(OBJECT).operation("look", 20, 40).saw("a", 2).saw("b", 1).committed();
    assertThat(fractured.check()).isEmpty();
  }

  @Test
  void aStaleReadIsWrongOnlyByTheClock() {
    for (HistoryClaim claim : HistoryClaim.values()) {
      List<String> names =
          transfers(claim).operation("look", 40, 50).saw("a", 1).committed().names();
      switch (claim) {
        case OBJECT -> assertThat(names).containsExactly("not-linearizable");
        case SERIALIZABLE -> assertThat(names).isEmpty();
        case STRICT_SERIALIZABLE ->
            assertThat(names).containsExactly("G-single-realtime", "not-linearizable");
      }
    }
  }

  @Test
  void writeSkewIsG2() {
    HistoryBuilder skew =
        history(SERIALIZABLE)
            .operation("t1", 0, 10)
            .saw("a", 0)
            .made("b", 1)
            .committed()
            .operation("t2", 0, 10)
            .saw("b", 0)
            .made("a", 1)
            .committed();
    assertThat(skew.names()).containsExactly("G2");
  }

  @Test
  void effectsThatCommuteHaveNoOrder() {
    HistoryBuilder commuting =
        history(SERIALIZABLE)
            .operation("t1", 0, 10)
            .made("a", 1)
            .made("b", 2, 0)
            .committed()
            .operation("t2", 0, 10)
            .made("a", 2, 0)
            .made("b", 1)
            .committed();
    assertThat(commuting.check()).isEmpty();
    HistoryBuilder ordered =
        history(SERIALIZABLE)
            .operation("t1", 0, 10)
            .made("a", 1)
            .made("b", 2)
            .committed()
            .operation("t2", 0, 10)
            .made("a", 2)
            .made("b", 1)
            .committed();
    assertThat(ordered.names()).containsExactly("G0");
  }

  @Test
  void aReadOfAPartIsTooLateOnlyWhenThatPartChanges() {
    for (long until = 1; until <= 3; until++) {
      HistoryBuilder part =
          transfers(STRICT_SERIALIZABLE)
              .operation("more", 32, 35)
              .made("a", 3)
              .committed()
              .operation("look", 40, 50)
              .saw("a", 1, 1, until)
              .committed();
      if (until == 3) {
        assertThat(part.check()).isEmpty();
      } else {
        assertThat(part.names()).containsExactly("G-single-realtime", "not-linearizable");
      }
    }
  }

  @Test
  void aReadOfAPartIsTooEarlyOnlyWhenThatPartWasNotThere() {
    for (long follows = 0; follows <= 1; follows++) {
      HistoryBuilder part =
          history(STRICT_SERIALIZABLE)
              .operation("look", 0, 5)
              .saw("a", 1, follows, 1)
              .committed()
              .operation("open", 10, 20)
              .made("a", 1)
              .committed();
      if (follows == 0) {
        assertThat(part.check()).isEmpty();
      } else {
        assertThat(part.names()).containsExactly("G1c-realtime", "not-linearizable");
      }
    }
  }
}
