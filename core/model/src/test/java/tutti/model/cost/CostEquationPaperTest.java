package tutti.model.cost;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The equation of Reactors §2.4, Figure 3, term by term, and the programs of §4.1 by it. */
class CostEquationPaperTest {
  private static final double EXACT = 1e-9;

  private static SubTransactionCost leaf(String name, double nanos) {
    return SubTransactionCost.of(name, Section.processing(nanos));
  }

  private static CallCost far(double latency, double send, double receive) {
    return CallCost.remote(leaf("far", latency), CallPlace.OTHER_CONTAINER, send, receive);
  }

  private static CallCost own(double latency) {
    return CallCost.inline(leaf("own", latency), CallPlace.OWN_ACTOR);
  }

  private static SubTransactionCost with(
      double sequential,
      List<CallCost> sequentialCalls,
      List<CallCost> asynchronous,
      double overlapped,
      List<CallCost> overlappedCalls) {
    return SubTransactionCost.of(
        "root",
        new Section(sequential, sequentialCalls, asynchronous, overlapped, overlappedCalls));
  }

  @Test
  void processingAloneIsPSeq() {
    Times times = leaf("alone", 700).latency();
    assertThat(times.nanos(CostTerm.P_SEQ)).isEqualTo(700);
    assertThat(times.total()).isEqualTo(700);
  }

  @Test
  void aSynchronousCallCostsItsLatencyAndBothWays() {
    Times times = with(10, List.of(far(500, 30, 70)), List.of(), 0, List.of()).latency();
    assertThat(times.nanos(CostTerm.C_S)).isEqualTo(30);
    assertThat(times.nanos(CostTerm.C_R)).isEqualTo(70);
    assertThat(times.nanos(CostTerm.P_SEQ)).isEqualTo(510);
    assertThat(times.total()).isEqualTo(610);
  }

  @Test
  void synchronousCallsAddUp() {
    List<CallCost> calls = List.of(far(500, 30, 70), far(100, 1, 2), own(9));
    assertThat(with(10, calls, List.of(), 0, List.of()).latency().total())
        .isEqualTo(10 + 600 + 103 + 9);
  }

  /** A departure: by the letter of the equation the second call of one reactor has no ways. */
  @Test
  void eachCallOfOneActorHasItsWays() {
    List<CallCost> calls = Collections.nCopies(2, far(500, 30, 70));
    assertThat(with(0, calls, List.of(), 0, List.of()).latency().total()).isEqualTo(2 * 600);
  }

  @Test
  void asynchronousCallsAreSentOneByOneAndTakeAsLongAsTheLongest() {
    List<CallCost> calls = List.of(far(500, 30, 70), far(900, 40, 50), far(100, 20, 10));
    Times times = with(10, List.of(), calls, 0, List.of()).latency();
    assertThat(times.nanos(CostTerm.C_S)).isEqualTo(30 + 40 + 20);
    assertThat(times.nanos(CostTerm.C_R)).isEqualTo(50);
    assertThat(times.total()).isEqualTo(10 + 90 + 900 + 50);
  }

  @Test
  void theLongestIsByLatencyAndReceiveTogether() {
    List<CallCost> calls = List.of(far(500, 0, 300), far(700, 0, 50));
    assertThat(with(0, List.of(), calls, 0, List.of()).latency().total()).isEqualTo(800);
  }

  @Test
  void processingAndSynchronousCallsOverlapWithAsynchronousOnes() {
    List<CallCost> async = List.of(far(500, 30, 70));
    Times hidden = with(10, List.of(), async, 100, List.of(own(200), far(40, 1, 2))).latency();
    assertThat(hidden.total()).isEqualTo(10 + 30 + 570);
    assertThat(hidden.nanos(CostTerm.P_OVP)).isZero();
    Times shown = with(10, List.of(), async, 400, List.of(own(200), far(40, 1, 2))).latency();
    assertThat(shown.total()).isEqualTo(10 + 30 + 400 + 200 + 43);
    assertThat(shown.nanos(CostTerm.P_OVP)).isEqualTo(400);
  }

  @Test
  void theEquationIsRecursive() {
    SubTransactionCost middle = with(5, List.of(far(100, 1, 2)), List.of(), 0, List.of());
    CallCost call = CallCost.remote(middle, CallPlace.OTHER_NODE, 10, 20);
    assertThat(with(7, List.of(call), List.of(), 0, List.of()).latency().total())
        .isEqualTo(7 + 10 + (5 + 1 + 100 + 2) + 20);
  }

  @Test
  void sectionsFollowEachOther() {
    Section round = new Section(10, List.of(), List.of(far(500, 30, 70)), 0, List.of());
    assertThat(new SubTransactionCost("rounds", List.of(round, round)).latency().total())
        .isEqualTo(2 * 610);
  }

  @Test
  void asynchronousCallsOnOneExecutorWaitForEachOther() {
    List<CallCost> calls =
        IntStream.range(0, 3)
            .mapToObj(
                i -> new CallCost(leaf("far", 500), CallPlace.OTHER_CONTAINER, "b", 30, 70, 5))
            .toList();
    SubTransactionCost root = with(0, List.of(), calls, 0, List.of());
    assertThat(root.latency().nanos(CostTerm.WAITING)).isEqualTo(1_010);
    assertThat(root.latency().total()).isEqualTo(90 + 1_010 + 500 + 70);
    assertThat(root.latencyInParallel().total()).isEqualTo(90 + 500 + 70);
    assertThat(root.work().total()).isEqualTo(90 + 1_500 + 70 + 2 * 5);
  }

  @Test
  void workHasNoMaximum() {
    SubTransactionCost root =
        with(10, List.of(own(1)), List.of(far(500, 30, 70), far(500, 30, 70)), 5, List.of(own(2)));
    assertThat(root.work().total()).isEqualTo(10 + 1 + 1_200 + 5 + 2);
  }

  @Test
  void aTransactionHasWhatThePaperLeavesOut() {
    TransactionCost transaction = new TransactionCost(leaf("root", 100), 1_000, 4_000, 200, 30);
    assertThat(transaction.latency().total()).isEqualTo(5_330);
    assertThat(transaction.latency().nanos(CostTerm.BEGIN)).isEqualTo(1_000);
    assertThat(transaction.latency().nanos(CostTerm.JOIN)).isEqualTo(4_000);
    assertThat(transaction.latency().nanos(CostTerm.COMMITMENT)).isEqualTo(200);
    assertThat(transaction.latency().nanos(CostTerm.DURABILITY)).isEqualTo(30);
    assertThat(transaction.work().total()).isEqualTo(5_330);
  }

  @ParameterizedTest
  @ValueSource(doubles = {-1, Double.NaN, Double.POSITIVE_INFINITY})
  void refusesWhatIsNoDuration(double nanos) {
    assertThatThrownBy(() -> far(1, nanos, 0))
        .hasMessageContaining("C_s is a duration of at least");
    assertThatThrownBy(() -> far(1, 0, nanos)).hasMessageContaining("C_r");
    assertThatThrownBy(() -> Section.processing(nanos)).hasMessageContaining("P_seq");
    assertThatThrownBy(() -> new TransactionCost(leaf("root", 1), 0, 0, nanos, 0))
        .hasMessageContaining("commitment");
  }

  @Test
  void theDispatchIsAPartOfReceiving() {
    assertThatThrownBy(() -> new CallCost(leaf("far", 1), CallPlace.OTHER_NODE, "b", 1, 4, 5))
        .hasMessageContaining("is a part of C_r");
  }

  // The multi-transfers of §4.1, each destination in a container of its own. An account's part
  // takes 5 µs, the ways 1 and 4.

  private static final double PART = 5;
  private static final double SEND = 1;
  private static final double RECEIVE = 4;

  private static CallCost credit() {
    return CallCost.remote(leaf("Credit", PART), CallPlace.OTHER_CONTAINER, SEND, RECEIVE);
  }

  private static CallCost debit() {
    return CallCost.inline(leaf("Debit", PART), CallPlace.OWN_ACTOR);
  }

  private static SubTransactionCost named(String name, Section section) {
    return SubTransactionCost.of(name, section);
  }

  private static SubTransactionCost transfers(String name, int count, Section transfer) {
    List<CallCost> calls =
        Collections.nCopies(
            count, CallCost.inline(named("Transfer", transfer), CallPlace.OWN_ACTOR));
    return named(name, new Section(0, calls, List.of(), 0, List.of()));
  }

  static SubTransactionCost fullySync(int count) {
    return transfers(
        "FullySync", count, new Section(0, List.of(credit(), debit()), List.of(), 0, List.of()));
  }

  static SubTransactionCost partiallyAsync(int count) {
    return transfers(
        "PartiallyAsync", count, new Section(0, List.of(), List.of(credit()), 0, List.of(debit())));
  }

  static SubTransactionCost fullyAsync(int count) {
    return allAtOnce("FullyAsync", count, count);
  }

  static SubTransactionCost opt(int count) {
    return allAtOnce("Opt", count, 1);
  }

  private static SubTransactionCost allAtOnce(String name, int credits, int debits) {
    return named(
        name,
        new Section(
            0,
            List.of(),
            Collections.nCopies(credits, credit()),
            0,
            Collections.nCopies(debits, debit())));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7})
  void theProgramsOfThePaperHaveTheEquationsLatencies(int n) {
    assertThat(fullySync(n).latency().total()).isCloseTo(n * 15.0, within(EXACT));
    assertThat(partiallyAsync(n).latency().total()).isCloseTo(n * 10.0, within(EXACT));
    assertThat(fullyAsync(n).latency().total()).isCloseTo(n + Math.max(9, 5.0 * n), within(EXACT));
    assertThat(opt(n).latency().total()).isCloseTo(n + 9.0, within(EXACT));
  }

  /** Figure 5: the latency falls from each program to the next, and rises with the destinations. */
  @ParameterizedTest
  @ValueSource(ints = {2, 3, 4, 5, 6, 7})
  void theProgramsOfThePaperAreInItsOrder(int n) {
    List<SubTransactionCost> order =
        List.of(fullySync(n), partiallyAsync(n), fullyAsync(n), opt(n));
    List<Double> latencies = new ArrayList<>();
    order.forEach(each -> latencies.add(each.latency().total()));
    assertThat(latencies).isSortedAccordingTo(Collections.reverseOrder());
    assertThat(fullySync(n).latency().total()).isGreaterThan(fullySync(n - 1).latency().total());
  }

  /** A fully-sync payment to seven, of whom some are in the payer's container. */
  private static double remoteOfSeven(int remote) {
    List<CallCost> transfers = new ArrayList<>();
    for (int i = 0; i < 7; i++) {
      CallCost credit =
          i < remote ? credit() : CallCost.inline(leaf("Credit", PART), CallPlace.SAME_CONTAINER);
      Section transfer = new Section(0, List.of(credit, debit()), List.of(), 0, List.of());
      transfers.add(CallCost.inline(named("Transfer", transfer), CallPlace.OWN_ACTOR));
    }
    return named("FullySync", new Section(0, transfers, List.of(), 0, List.of())).latency().total();
  }

  /** Figure 7, round-robin remote: each further remote call adds both of its ways. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7})
  void theLatencyGrowsSmoothlyWithTheRemoteCalls(int remote) {
    assertThat(remoteOfSeven(remote) - remoteOfSeven(remote - 1))
        .isCloseTo(SEND + RECEIVE, within(EXACT));
  }

  /** Figure 6: a remote opt costs little more than a local one, a remote fully-sync much more. */
  @Test
  void overlappingHidesTheWays() {
    CallCost near = CallCost.inline(leaf("Credit", PART), CallPlace.SAME_CONTAINER);
    List<CallCost> local = new ArrayList<>(Collections.nCopies(7, near));
    local.add(debit());
    double optLocal =
        named("Opt", new Section(0, local, List.of(), 0, List.of())).latency().total();
    assertThat(opt(7).latency().total()).isLessThan(optLocal);
    assertThat(fullySync(7).latency().total() - remoteOfSeven(0))
        .isCloseTo(7 * (SEND + RECEIVE), within(EXACT));
  }
}
