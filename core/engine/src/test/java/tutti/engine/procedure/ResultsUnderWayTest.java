package tutti.engine.procedure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tutti.engine.deployment.Deployment.ConcurrencyControlKind;
import tutti.engine.memory.BytesUnderWay.Lease;
import tutti.engine.memory.TestHeap;
import tutti.engine.procedure.Market.Exchange;
import tutti.engine.procedure.Market.Purse;
import tutti.engine.procedure.RunningMarket.Setup;
import tutti.engine.runtime.ExecutorMode;
import tutti.engine.transaction.submission.Outcome;
import tutti.model.Call;

/** The memory that the results of transactions take, of one and of all that are under way. */
class ResultsUnderWayTest {
  private static final int MB = 1 << 20;

  private final TestHeap heap = new TestHeap(1024);

  static List<Setup> setups() {
    return Stream.of(ConcurrencyControlKind.values())
        .flatMap(
            control ->
                Stream.of(
                    new Setup(control, 1, 1, ExecutorMode.best()),
                    new Setup(control, 2, 1, 1, ExecutorMode.best())))
        .toList();
  }

  private static Setup plain() {
    return new Setup(ConcurrencyControlKind.TWO_PHASE_LOCKING, 1, 1, ExecutorMode.best());
  }

  private static int made(String purse) {
    return Objects.requireNonNull(Purse.Text.MADE.get(purse)).get();
  }

  /** Forty results of a megabyte: none is made after the sixteenth. */
  @ParameterizedTest
  @MethodSource("setups")
  void resultsOfOneTransactionAreCountedAsTheyCome(Setup setup) throws Exception {
    String key = "as-they-come-" + setup;
    try (RunningMarket it = new RunningMarket(setup, heap)) {
      Call text = it.call(Purse.class, key, new Purse.Text(MB));
      Outcome outcome = it.run(Collections.nCopies(40, text).toArray(Call[]::new));
      assertThat(RunningMarket.reason(outcome).code()).isEqualTo("too-large");
      assertThat(RunningMarket.reason(outcome).retryable()).isFalse();
      assertThat(RunningMarket.reason(outcome).message()).contains("16711680 bytes together");
      assertThat(made(key)).isEqualTo(16);
      assertThat(it.run(text)).isInstanceOf(Outcome.Committed.class);
      awaitNothingTaken(it);
    }
  }

  /** A refused transaction has not happened, and the client may come again. */
  @ParameterizedTest
  @MethodSource("setups")
  void resultsForWhichThereIsNoRoomAreRefused(Setup setup) throws Exception {
    try (RunningMarket it = new RunningMarket(setup, heap)) {
      heap.underWay(8 * MB);
      Lease others = it.node.memory().underWay().lease();
      assertThat(others.add(MB - 1000)).isTrue();
      Outcome refused = it.run(Purse.class, "a", new Purse.Written(10_000));
      assertThat(RunningMarket.reason(refused).code()).isEqualTo("overloaded");
      assertThat(RunningMarket.reason(refused).retryable()).isTrue();
      assertThat(it.euros("a")).isZero();
      others.end();
      assertThat(it.run(Purse.class, "a", new Purse.Written(10_000)))
          .isInstanceOf(Outcome.Committed.class);
      awaitNothingTaken(it);
    }
  }

  /** A procedure that keeps what others return takes as much memory as its client would. */
  @ParameterizedTest
  @MethodSource("setups")
  void resultsOfNestedCallsAreCountedAsTheyCome(Setup setup) throws Exception {
    heap.underWay(8 * MB);
    try (RunningMarket it = new RunningMarket(setup, heap)) {
      String key = it.key("Purse", "nested-" + setup, setup.nodes() - 1);
      Exchange.Texts texts = new Exchange.Texts(Collections.nCopies(40, key), MB / 4);
      Outcome outcome = it.run(Exchange.class, "x", texts);
      assertThat(RunningMarket.reason(outcome).code()).isEqualTo("too-large");
      assertThat(made(key)).isEqualTo(8);
      awaitNothingTaken(it);
    }
  }

  @Test
  void oneLongTextIsRefusedAsItIsReturned() throws Exception {
    try (RunningMarket it = new RunningMarket(plain(), heap)) {
      Outcome outcome = it.run(Purse.class, "a", new Purse.Written(17 * MB));
      assertThat(RunningMarket.reason(outcome).code()).isEqualTo("too-large");
      assertThat(it.euros("a")).isZero();
    }
  }

  /** No repeat would help, also where nothing else is under way. */
  @Test
  void moreThanOneMayHaveWithThisHeapIsTooLarge() throws Exception {
    heap.underWay(8 * MB);
    try (RunningMarket it = new RunningMarket(plain(), heap)) {
      assertThat(it.value(Purse.class, "a", new Purse.Text(MB))).isEqualTo("too-large");
      assertThat(it.run(Purse.class, "a", new Purse.Text(MB / 2 - 100)))
          .isInstanceOf(Outcome.Committed.class);
      awaitNothingTaken(it);
    }
  }

  private static void awaitNothingTaken(RunningMarket it) throws Exception {
    it.awaitThat(() -> it.nodes.stream().allMatch(node -> node.memory().underWay().taken() == 0));
  }
}
