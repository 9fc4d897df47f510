package tutti.engine.transaction.request;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import tutti.engine.concurrency.Verdict;
import tutti.engine.journal.ManualScheduler;
import tutti.engine.transaction.submission.Reason;

/** The cycles of a waits-for graph that are found, and the transactions that are stopped. */
class DeadlockDetectorTest {
  private final WaitGraph graph = new WaitGraph();
  private final DeadlockDetector detector = new DeadlockDetector(new ManualScheduler());

  private void lookFrom(PendingRequest... asks) {
    detector.breakCycles(List.of(asks), graph::asksOf, Integer.MAX_VALUE);
  }

  @Test
  void stopsNobodyWithoutACycle() {
    PendingRequest first = graph.waits(1, 2, 3);
    graph.waits(2, 4);
    graph.waits(3, 4, 5);
    graph.waits(4, 6);

    lookFrom(first);

    assertThat(graph.victims()).isEmpty();
    assertThat(detector.found()).isZero();
  }

  @Test
  void stopsTheYoungerOfTwoAndNamesTheCycle() {
    PendingRequest older = graph.waits(3, 8);
    PendingRequest younger = graph.waits(8, 3);

    lookFrom(older);

    assertThat(graph.victims()).containsExactly(8L);
    assertThat(detector.found()).isEqualTo(1);
    assertThat(younger.answered()).isTrue();
    assertThat(older.answered()).isFalse();
    Reason.Deadlock reason =
        (Reason.Deadlock) ((PendingRequest.Answer.Stopped) younger.await()).reason();
    assertThat(reason.message())
        .isEqualTo(
            "deadlock: 0-1-8 waits at Account[of-8] for 0-1-3 waits at Account[of-3] for 0-1-8");
  }

  /** A transaction that waits for several actors at once needs all of them. */
  @Test
  void followsEverythingThatATransactionWaitsFor() {
    for (int from = 0; from < 4; from++) {
      WaitGraph four = new WaitGraph();
      PendingRequest free = four.waits(3, 50);
      PendingRequest bound = four.waitsToo(free, 8);
      List<PendingRequest> asks = List.of(free, bound, four.waits(8, 5), four.waits(5, 3));

      new DeadlockDetector(new ManualScheduler())
          .breakCycles(List.of(asks.get(from)), four::asksOf, Integer.MAX_VALUE);

      if (from == 0) {
        assertThat(four.victims()).as("what it waits for there is in no cycle").isEmpty();
      } else {
        assertThat(four.victims()).containsExactly(8L);
      }
    }
  }

  @Test
  void stopsATransactionOnceThoughSeveralOfItsWaitsAreInCycles() {
    PendingRequest first = graph.waits(9, 3);
    PendingRequest second = graph.waitsToo(first, 4);
    PendingRequest third = graph.waits(3, 9);
    PendingRequest fourth = graph.waits(4, 9);

    lookFrom(third, fourth, first, second);

    assertThat(graph.victims()).containsExactly(9L);
  }

  @Test
  void stopsTheYoungestOfThreeWhereverItLooksFrom() {
    for (int from = 0; from < 3; from++) {
      WaitGraph three = new WaitGraph();
      List<PendingRequest> asks = List.of(three.waits(5, 9), three.waits(9, 7), three.waits(7, 5));

      new DeadlockDetector(new ManualScheduler())
          .breakCycles(List.of(asks.get(from)), three::asksOf, Integer.MAX_VALUE);

      assertThat(three.victims()).containsExactly(9L);
    }
  }

  @Test
  void stopsTheOneWithTheHighestIdOfThoseThatCameAtTheSameTime() {
    for (int from = 0; from < 4; from++) {
      WaitGraph four = new WaitGraph();
      four.ages = number -> number < 6 ? 20 : 30;
      List<PendingRequest> asks =
          List.of(four.waits(5, 9), four.waits(9, 8), four.waits(8, 7), four.waits(7, 5));

      new DeadlockDetector(new ManualScheduler())
          .breakCycles(List.of(asks.get(from)), four::asksOf, Integer.MAX_VALUE);

      assertThat(four.victims()).containsExactly(9L);
    }
  }

  @Test
  void ageCountsBeforeTheId() {
    graph.ages = number -> 100 - number;
    PendingRequest first = graph.waits(3, 8);
    graph.waits(8, 3);

    lookFrom(first);

    assertThat(graph.victims()).containsExactly(3L);
  }

  @Test
  void breaksAllOfTheCyclesThatShareATransaction() {
    PendingRequest shared = graph.waits(1, 2, 3, 4);
    graph.waits(2, 1);
    graph.waits(3, 5);
    graph.waits(5, 1);
    graph.waits(4);

    lookFrom(shared);

    assertThat(graph.victims()).containsExactlyInAnyOrder(2L, 5L);
  }

  @Test
  void oneVictimIsEnoughWhereItIsInAllOfTheCycles() {
    PendingRequest shared = graph.waits(9, 1, 2);
    PendingRequest first = graph.waits(1, 9);
    PendingRequest second = graph.waits(2, 9);

    lookFrom(first, second, shared);

    assertThat(graph.victims()).containsExactly(9L);
  }

  @Test
  void findsACycleBehindAChainThatIsNoPartOfIt() {
    PendingRequest chain = graph.waits(9, 8);
    graph.waits(8, 7);
    graph.waits(7, 6, 3);
    graph.waits(3, 2);
    graph.waits(2, 7);

    lookFrom(chain);

    assertThat(graph.victims()).containsExactly(7L);
  }

  @Test
  void goesOnWhereTheVictimWasAnsweredMeanwhile() {
    graph.tooLate = true;
    PendingRequest first = graph.waits(1, 2);
    graph.waits(2, 1);

    lookFrom(first);

    assertThat(graph.victims()).isEmpty();
    assertThat(detector.found()).isZero();
  }

  @Test
  void anAnsweredRequestIsNoPartOfACycle() {
    PendingRequest first = graph.waits(1, 2);
    PendingRequest second = graph.waits(2, 1);
    second.resolve(Verdict.Delay.INSTANCE);

    lookFrom(first);

    assertThat(graph.victims()).isEmpty();
  }

  @Test
  void aChainOfManyThousandsNeedsNoDeepStack() {
    int length = 50_000;
    PendingRequest last = graph.waits(length, 0);
    for (int i = 0; i < length; i++) {
      graph.waits(i, i + 1);
    }

    lookFrom(last);

    assertThat(graph.victims()).containsExactly((long) length);
  }
}
